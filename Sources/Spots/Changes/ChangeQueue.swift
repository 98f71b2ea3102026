/// The changes of a screen, in the order of the calls.
///
/// A change requested while views are measured, mounted or recorded is made afterwards. It is still
/// computed at the call, for the screen as it will be by then, so that an impossible change throws.
@MainActor
final class ChangeQueue {
  /// The number of activities under way that changes must not interrupt.
  private var depth = 0
  /// A change is nil when the call has no effect and only its end is waited for.
  private var waiting: [(change: ScreenChange?, make: () -> Void)] = []
  /// Whether waiting changes are being made: more of them follow in the same order.
  private var isMaking = false
  /// The change being made, until its components are in place.
  private var beginning: ScreenChange?

  /// Whether a change can be made immediately: nothing is under way and no other came before it.
  var isFree: Bool { depth == 0 && waiting.isEmpty }

  /// The last of the changes so far; nil while none is waiting or being made.
  var last: ScreenChange? { waiting.last { $0.change != nil }?.change ?? beginning }

  /// The index after all changes so far of the component now at `index`; nil if it will be gone.
  ///
  /// - Complexity: O(*n*) for each waiting change, where *n* is the number of components.
  func upcomingIndex(of index: Int) -> Int? {
    var index = index
    for change in [beginning].compactMap(\.self) + waiting.compactMap(\.change) {
      guard let next = change.diff.origins.firstIndex(of: index) else { return nil }
      index = next
    }
    return index
  }

  /// Begins an activity that changes must not interrupt; `release` ends it.
  func hold() { depth += 1 }
  func release() { depth -= 1 }

  /// Notes the change that is being made, until `adopted()` says that its components are in place.
  func begin(_ change: ScreenChange) { beginning = change }
  func adopted() { beginning = nil }

  /// Calls `make` when its turn comes, which may be now.
  ///
  /// - Parameter change: The change itself; nil for one without effect.
  func add(_ change: ScreenChange?, _ make: @escaping () -> Void) {
    guard !isFree else { return make() }
    waiting.append((change, make))
  }

  /// Makes the changes that wait, unless something is under way.
  func makeAll() {
    guard !isMaking else { return }
    isMaking = true
    while depth == 0, !waiting.isEmpty { waiting.removeFirst().make() }
    isMaking = false
  }
}

/// Documents on their way to the screen: read concurrently off the main actor, and shown on it in
/// the order in which they were given, however long reading each of them took.
@MainActor
final class DocumentQueue {
  /// Shows the document given last; returns what went wrong, if anything.
  private var last: Task<ChangeError?, Never>?

  /// Reads `bytes` as far as showing them takes, and returns when `show` has shown them.
  ///
  /// - Throws: What `show` throws. Later documents are shown regardless.
  func read(
    _ bytes: [UInt8], by reader: ScreenReader,
    _ show: @escaping @MainActor (ParsedScreen) async throws(ChangeError) -> Void
  ) async throws(ChangeError) {
    let previous = last
    let task = Task { () -> ChangeError? in
      let reading = await Self.reading(bytes, by: reader)
      _ = await previous?.value
      do throws(ChangeError) {
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
  ) async -> ParsedScreen {
    reader.readOnDemand(bytes)
  }
}
