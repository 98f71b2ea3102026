/// The time that formats count from. It goes on minute by minute, and only on screens that read it:
/// all others are not woken.
@MainActor
final class ScreenClock {
  private let values: InputValues
  private let content: ScreenContent
  private let answers: ScreenValues
  private let pool: ReusePool

  init(
    _ values: InputValues, _ content: ScreenContent, _ answers: ScreenValues, _ pool: ReusePool
  ) {
    (self.values, self.content, self.answers, self.pool) = (values, content, answers, pool)
  }

  /// Has what reads the time show that of `now`.
  ///
  /// - Returns: When that is over; nil for screens that do not read it, and where no clock runs.
  func update(at now: Double) -> Double? {
    guard content.readsTime, let time = pool.environment.now()?.seconds else { return nil }
    let minute = time - time % 60
    if values.time != minute {
      values.time = minute
      answers.changed([ExpressionEnvironment.clock])
    }
    return now + Double(60 - time % 60)
  }
}
