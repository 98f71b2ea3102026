/// Messages to users of screen readers, besides what they find on the screen: what they have
/// moved, deleted and selected, and what comes into components that are `live`.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
public final class Announcements {
  package struct Message {
    let number: Int
    package let text: String
    /// When the message is taken back, in seconds; nil until screen readers have been told.
    package fileprivate(set) var end: Double?
  }

  /// The messages that are not taken back yet; the last one may not have been told.
  package private(set) var messages: [Message] = []
  private var count = 0
  /// Whether the last message has news that nobody has been told yet; others are added to it.
  package private(set) var hasWaitingNews = false
  var onChange: () -> Void = {}

  /// The most Unicode scalars of a message; of news that wait to be read, the earliest are dropped.
  private static let longest = 500
  /// How long screen readers have to ask about a message, in seconds.
  private static let duration = 15.0

  /// Has screen readers read `text` once, when they are reading nothing else. A message that they
  /// have not been told yet gives way.
  public func add(_ text: String) { add(text, isNews: false) }

  private func add(_ text: String, isNews: Bool) {
    let isWaiting = messages.last.map { $0.end == nil } ?? false
    let last = isWaiting ? messages.removeLast().text : ""
    let scalars = ((hasWaitingNews ? last + ", " : "") + text).unicodeScalars
    let whole = String(String.UnicodeScalarView(scalars.suffix(Self.longest)))
    count += 1
    messages = messages.suffix(7) + [Message(number: count, text: whole)]
    hasWaitingNews = isNews || hasWaitingNews
    onChange()
  }

  /// Screen readers are told the last message, and have had the time to ask about earlier ones.
  package func tell(at now: Double) {
    messages.removeAll { $0.end ?? .infinity <= now }
    if messages.last?.end == nil, !messages.isEmpty {
      messages[messages.count - 1].end = now + Self.duration
    }
    hasWaitingNews = false
  }

  /// Forgets all messages.
  package func clear() { (messages, hasWaitingNews) = ([], false) }

  /// Adds the items that have come, or were changed, in components that are live.
  func follow(_ move: ContentMove, in scrollView: SpotsScrollView) {
    for (index, diff) in move.diffs.sorted(by: { $0.key < $1.key }) {
      let component = scrollView.components[index]
      guard component.model.live != .off else { continue }
      let indexes = diff.insertions.flatMap { $0.suffix(Self.longest) } + diff.changes.map(\.new)
      let names = Set(indexes).sorted().suffix(Self.longest).map { index in
        let (item, content) = (component.model.items[index], component.content)
        let view = content.pool.prototype(for: item, role: content.viewRole(.item))
        view.cellStyle = content.cellStyle(ofItem: index)
        return view.accessibility(for: item).label
      }
      let news = Accessibility.joined(names)
      if !news.isEmpty { add(news, isNews: true) }
    }
  }
}
