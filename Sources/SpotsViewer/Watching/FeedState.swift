// When a changed file is read, and which readings are delivered.
//
// A save causes many events, and between them the file is empty, truncated or missing. Good content
// is delivered as soon as the events pause; bad content only after it has stayed bad for a while,
// because the rest may still be written. The content delivered last is not delivered again.

import SpotsSDL

/// The decisions of a `FileFeed`, with the time as a parameter. Lives as long as the feed.
struct FeedState<Document: Sendable> {
  typealias Instant = ContinuousClock.Instant
  typealias Delivery = FeedDelivery<Document>

  /// The result of reading the file.
  typealias Content = Result<Fingerprint, FileError>

  /// How long content must stay bad before it is delivered.
  static var grace: Duration { .milliseconds(400) }

  private var told: Content?
  private var held: (content: Content, delivery: Delivery)?
  private var lastChange: Instant?
  /// The events since the last reading.
  private var unread = QuietTime(patience: .milliseconds(500))
  /// Whether the next reading is delivered immediately, good or not.
  private(set) var isAsked = false

  /// - Parameter shown: The content already on show; nil delivers the first reading, good or not.
  init(shown: Fingerprint? = nil) {
    told = shown.map(Content.success)
  }

  /// The time of the next action unless a signal comes first; nil when none is pending.
  var deadline: Instant? { unread.end ?? releaseTime }

  mutating func note(_ signal: FileWatcher.Signal, at now: Instant) {
    if signal == .woken || signal == .started && told == nil { isAsked = true }
    // Bad content at the start may be the middle of a save, too.
    if [.started, .changing, .saved].contains(signal) { lastChange = now }
    unread.note(signal, at: now, isUrgent: isAsked)
  }

  /// Whether to read the file now; if so, the caller reads it and calls `receive`.
  mutating func beginsReading(at now: Instant) -> Bool { unread.isOver(at: now) }

  /// Decides whether a reading is delivered, held back or ignored.
  ///
  /// - Parameter interpret: Turns the content into a delivery and tells whether it is good. Called
  ///   for new content only.
  /// - Returns: The delivery to make now.
  mutating func receive(
    _ content: Content, interpret: () -> (delivery: Delivery, isGood: Bool)
  ) -> Delivery? {
    if !isAsked {
      if content == held?.content { return nil }
      held = nil
      if content == told { return nil }
    }
    let (delivery, isGood) = interpret()
    guard isGood || isAsked else {
      held = (content, delivery)
      return nil
    }
    isAsked = false
    held = nil
    told = content
    return delivery
  }

  /// The bad content whose grace period is over; returned once.
  mutating func releaseHeld(at now: Instant) -> Delivery? {
    guard unread.end == nil, let held, let time = releaseTime, time <= now else { return nil }
    self.held = nil
    told = held.content
    return held.delivery
  }

  private var releaseTime: Instant? {
    held == nil ? nil : lastChange.map { $0 + Self.grace }
  }
}
