/// Input that waits, in order, while the keyboard's listeners are asked whether they take its keys.
///
/// Nothing waits longer than `patience`. If no answer comes by then, no key is asked about until
/// one does or `pause` is over, so that not every key is slow.
struct HeldInput {
  private struct Key {
    let number: Int
    let deadline: Double
    /// What the key does if nobody takes it.
    let events: [WindowEvent]
    /// Nil until there is an answer.
    var isTaken: Bool?
    /// The other input that has come since, up to the next key.
    var behind: [WindowEvent] = []
  }

  private var keys: [Key] = []
  private var nextNumber = 0
  /// When keys may be asked about again.
  private var resumption = -Double.infinity

  /// The most seconds that a key waits for its answer.
  static let patience = 0.1
  /// The seconds for which no key is asked about after an answer did not come in time.
  static let pause = 10.0

  /// When something is released without an answer; nil while nothing waits.
  var deadline: Double? { keys.first?.deadline }

  /// Adds a key.
  ///
  /// - Parameter events: What it does if nobody takes it.
  /// - Returns: The number under which to ask about it; nil when not to ask, in which case
  ///   `events` are input like any other.
  mutating func hold(_ events: [WindowEvent], at now: Double) -> Int? {
    guard now >= resumption else { return nil }
    defer { nextNumber += 1 }
    keys.append(Key(number: nextNumber, deadline: now + Self.patience, events: events))
    return nextNumber
  }

  /// Adds an event that has arrived, unless it need not wait.
  ///
  /// - Returns: Whether it waits.
  mutating func add(_ event: WindowEvent) -> Bool {
    guard let last = keys.indices.last, event.isInOrder else { return false }
    event.append(to: &keys[last].behind)
    return true
  }

  /// Records whether a listener takes the key with this number, which may no longer wait.
  mutating func answer(_ number: Int, isTaken: Bool) {
    resumption = -.infinity
    guard let first = keys.first, keys.indices.contains(number - first.number) else { return }
    keys[number - first.number].isTaken = isTaken
  }

  /// Lets everything go that waits, since nobody is left to answer.
  mutating func answerAll() {
    for index in keys.indices where keys[index].isTaken == nil { keys[index].isTaken = false }
    resumption = -.infinity
  }

  /// Removes what need not wait any longer: up to the first key without an answer, or everything
  /// once that has waited too long.
  mutating func release(at now: Double) -> [WindowEvent] {
    var end = keys.firstIndex { $0.isTaken == nil } ?? keys.count
    if end < keys.count, now >= keys[end].deadline {
      (end, resumption) = (keys.count, now + Self.pause)
    }
    let released = keys[..<end].flatMap { ($0.isTaken == true ? [] : $0.events) + $0.behind }
    keys.removeFirst(end)
    return released
  }
}

extension WindowEvent {
  /// Whether it must not overtake input; the others are about the window itself, which has changed
  /// already.
  fileprivate var isInOrder: Bool {
    switch self {
    case .input, .dropped, .closeRequested, .focusGained, .focusLost: true
    case .sizeChanged, .exposed, .woken: false
    }
  }
}
