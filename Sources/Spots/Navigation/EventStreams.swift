/// Passes the events of a screen on to those who iterate over them.
///
/// Owned by the controller; the streams end with it.
@MainActor
final class EventStreams {
  private var streams: [Int: AsyncStream<SpotsEvent>.Continuation] = [:]
  private var last = 0
  /// More are not kept for one who does not ask for them; the oldest are left out.
  private static let most = 1000

  nonisolated init() {}

  /// A new stream of the events from now on.
  func make() -> AsyncStream<SpotsEvent> {
    last += 1
    let number = last
    let (stream, continuation) = AsyncStream.makeStream(
      of: SpotsEvent.self, bufferingPolicy: .bufferingNewest(Self.most))
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.streams[number] = nil }
    }
    streams[number] = continuation
    return stream
  }

  func send(_ event: SpotsEvent) {
    for stream in streams.values { stream.yield(event) }
  }

  isolated deinit {
    for stream in streams.values { stream.finish() }
  }
}
