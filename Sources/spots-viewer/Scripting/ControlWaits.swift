import Spots
import SpotsSDL

/// The questions of clients that wait for something in a window.
@MainActor
final class ControlWaits {
  private struct Wait {
    let client: ControlClient
    let condition: ControlCondition
    /// Ends the wait when its time is up.
    let timer: DelayedCall
    /// Answers the client; `reason` says why the condition was not met, or is nil if it was.
    let end: (_ reason: String?) -> Void
  }

  private let mailbox: Mailbox
  private let holds: (ControlCondition, ControlClient) -> Bool
  /// The waits by number; numbers ascend in the order in which waits began.
  private var waits: [Int: Wait] = [:]
  private var count = 0
  /// Whether a call of `look` is scheduled.
  private var willLook = false
  /// The earliest time of the next search for items, a time of `Clock`.
  private var nextSearch = 0.0

  /// The maximum share of the time spent searching for items, since a search reads a whole screen.
  private static let searchShare = 0.1

  /// - Parameter holds: Returns whether the condition of a client is met.
  init(
    mailbox: Mailbox, holds: @escaping (ControlCondition, ControlClient) -> Bool
  ) {
    (self.mailbox, self.holds) = (mailbox, holds)
  }

  /// Calls `end` when the condition is met for `client`, or when `seconds` have passed.
  func wait(
    until condition: ControlCondition, for seconds: Double, _ client: ControlClient,
    _ end: @escaping (_ reason: String?) -> Void
  ) {
    if !condition.needsFrame, search(condition, client) { return end(nil) }
    count += 1
    let number = count
    let timer = DelayedCall(after: seconds) { [weak self, mailbox] in
      mailbox.post { self?.end(number, because: "nothing came within \(seconds) s") }
    }
    waits[number] = Wait(client: client, condition: condition, timer: timer, end: end)
  }

  /// Answers the clients whose conditions are met now.
  ///
  /// - Parameter hasFrame: Whether a frame has just been shown.
  func look(hasFrame: Bool = false) {
    var isEarly = false
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) {
      // Only a frame shows whether anything moves, and which pictures are in the window.
      guard hasFrame || !wait.condition.needsFrame else { continue }
      if wait.condition.isSearch, Clock.now < nextSearch {
        isEarly = true
      } else if search(wait.condition, wait.client) {
        end(number, because: nil)
      }
    }
    if isEarly { lookSoon(after: nextSearch - Clock.now) }
  }

  /// Looks once the current change or frame is complete: events arrive in the middle of one, and
  /// an answer must not describe it half done.
  func lookSoon(after seconds: Double = 0) {
    guard !waits.isEmpty, !willLook else { return }
    willLook = true
    let look: @Sendable () -> Void = { [weak self, mailbox] in
      mailbox.post {
        self?.willLook = false
        self?.look()
      }
    }
    if seconds > 0 {
      DelayedCall(after: seconds, look)
    } else {
      look()
    }
  }

  /// Answers all waiting clients, with `reason` unless their condition is met.
  func endAll(because reason: String) {
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) {
      end(number, because: holds(wait.condition, wait.client) ? nil : reason)
    }
  }

  /// Forgets the waits of a client that has disconnected.
  func leave(_ client: Int) {
    waits = waits.filter { _, wait in
      guard wait.client.number == client else { return true }
      wait.timer.cancel()
      return false
    }
  }

  private func end(_ number: Int, because reason: String?) {
    guard let wait = waits.removeValue(forKey: number) else { return }
    wait.timer.cancel()
    wait.end(reason)
  }

  private func search(_ condition: ControlCondition, _ client: ControlClient) -> Bool {
    let start = Clock.now
    defer {
      if condition.isSearch {
        let end = Clock.now
        nextSearch = end + (end - start) * (1 / Self.searchShare - 1)
      }
    }
    return holds(condition, client)
  }
}

/// A state of the window that a client can wait for.
enum ControlCondition: Equatable {
  /// The window has this size.
  case size(Size)
  /// All pictures in the window have arrived or failed.
  case pictures
  /// Nothing moves in the window, and no document is loading.
  case rest
  /// An event with this name has happened since the last answer.
  case event(String)
  /// An item on the screen matches.
  case item(ItemSearch)
  /// No item on the screen matches.
  case noItem(ItemSearch)

  /// Whether only a frame can show that it is met.
  fileprivate var needsFrame: Bool { self == .pictures || self == .rest }

  /// Whether checking it searches the items of the screen.
  fileprivate var isSearch: Bool {
    switch self {
    case .item, .noItem: true
    case .size, .pictures, .rest, .event: false
    }
  }
}
