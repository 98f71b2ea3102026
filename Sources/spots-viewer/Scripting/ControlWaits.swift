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
    /// Whether its items are being searched for, and whether the screen has changed since.
    var isSearching = false
    var isStale = false
  }

  private let mailbox: Mailbox
  private let holds: (WindowCondition, ControlClient) -> Bool
  /// Searches for items, and tells later whether there are any.
  private let search: (ItemSearch, @escaping @MainActor (Bool) -> Void) -> Void
  /// The waits by number; numbers ascend in the order in which waits began.
  private var waits: [Int: Wait] = [:]
  private var count = 0
  /// Whether a call of `look` is scheduled.
  private var willLook = false
  /// The earliest time of the next search for items, a time of `Clock`.
  private var nextSearch = 0.0

  /// The maximum share of the time spent searching for items, since a search reads a whole screen.
  private static let searchShare = 0.1

  /// - Parameters:
  ///   - holds: Returns whether the condition of a client is met.
  ///   - search: Calls its second argument once it has found out whether there are items.
  init(
    mailbox: Mailbox, holds: @escaping (WindowCondition, ControlClient) -> Bool,
    search: @escaping (ItemSearch, @escaping @MainActor (Bool) -> Void) -> Void
  ) {
    (self.mailbox, self.holds, self.search) = (mailbox, holds, search)
  }

  /// Calls `end` when the condition is met for `client`, or when `seconds` have passed.
  func wait(
    until condition: ControlCondition, for seconds: Double, _ client: ControlClient,
    _ end: @escaping (_ reason: String?) -> Void
  ) {
    if case .window(let state) = condition, !state.needsFrame, holds(state, client) {
      return end(nil)
    }
    count += 1
    let number = count
    let timer = DelayedCall(after: seconds) { [weak self, mailbox] in
      mailbox.post { self?.end(number, because: "nothing came within \(seconds) s") }
    }
    waits[number] = Wait(client: client, condition: condition, timer: timer, end: end)
    beginSearch(number)
  }

  /// Answers the clients whose conditions are met now.
  ///
  /// - Parameter hasFrame: Whether a frame has just been shown.
  func look(hasFrame: Bool = false) {
    var isEarly = false
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) {
      switch wait.condition {
      // Only a frame shows whether anything moves, and which pictures are in the window.
      case .window(let state) where state.needsFrame && !hasFrame: continue
      case .window(let state): if holds(state, wait.client) { end(number, because: nil) }
      case .items where wait.isSearching: waits[number]?.isStale = true
      case .items where Clock.now < nextSearch: isEarly = true
      case .items: beginSearch(number)
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
      var isMet = false
      if case .window(let state) = wait.condition { isMet = holds(state, wait.client) }
      end(number, because: isMet ? nil : reason)
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

  /// Searches for the items of a wait; nothing for other waits.
  private func beginSearch(_ number: Int) {
    guard case .items(let wanted, let areThere) = waits[number]?.condition else { return }
    waits[number]?.isSearching = true
    waits[number]?.isStale = false
    let start = Clock.now
    search(wanted) { [weak self] isFound in
      self?.didSearch(number, since: start, isFound == areThere)
    }
  }

  private func didSearch(_ number: Int, since start: Double, _ isMet: Bool) {
    let end = Clock.now
    nextSearch = end + (end - start) * (1 / Self.searchShare - 1)
    guard let wait = waits[number] else { return }
    waits[number]?.isSearching = false
    if isMet {
      self.end(number, because: nil)
    } else if wait.isStale {
      lookSoon(after: nextSearch - end)
    }
  }
}

/// What a client can wait for.
enum ControlCondition: Equatable {
  case window(WindowCondition)
  /// Some items on the screen match, or none does.
  case items(ItemSearch, areThere: Bool)
}

/// A state of the window that a client can wait for.
enum WindowCondition: Equatable {
  /// The window has this size.
  case size(Size)
  /// All pictures in the window have arrived or failed.
  case pictures
  /// Nothing moves in the window, and no document is loading.
  case rest
  /// An event with this name has happened since the last answer.
  case event(String)

  /// Whether only a frame can show that it is met.
  fileprivate var needsFrame: Bool { self == .pictures || self == .rest }
}
