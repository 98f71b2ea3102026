/// Documents on their way to the screen: read off the main actor, all at once, and shown on it in
/// the order in which they were given, however long each of them took.
@MainActor
final class DocumentQueue {
  /// The document given last, until it is shown; what went wrong then, if anything.
  private var last: Task<ChangeFault?, Never>?

  /// Reads `bytes` as far as showing them takes, and returns when `show` has shown them.
  ///
  /// - Throws: What `show` throws. The documents after it are shown all the same.
  func read(
    _ bytes: [UInt8], by reader: ScreenReader,
    _ show: @escaping @MainActor (ScreenReading) async throws(ChangeFault) -> Void
  ) async throws(ChangeFault) {
    let previous = last
    let task = Task { () -> ChangeFault? in
      let reading = await Self.reading(bytes, by: reader)
      _ = await previous?.value
      do throws(ChangeFault) {
        try await show(reading)
        return nil
      } catch {
        return error
      }
    }
    last = task
    if let fault = await task.value { throw fault }
  }

  @concurrent
  private nonisolated static func reading(
    _ bytes: [UInt8], by reader: ScreenReader
  ) async -> ScreenReading {
    reader.readOnDemand(bytes)
  }
}
