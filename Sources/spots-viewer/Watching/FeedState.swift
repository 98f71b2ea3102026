// When a changed file is read, and what of it is worth telling.
//
// A save is many events, and between them the file is empty, cut off or missing. Good content is
// told as soon as the events pause. Bad content has to stay bad for a while first, because the
// rest of it may still be on its way. Content that was told already is not told again.

import SpotsSDL

/// The decisions of a `FileFeed`, with the time as a parameter. Lives as long as the feed.
struct FeedState<Document: Sendable> {
  typealias Instant = ContinuousClock.Instant
  typealias Delivery = FeedDelivery<Document>

  /// What reading the file gave.
  enum Content: Equatable {
    case bytes(Fingerprint)
    case failure(FileError)
  }

  /// Quiet time after an event in the middle of a save.
  static var pause: Duration { .milliseconds(50) }
  /// Quiet time after an event that ends a save.
  static var shortPause: Duration { .milliseconds(10) }
  /// A file that is written without a pause is read this long after the first event.
  static var patience: Duration { .milliseconds(500) }
  /// How long bad content has to stay before it is told.
  static var grace: Duration { .milliseconds(400) }

  private var told: Content?
  private var held: (content: Content, delivery: Delivery)?
  private var lastChange: Instant?
  /// When the first event came that no reading has covered yet.
  private var firstUnread: Instant?
  private var readTime: Instant?
  /// Whether the next reading is told whatever it is, and at once.
  private var isAsked = false

  /// - Parameter shown: What whoever is told has already; nil asks for the first reading whatever it
  ///   is.
  init(shown: Fingerprint? = nil) {
    told = shown.map(Content.bytes)
  }

  /// When something is to be done, if nothing happens before.
  var deadline: Instant? { readTime ?? releaseTime }

  mutating func note(_ signal: FileWatcher.Signal, at now: Instant) {
    switch signal {
    case .started:
      isAsked = told == nil
      readTime = now
      // Content that is bad now may have become so a moment ago.
      lastChange = now
    case .woken:
      isAsked = true
      readTime = now
    case .changing: expectMore(for: Self.pause, at: now)
    case .saved: expectMore(for: Self.shortPause, at: now)
    case .due: break
    }
  }

  /// Whether the file is to be read now; if so, the caller reads it and calls `take`.
  mutating func beginsReading(at now: Instant) -> Bool {
    guard let time = readTime, time <= now else { return false }
    readTime = nil
    firstUnread = nil
    return true
  }

  /// Judges what was read.
  ///
  /// - Parameter interpret: Makes a delivery of the content and says whether it is good. Called
  ///   for new content only.
  /// - Returns: What to tell now.
  mutating func take(
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

  /// The bad content that has stayed for long enough, once.
  mutating func releaseHeld(at now: Instant) -> Delivery? {
    guard readTime == nil, let held, let time = releaseTime, time <= now else { return nil }
    self.held = nil
    told = held.content
    return held.delivery
  }

  private var releaseTime: Instant? {
    held == nil ? nil : lastChange.map { $0 + Self.grace }
  }

  private mutating func expectMore(for pause: Duration, at now: Instant) {
    lastChange = now
    let first = firstUnread ?? now
    firstUnread = first
    readTime = isAsked ? now : min(now + pause, first + Self.patience)
  }
}

/// Tells contents apart; the same bytes have the same fingerprint within one run.
struct Fingerprint: Hashable {
  private let count: Int
  private let hash: Int

  /// - Complexity: O(bytes), about as fast as memory is read.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    var hasher = Hasher()
    bytes.withUnsafeBytes { bytes in
      let lanes = Self.lanes(of: bytes)
      hasher.combine(lanes)
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[(bytes.count & ~63)...]))
    }
    hash = hasher.finalize()
  }

  /// Eight sums over every eighth word. Each step can be undone, so that contents that differ in one
  /// word differ in one sum.
  private static func lanes(of bytes: UnsafeRawBufferPointer) -> SIMD8<UInt64> {
    var lanes = SIMD8<UInt64>(repeating: 0)
    let factor = SIMD8<UInt64>(repeating: 0x9E37_79B9)
    for offset in stride(from: 0, to: bytes.count & ~63, by: 64) {
      let words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
      lanes = (lanes ^ words) &* factor
      lanes ^= lanes &>> 29
    }
    return lanes
  }
}
