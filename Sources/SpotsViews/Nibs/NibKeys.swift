/// The fields of nibs and their elements. Any value of an element may depend on the class of the
/// component's width.
enum NibKeys {
  /// The fields of the nib itself and of its element.
  static let nib = fields(
    "nib", required: "kind", others: [stack.table, overlay.table],
    [
      Field(own: "$schema", .any, "The JSON Schema for editors; free."),
      Field(own: "kind", .string, "Which items the nib shows."),
      Field(
        own: "surface", .words(of: ItemSurface.self),
        "What lies behind: a row or card, or nothing."),
    ] + content + details + style)

  /// The fields of an element inside.
  static let element = fields(
    "element", others: [stack.table, overlay.table], content + details + style)

  /// The fields of a row or a column.
  static let stack = fields(
    "stack",
    [
      Field(\.flex.spacing, "spacing", .number(), "Points between the elements."),
      Field(
        \.flex.lineSpacing, "line-spacing", .number(),
        "Points between the lines of elements that wrap."),
      Field(
        optional: \.alignment, "align", .word,
        "Where the elements are across the row, or in the overlay."),
      Field(\.flex.justification, "justify", .word, "Where free length goes."),
      Field(
        \.flex.wraps, "wrap", .bool, "Whether elements that do not fit begin a new line."),
      children,
    ] + style)

  /// The fields of an overlay.
  static let overlay = fields(
    "overlay",
    [
      Field(
        \.corner, "align", .word, "Where the elements are across the row, or in the overlay."),
      children,
    ] + style)

  /// The keys of a row or a column, and the classes of width.
  static let stackByWidth = LayoutKeys.byWidth(of: stack.table)

  /// The keys of an overlay, and the classes of width.
  static let overlayByWidth = LayoutKeys.byWidth(of: overlay.table)

  /// The keys of what an element shows, of which it has one.
  static let contentNames = Set(element.table.names.prefix(content.count))

  /// All tables of nibs, the nib's own first.
  static var all: [KeyTable] {
    [nib, element, stack, overlay].map(\.table)
      + [LayoutKeys.widthRange.table, LayoutKeys.inset.table, LayoutKeys.size.table]
  }

  private static func fields(
    _ name: String, required: String? = nil, others: [KeyTable] = [],
    _ fields: [Field<NibElement>]
  ) -> Fields<NibElement> {
    Fields(
      name, of: NibElement(), required: required, isByWidth: true, others: others,
      noun: "an object with 'children'", fields)
  }

  private static let content: [Field<NibElement>] = [
    Field(
      optional: \.content, "label", .content(.template()) { .label($0) },
      "Text, with holes for expressions, such as {title} or {meta.price * 2}."),
    Field(
      optional: \.content, "markdown", .content(.template()) { .markdown($0) },
      "Text in Markdown, with holes, on as many lines as it needs."),
    Field(
      optional: \.content, "image", .content(.template()) { .image($0) },
      "URL or path of an image, with holes."),
    Field(
      optional: \.content, "icon", .content(iconName) { .icon($0) },
      "A small drawing by its name, or else the icon of the desktop's theme."),
    Field(
      optional: \.content, "progress",
      .content(.template(.either([.number(0...1), .string]))) { .progress($0) },
      "How much of a bar is filled, from 0 to 1, with holes; a part goes to and fro for null."),
    Field(
      optional: \.content, "spinner", .content(FieldValue<Bool>.bool) { .spinner($0) },
      "A circle of dots that goes round while something is under way."),
    Field(
      optional: \.content, "badge", .content(.template()) { .badge($0) },
      "A few words that stand out, with holes."),
    Field(
      optional: \.content, "sparkline", .content(.template()) { .sparkline($0) },
      "The numbers of a small line: a hole for an array, such as {meta.load}."),
    Field(
      optional: \.content, "spacer", .content(.number(), else: .spacer(0)) { .spacer($0) },
      "Room between elements in points; 0 takes all that is free."),
    Field(
      optional: \.content, "divider",
      .content(FieldValue<Axis>.word, else: .divider(.horizontal)) { .divider($0) },
      "A line one device pixel thick."),
    Field(own: "row", .byWidth(.object("stack")), "Elements side by side."),
    Field(own: "column", .byWidth(.object("stack")), "Elements below each other."),
    Field(own: "overlay", .byWidth(.object("overlay")), "Elements in front of the first one."),
    Field(
      optional: \.content, "input", .content(.input) { .input($0) },
      "The control for the item's value."),
    Field(
      optional: \.content, "button", .content(.template()) { .button($0) },
      "A button with this title, with holes."),
  ]

  /// The name of an icon. One that is nearly that of a drawing is a fault.
  private static let iconName: FieldValue<Icon.Name> = {
    let names = Icon.Name.allCases.map(\.rawValue)
    let name = FieldValue<String>.string.converted { text, subject in
      let advice = names.contains(text) ? "" : advice(nearestTo: text, among: names)
      guard advice.isEmpty else {
        throw FieldFault("\(subject) names no icon: '\(text.printable(limit: 40))'\(advice)")
      }
      return Icon.Name(rawValue: text)
    }
    return FieldValue(.either([.words(names), .string]), read: name.read)
  }()

  /// The keys of labels, images, icons, bars and buttons.
  private static let details: [Field<NibElement>] = [
    Field(optional: \.font, "font", .font, "The style of a label."),
    Field(
      optional: \.color, "color", .paint(else: .primary),
      "Of a label, icon, bar or line: a role such as secondary, #RRGGBB, or a hole."),
    Field(
      optional: \.lines, "lines", .integer(0...1000),
      "How many lines a label may have; 0 for all it needs."),
    Field(
      optional: \.textAlign, "text-align", .word, "Where the lines of a label begin or end."),
    Field(
      optional: \.isSelectable, "selectable", .bool,
      "Whether a label's text can be selected and copied; it has all lines it needs then."),
    Field(
      optional: \.contentMode, "content-mode", .word, "How an image fills its rectangle."),
    Field(
      optional: \.thickness, "thickness", .number(),
      "Points: of a bar, how high it is; of an icon, the side of its square."),
    Field(\.emphasis, "emphasis", .word, "How much a button stands out."),
    Field(\.badgeStyle, "badge-style", .word, "How the words of a badge stand out."),
    Field(
      optional: \.initials, "initials", .template(),
      "Somebody's name, of which an image shows the initials until there is a picture."),
  ]

  /// The keys of every element.
  private static let style: [Field<NibElement>] = [
    Field(
      optional: \.style.condition, "if", .condition(in: ItemScope.nibs),
      "When the element is there: an expression, or {a}, !{a}, {a} == text or {a} != text."),
    Field(
      optional: \.style.widths, "when",
      .object(LayoutKeys.widthRange, byWidth: LayoutKeys.widthRangeByWidth),
      "The widths of the component at which the element is there; else it takes no room."),
    Field(\.style.traits.grow, "grow", .number(0...1000), "The element's share of free length."),
    Field(
      optional: \.style.shrink, "shrink", .number(0...1000),
      "How readily the element gives up length."),
    Field(
      optional: \.style.traits.basis, "basis", .number(),
      "The length the element starts with, in points."),
    Field(
      optional: \.style.traits.alignment, "align-self", .word,
      "Where the element is across its row or column."),
    Field(
      \.style.size, "size", .size,
      "Fixed width and height in points, of a label at normal text size; 0 leaves a side as it is."),
    Field(
      \.style.leastSize, "min-size", .size, "Least width and height in points; 0 for none."),
    Field(
      \.style.greatestSize, "max-size", .size,
      "Greatest width and height in points; 0 for none."),
    Field(optional: \.style.ratio, "ratio", .number(0.01...100), "Width by height."),
    Field(
      optional: \.style.padding, "padding", .insets,
      "Points around the content, on all sides or by side."),
    Field(
      \.style.corners, "corner-radius", .corners,
      "Radius of the corners in points; of an image also [top, bottom]."),
    Field(
      optional: \.style.background, "background", .paint(else: .surface),
      "The color behind the element."),
    Field(
      optional: \.style.border, "border", .paint(else: .separator),
      "The color of a line around the element."),
    Field(\.style.hasShadow, "shadow", .bool, "Whether the element throws a shadow."),
    Field(
      optional: \.style.action, "action", .template(),
      "What a click on the element sends, with holes; without it the item is clicked."),
    Field(
      optional: \.style.label, "accessibility-label", .template(),
      "What screen readers say in place of what is shown, with holes."),
    Field(
      optional: \.style.role, "accessibility-role", .word,
      "What the element is to users of screen readers."),
    Field(
      \.style.isUnread, "accessibility-hidden", .bool,
      "Whether screen readers leave the element out, as with a decoration."),
  ]

  private static let children = Field<NibElement>(
    own: "children", .byWidth(.array(.object("element"))), "The elements in order.")
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
      .object(NibKeys.nib.table.name), NibKeys.all)
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
