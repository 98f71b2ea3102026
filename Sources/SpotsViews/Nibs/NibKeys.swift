// The keys of nibs and their elements.

/// Every key of a nib. The raw value is its spelling in documents.
enum NibKey: String, CaseIterable {
  // The nib itself.
  case schema = "$schema"
  case kind, surface
  // Content of an element.
  case label, image, icon, progress, spacer, divider, row, column, overlay, input, button
  // Labels, images, icons and bars.
  case font, color, lines
  case textAlign = "text-align"
  case contentMode = "content-mode"
  case thickness, emphasis
  // Rows, columns and overlays.
  case spacing
  case lineSpacing = "line-spacing"
  case align, justify, wrap, children
  // Every element.
  case `if`, when, grow, shrink, basis
  case alignSelf = "align-self"
  case size
  case minSize = "min-size"
  case maxSize = "max-size"
  case ratio, padding
  case cornerRadius = "corner-radius"
  case background, border, shadow, action
  case accessibilityLabel = "accessibility-label"
  case accessibilityRole = "accessibility-role"
  case accessibilityHidden = "accessibility-hidden"

  static let nibKeys: [NibKey] = [.schema, .kind, .surface]
  static let contentKeys: [NibKey] = [
    .label, .image, .icon, .progress, .spacer, .divider, .row, .column, .overlay, .input, .button,
  ]
  static let detailsKeys: [NibKey] = [
    .font, .color, .lines, .textAlign, .contentMode, .thickness, .emphasis,
  ]
  static let stackKeys: [NibKey] = [.spacing, .lineSpacing, .align, .justify, .wrap, .children]
  static let overlayKeys: [NibKey] = [.align, .children]
  static let styleKeys: [NibKey] = [
    .if, .when, .grow, .shrink, .basis, .alignSelf, .size, .minSize, .maxSize, .ratio,
    .padding, .cornerRadius, .background, .border, .shadow, .action, .accessibilityLabel,
    .accessibilityRole, .accessibilityHidden,
  ]
}

/// The keys of one kind of object in a nib; a key's slot is its index in `keys`.
struct NibTable: Sendable {
  let keys: [NibKey]
  let table: KeyTable
  /// The table where the object may also give values for each class of width.
  let tableByWidth: KeyTable

  init(
    _ name: String, required: NibKey? = nil, others: [NibTable] = [], _ keys: [NibKey],
    align: [String] = []
  ) {
    self.keys = keys
    table = KeyTable(
      name, required: required?.rawValue, others: others.map(\.table),
      keys.enumerated().map { slot, key in
        let type = key == .align ? .words(align) : key.type
        return KeyTable.Key(
          name: key.rawValue, type: NibKey.nibKeys.contains(key) ? type : .byWidth(type),
          text: key.text, slot: UInt8(slot))
      })
    tableByWidth = LayoutKeys.byWidth(of: table)
  }

  private static let alignments = Flex.Alignment.allCases.map(\.rawValue)

  static let nib = NibTable(
    "nib", required: .kind, others: [stack, overlay],
    NibKey.nibKeys + NibKey.contentKeys + NibKey.detailsKeys + NibKey.styleKeys)
  static let element = NibTable(
    "element", others: [stack, overlay], NibKey.contentKeys + NibKey.detailsKeys + NibKey.styleKeys)
  static let stack = NibTable("stack", NibKey.stackKeys + NibKey.styleKeys, align: alignments)
  static let overlay = NibTable(
    "overlay", NibKey.overlayKeys + NibKey.styleKeys,
    align: NibElement.Corner.allCases.map(\.rawValue))

  /// All tables of nibs, the nib's own first.
  static var all: [KeyTable] {
    [nib, element, stack, overlay].map(\.table)
      + [LayoutKeys.widthRange, LayoutKeys.inset, LayoutKeys.size]
  }
}

extension NibKey {
  private static let length = ValueType.number(NumberRange.length)
  private static let paint = ValueType.string

  var type: ValueType {
    switch self {
    case .schema: .any
    case .kind, .label, .image, .if, .color, .background, .border, .accessibilityLabel, .button,
      .action:
      .string
    case .input: .words(InputKind.allCases.filter(\.hasValue).map(\.rawValue))
    case .emphasis: .words(of: ButtonEmphasis.self)
    case .accessibilityRole: .words(of: NibRole.self)
    case .surface: .words(of: ItemSurface.self)
    case .icon: .words(of: Icon.Name.self)
    case .progress: .either([.number(0...1), .string])
    case .divider: .words(of: Axis.self)
    case .when: .object(LayoutKeys.widthRange.name)
    case .row, .column: .object("stack")
    case .overlay: .object("overlay")
    case .font: .words(NibFont.names)
    case .lines: .integer(0...1000)
    case .textAlign: .words(of: Label.Alignment.self)
    case .contentMode: .words(of: DrawCommand.ContentMode.self)
    case .align, .alignSelf: .words(of: Flex.Alignment.self)
    case .justify: .words(of: Flex.Justification.self)
    case .wrap, .shadow, .accessibilityHidden: .bool
    case .children: .array(.object("element"))
    case .spacing, .lineSpacing, .basis, .spacer, .thickness: Self.length
    case .grow, .shrink: .number(0...1000)
    case .ratio: .number(0.01...100)
    case .size, .minSize, .maxSize: LayoutKeys.sizeType
    case .cornerRadius: .either([Self.length, .array(Self.length)])
    case .padding: LayoutKeys.insetType
    }
  }

  /// What the key is for, for the schema.
  var text: String { Self.texts[self] ?? "" }

  private static let texts: [NibKey: String] = [
    .schema: "The JSON Schema for editors; free.",
    .kind: "Which items the nib shows.",
    .surface: "What lies behind: a row or card, or nothing.",
    .label: "Text, with holes such as {title} or {meta.price}.",
    .image: "URL or path of an image, with holes.",
    .icon: "A small drawing.",
    .progress: "How much of a bar is filled, from 0 to 1, with holes.",
    .spacer: "Room between elements in points; 0 takes all that is free.",
    .divider: "A line one device pixel thick.",
    .row: "Elements side by side.",
    .column: "Elements below each other.",
    .overlay: "Elements in front of the first one.",
    .input: "The control for the item's value.",
    .button: "A button with this title, with holes.",
    .emphasis: "How much a button stands out.",
    .action: "What a click on the element sends, with holes; without it the item is clicked.",
    .font: "The style of a label.",
    .color: "Of a label, icon or bar: a role such as secondary, #RRGGBB, or a hole.",
    .lines: "How many lines a label may have; 0 for all it needs.",
    .textAlign: "Where the lines of a label begin or end.",
    .contentMode: "How an image fills its rectangle.",
    .thickness: "Points: of a bar, how high it is; of an icon, the side of its square.",
    .spacing: "Points between the elements.",
    .lineSpacing: "Points between the lines of elements that wrap.",
    .align: "Where the elements are across the row, or in the overlay.",
    .justify: "Where free length goes.",
    .wrap: "Whether elements that do not fit begin a new line.",
    .children: "The elements in order.",
    .if: "When the element is there: {a}, !{a}, {a} == text or {a} != text.",
    .when: "The widths of the component at which the element is there; else it takes no room.",
    .grow: "The element's share of free length.",
    .shrink: "How readily the element gives up length.",
    .basis: "The length the element starts with, in points.",
    .alignSelf: "Where the element is across its row or column.",
    .size: "Fixed width and height in points; 0 leaves a side as it is.",
    .minSize: "Least width and height in points; 0 for none.",
    .maxSize: "Greatest width and height in points; 0 for none.",
    .ratio: "Width by height.",
    .padding: "Points around the content, on all sides or by side.",
    .cornerRadius: "Radius of the corners in points; of an image also [top, bottom].",
    .background: "The color behind the element.",
    .border: "The color of a line around the element.",
    .shadow: "Whether the element throws a shadow.",
    .accessibilityLabel: "What screen readers say in place of what is shown, with holes.",
    .accessibilityRole: "What the element is to users of screen readers.",
    .accessibilityHidden: "Whether screen readers leave the element out, as with a decoration.",
  ]
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
enum NibFont {
  private static let all: [(name: String, font: Font)] = [
    ("large-title", .largeTitle), ("title", .title), ("headline", .headline), ("body", .body),
    ("body-medium", .bodyMedium), ("body-semibold", .bodySemibold), ("callout", .callout),
    ("subtitle", .subtitle), ("caption", .caption), ("section", .section), ("code", .code),
  ]

  static var names: [String] { all.map(\.name) }

  static func font(_ name: String) -> Font? { all.first { $0.name == name }?.font }
}
