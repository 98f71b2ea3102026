/// The kinds of items that have a value, and buttons.
public enum InputKind: String, Hashable, Sendable, CaseIterable {
  /// On or off, with immediate effect.
  case toggle
  /// Chosen or not, to take effect later.
  case checkbox
  /// An approximate number in a range.
  case slider
  /// A number that is changed in steps.
  case stepper
  /// Typed text, or a typed number.
  case textField = "text-field"
  /// One of several options, or some of them.
  case choice
  /// A day.
  case date
  /// A time of day.
  case time
  /// A time on a day.
  case dateTime = "date-time"
  /// No value: it sends its action.
  case button

  private static let kinds = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The input kind of an item with a `kind`: its `control`, or else the input kind that `kind`
  /// names; nil for an item that has neither.
  @inlinable
  public init?(of item: Item) {
    guard !item.kind.isEmpty else { return nil }
    self.init(ofNamed: item)
  }

  @usableFromInline
  init?(ofNamed item: Item) {
    guard let kind = item.ownInput?.control ?? Self.kinds[item.kind] else { return nil }
    self = kind
  }

  /// Whether items of the kind have a value.
  public var hasValue: Bool { self != .button }

  /// Whether answers can be typed.
  package var isTyped: Bool { self == .textField || isDateOrTime }

  package var isDateOrTime: Bool { [.date, .time, .dateTime].contains(self) }
}

/// How much a button stands out among others.
public enum ButtonEmphasis: String, Hashable, Sendable, CaseIterable {
  /// One of several.
  case plain
  /// The action that most users are here for; filled with the accent color.
  case primary
  /// An action that cannot be undone; in the color of errors.
  case destructive
}

/// What can be typed into a text field.
public enum TextInputType: String, Hashable, Sendable, CaseIterable {
  /// Any text.
  case text
  /// A number; only characters that numbers are written with can be typed.
  case number
  /// A text that is not shown, such as a password.
  case secret
  /// A search term.
  case search
  /// The path of a file, which can be picked.
  case file
  /// The path of a folder, which can be picked.
  case folder
  /// A color such as `#2458D6`, which can be picked.
  case color

  /// Whether there is something to pick from.
  package var isPicked: Bool { [.file, .folder, .color].contains(self) }
}
