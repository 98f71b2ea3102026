/// The description of a view or an element for users who do not see it.
///
/// Views that show items give one for an item (`ItemConfigurable.accessibility(for:)`), elements
/// for themselves, overlays one for each of their parts.
public struct Accessibility: Hashable, Sendable {
  /// nil leaves the role to the context: an element then counts as text, and an item as an item of
  /// a list.
  public var role: AccessibleRole?
  /// The name, which is read first; empty if there is none.
  public var label: String
  /// The details, read after the name, such as what a picture shows.
  public var details: String
  /// The quantity it stands for; nil if it is not one.
  public var value: AccessibleValue?
  /// How deep a heading is nested, from 1; nil for other parts.
  public var level: Int?
  /// Whether it is on; nil if it cannot be on or off.
  public var isChecked: Bool?
  /// The text that can be edited; nil where there is none.
  public var text: AccessibleText?
  /// Whether something is wrong with the value the user gave.
  public var isWrong = false
  /// Whether it needs an answer before the screen is submitted.
  public var isRequired = false
  /// The text that an empty field shows; empty for none.
  public var placeholder = ""
  /// Whether it is left out when the screen is read.
  public var isHidden: Bool
  /// The place of a part, in points, in the coordinates of the view that is described; nil for all
  /// of it.
  public var frame: Rect?
  /// The parts described separately; text becomes part of the name instead.
  public var children: [Accessibility]

  /// Creates a description; without any argument it says nothing.
  public init(
    role: AccessibleRole? = nil, label: String = "", details: String = "",
    value: AccessibleValue? = nil, isHidden: Bool = false, children: [Accessibility] = []
  ) {
    self.role = role
    self.label = label.withoutTerminalSequences
    self.details = details.withoutTerminalSequences
    self.value = value
    self.isHidden = isHidden
    self.children = children
  }

  /// Creates one description for parts that are seen together, given in reading order: texts become
  /// the name, pictures the details, or the name where there is no text, and all others children. A
  /// single part is used as it is, unless it is text, a picture or a list.
  public init(reading parts: [Accessibility]) {
    let parts = parts.filter { !$0.isHidden }
    if parts.count == 1, let role = parts[0].role,
      ![.text, .image, .paragraph, .list].contains(role)
    {
      self = parts[0]
      return
    }
    var (texts, pictures): ([String], [String]) = ([], [])
    self.init()
    for part in parts {
      switch part.role {
      case nil, .text:
        texts += [part.label, part.details]
        children += part.children
      case .image: pictures.append(part.label)
      default: children.append(part)
      }
    }
    label = Self.joined(texts)
    details = Self.joined(pictures)
    if label.isEmpty { (label, details) = (details, "") }
  }

  /// The description of an item by its texts: title, subtitle, badge, `meta.detail` and text, and
  /// `meta.alt`, which says what its picture shows.
  public init(_ item: Item) {
    self.init()
    label = Self.joined([
      item.title, item.subtitle, item.badge?.text ?? "", item.meta.string("detail"), item.text,
    ])
    details = item.image.isEmpty ? "" : item.meta.string("alt")
    if label.isEmpty { (label, details) = (details, "") }
  }

  /// Whether it or a part of it has a name, or it is hidden and needs none.
  package var isNamed: Bool {
    let isBlank = label.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    return isHidden || !isBlank || children.contains(where: \.isNamed)
  }

  /// The texts that are not empty, as one sentence.
  package static func joined(_ texts: [String]) -> String {
    texts.map(\.withoutTerminalSequences).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// This description, completed from the item: a picture without text gets `meta.alt`, or else the
  /// item's title, as its name, and one with text gets `meta.alt` as its details.
  public func completed(by item: Item) -> Accessibility {
    var completed = self
    let alternative = item.image.isEmpty ? "" : item.meta.string("alt")
    if completed.label.isEmpty {
      completed.label = Self.joined([alternative.isEmpty ? item.title : alternative])
    } else if completed.details.isEmpty, completed.label != alternative {
      completed.details = alternative
    }
    return completed
  }
}
