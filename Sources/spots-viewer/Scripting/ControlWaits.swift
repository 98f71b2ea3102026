import Dispatch
import Spots
import SpotsSDL

/// The questions of clients that wait for something in a window.
@MainActor
final class ControlWaits {
  private struct Wait {
    let client: ControlClient
    let condition: ControlCondition
    /// Ends the waiting without it.
    let timer: any DispatchSourceTimer
    /// Answers; `reason` says why what was waited for did not come, nil that it did.
    let end: (_ reason: String?) -> Void
  }

  private let mailbox: Mailbox
  private let holds: (ControlCondition, ControlClient) -> Bool
  /// By their numbers, in the order in which they began.
  private var waits: [Int: Wait] = [:]
  private var count = 0
  /// Whether it is about to be looked who may be answered.
  private var willLook = false
  /// When items are searched for again at the earliest, in the time of `Clock`.
  private var nextSearch = 0.0

  /// The most of the time that searches for items take, which read all of a screen.
  private static let searchShare = 0.1

  /// - Parameter holds: Whether what a client waits for is there.
  init(
    mailbox: Mailbox, holds: @escaping (ControlCondition, ControlClient) -> Bool
  ) {
    (self.mailbox, self.holds) = (mailbox, holds)
  }

  /// Calls `end` when what `client` waits for is there, or when `seconds` have passed.
  func wait(
    until condition: ControlCondition, for seconds: Double, _ client: ControlClient,
    _ end: @escaping (_ reason: String?) -> Void
  ) {
    if !condition.needsFrame, search(condition, client) { return end(nil) }
    count += 1
    let number = count
    let timer = DispatchSource.makeTimerSource(queue: .global())
    // The timer runs on another thread.
    let passed: @Sendable () -> Void = { [weak self, mailbox] in
      mailbox.post { self?.end(number, because: "nothing came within \(seconds) s") }
    }
    timer.setEventHandler(handler: passed)
    timer.schedule(deadline: .now() + seconds)
    timer.resume()
    waits[number] = Wait(client: client, condition: condition, timer: timer, end: end)
  }

  /// Answers those who have waited for what is there now.
  ///
  /// - Parameter hasFrame: Whether a frame has just been shown.
  func look(hasFrame: Bool = false) {
    var isEarly = false
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) {
      // Only a frame knows whether anything moves and which pictures are in the window.
      guard hasFrame || !wait.condition.needsFrame else { continue }
      if wait.condition.isSearch, Clock.now < nextSearch {
        isEarly = true
      } else if search(wait.condition, wait.client) {
        end(number, because: nil)
      }
    }
    if isEarly { lookSoon(after: nextSearch - Clock.now) }
  }

  /// Looks when whatever happens now has ended: events come in the middle of changes and frames,
  /// which are to be whole for an answer.
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
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: look)
    } else {
      look()
    }
  }

  /// Answers all who wait, and those for whom it is not there with `reason`.
  func endAll(because reason: String) {
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) {
      end(number, because: holds(wait.condition, wait.client) ? nil : reason)
    }
  }

  /// Forgets what a client waits for that is gone.
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
  /// No picture in the window is still to come.
  case pictures
  /// Nothing moves in the window, and its document is there.
  case rest
  /// An event since the last answer.
  case event(String)
  /// There is such an item on the screen.
  case item(ItemSearch)
  /// There is no such item on the screen.
  case noItem(ItemSearch)

  /// Whether only a frame tells that it holds.
  fileprivate var needsFrame: Bool { self == .pictures || self == .rest }

  /// Whether the items of the screen are searched for it.
  fileprivate var isSearch: Bool {
    switch self {
    case .item, .noItem: true
    case .size, .pictures, .rest, .event: false
    }
  }
}
