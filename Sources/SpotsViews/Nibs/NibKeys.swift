// The keys of nibs and their elements.

/// A key of an element: how its value is described and read, and the setting that it makes.
struct NibField: Sendable {
  let name: String
  /// The type in the schema.
  let type: ValueType
  let text: String
  /// Whether the value is what the element shows; an element has one such key.
  let isContent: Bool
  let read: @Sendable (inout JSONCursor) throws(SyntaxError) -> NibSetting

  private init(
    _ name: String, _ type: ValueType, _ text: String, isContent: Bool = false,
    read: @escaping @Sendable (inout JSONCursor) throws(SyntaxError) -> NibSetting
  ) {
    (self.name, self.type, self.text, self.isContent) = (name, type, text, isContent)
    self.read = read
  }

  /// Creates a key that no property of an element has a value of.
  init(unread name: String, _ type: ValueType, _ text: String) {
    self.init(name, type, text) { cursor throws(SyntaxError) in
      try cursor.skipValue()
      return { _, _ in }
    }
  }

  /// Creates the key of a property that always has a value, which may depend on the width.
  init<Value>(
    _ property:
      @autoclosure @escaping @Sendable () -> (WritableKeyPath<NibElement, Value> & Sendable),
    _ name: String,
    _ value: FieldValue<Value>, _ text: String
  ) {
    self.init(name, .byWidth(value.type), text) { cursor throws(SyntaxError) in
      let usual = NibElement()[keyPath: property()]
      let values = try ByWidth.read(from: &cursor, missing: usual) {
        cursor throws(SyntaxError) in
        try value.read(&cursor) ?? usual
      }
      return { element, widthClass in element[keyPath: property()] = values[widthClass] }
    }
  }

  /// Creates the key of a property that is nil without a value, which may depend on the width.
  init<Value>(
    optional property:
      @autoclosure @escaping @Sendable () -> (WritableKeyPath<NibElement, Value?> & Sendable),
    _ name: String,
    _ value: FieldValue<Value>, _ text: String
  ) {
    self.init(name, .byWidth(value.type), text) { cursor throws(SyntaxError) in
      let values = try ByWidth.read(from: &cursor, missing: nil) { cursor throws(SyntaxError) in
        try value.read(&cursor)
      }
      return { element, widthClass in element[keyPath: property()] = values[widthClass] }
    }
  }

  /// Creates a key whose value may be an object with a value for each class of width beside, or in
  /// place of, its own keys.
  init<Value: Sendable>(
    _ name: String, _ value: FieldValue<Value>, _ fields: Fields<Value>, _ table: KeyTable,
    _ text: String, set: @escaping @Sendable (inout NibElement, Value?) -> Void
  ) {
    self.init(name, .byWidth(value.type), text) { cursor throws(SyntaxError) in
      let values = try ByWidth.read(fields, table, from: &cursor, value)
      return { element, widthClass in set(&element, values[widthClass]) }
    }
  }

  /// Creates the key of content without elements inside.
  ///
  /// - Parameter usual: The content for `null`.
  init<Value: Sendable>(
    content name: String, _ value: FieldValue<Value>, else usual: NibElement.Content? = nil,
    _ text: String, make: @escaping @Sendable (Value) -> NibElement.Content
  ) {
    self.init(name, .byWidth(value.type), text, isContent: true) { cursor throws(SyntaxError) in
      let contents = try ByWidth.read(from: &cursor, missing: nil) { cursor throws(SyntaxError) in
        try value.read(&cursor).map(make) ?? usual
      }
      return { element, widthClass in element.content = contents[widthClass] }
    }
  }

  /// Creates the key of elements that are arranged: a row, a column or an overlay.
  init(
    arrangement name: String, _ table: @escaping @Sendable () -> NibTable,
    _ content: NibElement.Content, _ text: String
  ) {
    let type = ValueType.object(name == "overlay" ? "overlay" : "stack")
    self.init(name, .byWidth(type), text, isContent: true) { cursor throws(SyntaxError) in
      try table().readArrangement(content, from: &cursor)
    }
  }

  /// The key of the elements inside.
  static let children = NibField(
    "children", .byWidth(.array(.object("element"))), "The elements in order."
  ) { cursor throws(SyntaxError) in
    let children = try ByWidth.read(from: &cursor, missing: []) { cursor throws(SyntaxError) in
      try NibRecipe.readElements(from: &cursor)
    }
    return { element, widthClass in
      element.children = children[widthClass].map { $0.element(for: widthClass) }
    }
  }
}

extension NibField {
  /// The keys of the nib itself.
  static let nib = [
    NibField(unread: "$schema", .any, "The JSON Schema for editors; free."),
    NibField(unread: "kind", .string, "Which items the nib shows."),
    NibField(
      unread: "surface", .words(of: ItemSurface.self),
      "What lies behind: a row or card, or nothing."),
  ]

  /// The keys of what an element shows.
  static let content = [
    NibField(
      content: "label", .template(), "Text, with holes such as {title} or {meta.price}."
    ) { .label($0) },
    NibField(content: "image", .template(), "URL or path of an image, with holes.") { .image($0) },
    NibField(content: "icon", FieldValue<Icon.Name>.word, "A small drawing.") { .icon($0) },
    NibField(
      content: "progress", .template(.either([.number(0...1), .string])),
      "How much of a bar is filled, from 0 to 1, with holes."
    ) { .progress($0) },
    NibField(
      content: "spacer", .number(), else: .spacer(0),
      "Room between elements in points; 0 takes all that is free."
    ) { .spacer($0) },
    NibField(
      content: "divider", FieldValue<Axis>.word, else: .divider(.horizontal),
      "A line one device pixel thick."
    ) { .divider($0) },
    NibField(arrangement: "row", { .stack }, .stack(.horizontal), "Elements side by side."),
    NibField(arrangement: "column", { .stack }, .stack(.vertical), "Elements below each other."),
    NibField(
      arrangement: "overlay", { .overlay }, .overlay, "Elements in front of the first one."),
    NibField(content: "input", .input, "The control for the item's value.") { .input($0) },
    NibField(content: "button", .template(), "A button with this title, with holes.") {
      .button($0)
    },
  ]

  /// The keys of labels, images, icons, bars and buttons.
  static let details = [
    NibField(optional: \.font, "font", .font, "The style of a label."),
    NibField(
      optional: \.color, "color", .paint(else: .primary),
      "Of a label, icon or bar: a role such as secondary, #RRGGBB, or a hole."),
    NibField(
      optional: \.lines, "lines", .integer(0...1000),
      "How many lines a label may have; 0 for all it needs."),
    NibField(
      optional: \.textAlign, "text-align", .word, "Where the lines of a label begin or end."),
    NibField(
      optional: \.contentMode, "content-mode", .word, "How an image fills its rectangle."),
    NibField(
      optional: \.thickness, "thickness", .number(),
      "Points: of a bar, how high it is; of an icon, the side of its square."),
    NibField(\.emphasis, "emphasis", .word, "How much a button stands out."),
  ]

  /// The keys of rows and columns.
  static let stack = [
    NibField(\.flex.spacing, "spacing", .number(), "Points between the elements."),
    NibField(
      \.flex.lineSpacing, "line-spacing", .number(),
      "Points between the lines of elements that wrap."),
    NibField(
      optional: \.alignment, "align", .word,
      "Where the elements are across the row, or in the overlay."),
    NibField(\.flex.justification, "justify", .word, "Where free length goes."),
    NibField(
      \.flex.wraps, "wrap", .bool, "Whether elements that do not fit begin a new line."),
    children,
  ]

  /// The keys of overlays.
  static let overlay = [
    NibField(
      \.corner, "align", .word, "Where the elements are across the row, or in the overlay."),
    children,
  ]

  /// The keys of every element.
  static let style = [
    NibField(
      optional: \.style.condition, "if", .condition,
      "When the element is there: {a}, !{a}, {a} == text or {a} != text."),
    NibField(
      "when", .object(LayoutKeys.widthRange), LayoutKeys.widthRange, LayoutKeys.widthRangeByWidth,
      "The widths of the component at which the element is there; else it takes no room."
    ) { $0.style.widths = $1 },
    NibField(\.style.traits.grow, "grow", .number(0...1000), "The element's share of free length."),
    NibField(
      optional: \.style.shrink, "shrink", .number(0...1000),
      "How readily the element gives up length."),
    NibField(
      optional: \.style.traits.basis, "basis", .number(),
      "The length the element starts with, in points."),
    NibField(
      optional: \.style.traits.alignment, "align-self", .word,
      "Where the element is across its row or column."),
    sides("size", "Fixed width and height in points; 0 leaves a side as it is.") {
      ($0.width, $0.height) = ($1, $2)
    },
    sides("min-size", "Least width and height in points; 0 for none.") {
      ($0.minimumWidth, $0.minimumHeight) = ($1, $2)
    },
    sides("max-size", "Greatest width and height in points; 0 for none.") {
      ($0.maximumWidth, $0.maximumHeight) = ($1, $2)
    },
    NibField(optional: \.style.ratio, "ratio", .number(0.01...100), "Width by height."),
    NibField(
      "padding", .insets, LayoutKeys.inset, LayoutKeys.insetByWidth,
      "Points around the content, on all sides or by side."
    ) { $0.style.padding = $1 },
    NibField(
      \.style.corners, "corner-radius", .corners,
      "Radius of the corners in points; of an image also [top, bottom]."),
    NibField(
      optional: \.style.background, "background", .paint(else: .surface),
      "The color behind the element."),
    NibField(
      optional: \.style.border, "border", .paint(else: .separator),
      "The color of a line around the element."),
    NibField(\.style.hasShadow, "shadow", .bool, "Whether the element throws a shadow."),
    NibField(
      optional: \.style.action, "action", .template(),
      "What a click on the element sends, with holes; without it the item is clicked."),
    NibField(
      optional: \.style.label, "accessibility-label", .template(),
      "What screen readers say in place of what is shown, with holes."),
    NibField(
      optional: \.style.role, "accessibility-role", .word,
      "What the element is to users of screen readers."),
    NibField(
      \.style.isUnread, "accessibility-hidden", .bool,
      "Whether screen readers leave the element out, as with a decoration."),
  ]

  private static func sides(
    _ name: String, _ text: String,
    _ set: @escaping @Sendable (inout SizeLimits, Double?, Double?) -> Void
  ) -> NibField {
    NibField(name, .size, LayoutKeys.size, LayoutKeys.sizeByWidth, text) { element, size in
      let sides = [size?.width, size?.height].map { side in
        side.flatMap { $0 > 0 ? $0 : nil }
      }
      set(&element.style.limits, sides[0], sides[1])
    }
  }
}

/// The keys of one kind of object in a nib; a key's slot is its index in `fields`.
struct NibTable: Sendable {
  let fields: [NibField]
  let table: KeyTable
  /// The table where the object may also give values for each class of width.
  let tableByWidth: KeyTable

  init(
    _ name: String, required: String? = nil, others: [NibTable] = [], _ fields: [NibField]
  ) {
    self.fields = fields
    table = KeyTable(
      name, required: required, others: others.map(\.table),
      fields.enumerated().map { slot, field in
        KeyTable.Key(name: field.name, type: field.type, text: field.text, slot: UInt8(slot))
      })
    tableByWidth = LayoutKeys.byWidth(of: table)
  }

  static let nib = NibTable(
    "nib", required: "kind", others: [stack, overlay],
    NibField.nib + NibField.content + NibField.details + NibField.style)
  static let element = NibTable(
    "element", others: [stack, overlay], NibField.content + NibField.details + NibField.style)
  static let stack = NibTable("stack", NibField.stack + NibField.style)
  static let overlay = NibTable("overlay", NibField.overlay + NibField.style)

  /// All tables of nibs, the nib's own first.
  static var all: [KeyTable] {
    [nib, element, stack, overlay].map(\.table)
      + [LayoutKeys.widthRange.table, LayoutKeys.inset.table, LayoutKeys.size.table]
  }
}

/// JSON Schema 2020-12 for nibs, so that editors complete keys and other validators check them.
package struct NibSchema: Sendable {
  private let screens: ScreenSchema

  /// - Parameter itemKinds: The kinds of items to suggest.
  package init(itemKinds: some Sequence<String>) {
    screens = ScreenSchema(itemKinds: itemKinds, componentKinds: [])
  }

  /// The schema as a JSON document; the same input always gives the same bytes.
  package func bytes() -> [UInt8] {
    screens.document(
      "Spots nib", "A view: a tree of elements with holes for an item's data.",
      .object(NibTable.nib.table.name), NibTable.all)
  }
}

/// Text styles by their names in nibs.
enum NibFont: String, CaseIterable {
  case largeTitle = "large-title"
  case title, headline, body
  case bodyMedium = "body-medium"
  case bodySemibold = "body-semibold"
  case callout, subtitle, caption, section, code

  var font: Font {
    switch self {
    case .largeTitle: .largeTitle
    case .title: .title
    case .headline: .headline
    case .body: .body
    case .bodyMedium: .bodyMedium
    case .bodySemibold: .bodySemibold
    case .callout: .callout
    case .subtitle: .subtitle
    case .caption: .caption
    case .section: .section
    case .code: .code
    }
  }
}
