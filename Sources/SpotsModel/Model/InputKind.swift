/// The kinds of items that have a value, and buttons.
public enum InputKind: String, Hashable, Sendable, CaseIterable {
  /// On or off, at once.
  case toggle
  /// Chosen or not, for later.
  case checkbox
  /// A number in a range, roughly.
  case slider
  /// A number, step by step.
  case stepper
  /// A text, or a number, that is typed.
  case textField = "text-field"
  /// One of several options, or some of them.
  case choice
  /// A day.
  case date
  /// A time of day.
  case time
  /// No value: it sends its action.
  case button

  private static let kinds = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The kind of an item with a `kind`: its `control`, or else what its `kind` is known to be; nil
  /// for one that has no value.
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

  package var isDateOrTime: Bool { self == .date || self == .time }
}

/// How much a button stands out among others.
public enum ButtonEmphasis: String, Hashable, Sendable, CaseIterable {
  /// One of several.
  case plain
  /// What most users are here to do; filled with the accent color.
  case primary
  /// What cannot be taken back; in the color of errors.
  case destructive
}

/// What can be typed into a text field.
public enum TextInputType: String, Hashable, Sendable, CaseIterable {
  /// Any text.
  case text
  /// A number; only what numbers are written with can be typed.
  case number
  /// A text that is not shown, such as a password.
  case secret
  /// What is looked for.
  case search
}
