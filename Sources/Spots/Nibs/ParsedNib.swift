/// The result of reading a nib.
public struct ParsedNib: Sendable {
  /// Nil when the document is not JSON, or not a nib.
  public var nib: Nib?
  /// The faults found, in the order of their positions.
  public var diagnostics: [Diagnostic]

  /// Whether any diagnostic is more than a warning.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Nib {
  /// Reads a nib from the bytes of a JSON document, as strictly as a screen: every fault is a
  /// diagnostic with its position, and a value of a wrong type is ignored without losing others.
  ///
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) -> ParsedNib {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      try readNib(from: &cursor)
    }
    return ParsedNib(nib: document.value ?? nil, diagnostics: document.diagnostics)
  }

  private static func readNib(from cursor: inout JSONCursor) throws(SyntaxError) -> Nib? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      try cursor.mismatch("an object with 'kind' and an element")
      return nil
    }
    let start = cursor.scanner.at
    var reading = NibElementReading()
    try reading.readObject(NibTable.nib, from: &cursor)
    guard let kind = reading.kind, !kind.isEmpty else {
      cursor.report(.error, .typeMismatch, at: start) { _ in
        "no 'kind': a nib needs the name of the items it shows"
      }
      return nil
    }
    var root = reading.element
    let padding = root.style.padding
    root.style.padding = nil
    return Nib(kind: kind, surface: reading.surface, padding: padding, root: root)
  }
}

/// An element while its keys are read. A label's text and its font, for example, are keys of the
/// same object, in any order.
private struct NibElementReading {
  var kind: String?
  var surface = ItemSurface.automatic
  private var style = NibStyle()
  private var content: NibElement.Content?
  private var contentKey: NibKey?
  private var font: Font?
  private var color: NibPaint?
  private var lines: Int?
  private var textAlign: Label.Alignment?
  private var contentMode: DrawCommand.ContentMode?
  private var thickness: Double?

  mutating func readObject(_ table: NibTable, from cursor: inout JSONCursor) throws(SyntaxError) {
    var keys = try cursor.beginObject(table.table)
    while let slot = try cursor.nextKey(&keys, of: table.table) {
      guard table.keys.indices.contains(Int(slot)) else { continue }
      let key = table.keys[Int(slot)]
      if NibKey.contentKeys.contains(key) {
        try readContent(key, from: &cursor)
      } else if try !style.read(key, from: &cursor) {
        try readDetail(key, from: &cursor)
      }
    }
  }

  var element: NibElement {
    var content = content ?? .empty
    switch content {
    case .label(var label):
      label.font = font ?? label.font
      label.color = color ?? label.color
      label.lineLimit = lines ?? label.lineLimit
      label.alignment = textAlign ?? label.alignment
      content = .label(label)
    case .image(let source, let mode): content = .image(source, contentMode ?? mode)
    case .icon(let name, let paint, let size):
      content = .icon(name, color ?? paint, size: thickness ?? size)
    case .progress(let value, let paint, let bar):
      content = .progress(value, color ?? paint, thickness: thickness ?? bar)
    case .spacer, .divider, .stack, .overlay, .empty: break
    }
    return NibElement(content: content, style: style)
  }

  private mutating func readDetail(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    switch key {
    case .kind: kind = try cursor.string()
    case .surface: surface = try cursor.choice(ItemSurface.self) ?? .automatic
    case .font: font = try NibValue.font(from: &cursor)
    case .color: color = try NibValue.paint(from: &cursor, else: .role(.primary))
    case .lines: lines = try cursor.integer(in: 0...1000)
    case .textAlign: textAlign = try cursor.choice(Label.Alignment.self)
    case .contentMode: contentMode = try cursor.choice(DrawCommand.ContentMode.self)
    case .thickness: thickness = try cursor.number(in: NumberRange.length)
    default: try cursor.skipValue()
    }
  }

  private mutating func readContent(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if let first = contentKey, first != key {
      cursor.report(.error, .typeMismatch, at: cursor.scanner.at) { _ in
        "an element is one thing: it has '\(first.rawValue)' and '\(key.rawValue)'"
      }
    }
    contentKey = key
    switch key {
    case .label: content = try NibValue.template(from: &cursor).map { .label(NibLabel(text: $0)) }
    case .image: content = try NibValue.template(from: &cursor).map { .image($0, .fill) }
    case .icon:
      content = try cursor.choice(Icon.Name.self).map {
        .icon($0, .paint(.role(.secondary)), size: 16)
      }
    case .progress:
      content = try NibValue.template(from: &cursor).map {
        .progress($0, .paint(.role(.accent)), thickness: 6)
      }
    case .spacer: content = .spacer(try cursor.number(in: NumberRange.length) ?? 0)
    case .divider: content = .divider(try cursor.choice(Axis.self) ?? .horizontal)
    case .row: content = try readStack(.horizontal, from: &cursor)
    case .column: content = try readStack(.vertical, from: &cursor)
    case .overlay: content = try readOverlay(from: &cursor)
    default: try cursor.skipValue()
    }
  }

  private mutating func readStack(
    _ axis: Axis, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibElement.Content? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object with 'children'")
    }
    var flex = Flex(alignment: axis == .horizontal ? .center : .stretch)
    var children: [NibElement] = []
    var keys = try cursor.beginObject(NibTable.stack.table)
    while let slot = try cursor.nextKey(&keys, of: NibTable.stack.table) {
      let key = NibTable.stack.keys[Int(slot)]
      switch key {
      case .spacing: flex.spacing = try cursor.number(in: NumberRange.length) ?? 0
      case .lineSpacing: flex.lineSpacing = try cursor.number(in: NumberRange.length) ?? 0
      case .align: flex.alignment = try cursor.choice(Flex.Alignment.self) ?? flex.alignment
      case .justify: flex.justification = try cursor.choice(Flex.Justification.self) ?? .start
      case .wrap: flex.wraps = try cursor.bool() ?? false
      case .children: children = try Self.readChildren(from: &cursor)
      default: if try !style.read(key, from: &cursor) { try cursor.skipValue() }
      }
    }
    return .stack(axis, flex, children)
  }

  private mutating func readOverlay(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibElement.Content? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object with 'children'")
    }
    var corner = NibElement.Corner.center
    var children: [NibElement] = []
    var keys = try cursor.beginObject(NibTable.overlay.table)
    while let slot = try cursor.nextKey(&keys, of: NibTable.overlay.table) {
      let key = NibTable.overlay.keys[Int(slot)]
      switch key {
      case .align: corner = try cursor.choice(NibElement.Corner.self) ?? .center
      case .children: children = try Self.readChildren(from: &cursor)
      default: if try !style.read(key, from: &cursor) { try cursor.skipValue() }
      }
    }
    return .overlay(children, corner)
  }

  private static func readChildren(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [NibElement] {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of elements") ?? []
    }
    var children: [NibElement] = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("an element")
        continue
      }
      var reading = NibElementReading()
      try reading.readObject(NibTable.element, from: &cursor)
      children.append(reading.element)
    }
    return children
  }
}

extension NibStyle {
  /// Reads the value of `key` if every element can have that key.
  ///
  /// - Returns: Whether the value was read.
  mutating func read(_ key: NibKey, from cursor: inout JSONCursor) throws(SyntaxError) -> Bool {
    switch key {
    case .if: condition = try NibValue.condition(from: &cursor)
    case .grow: traits.grow = try cursor.number(in: 0...1000) ?? 0
    case .shrink: traits.shrink = try cursor.number(in: 0...1000) ?? 1
    case .basis: traits.basis = try cursor.number(in: NumberRange.length)
    case .alignSelf: traits.alignment = try cursor.choice(Flex.Alignment.self)
    case .size: (limits.width, limits.height) = try NibValue.sides(from: &cursor)
    case .minSize: (limits.minimumWidth, limits.minimumHeight) = try NibValue.sides(from: &cursor)
    case .maxSize: (limits.maximumWidth, limits.maximumHeight) = try NibValue.sides(from: &cursor)
    case .ratio: ratio = try cursor.number(in: 0.01...100)
    case .padding: padding = try NibValue.padding(from: &cursor)
    case .cornerRadius: corners = try NibValue.corners(from: &cursor)
    case .background: background = try NibValue.paint(from: &cursor, else: .role(.surface))
    case .border: border = try NibValue.paint(from: &cursor, else: .role(.separator))
    case .shadow: hasShadow = try cursor.bool() ?? false
    default: return false
    }
    hasTraits = traits != FlexTraits()
    return true
  }
}

/// Reads the values that occur only in nibs.
private enum NibValue {
  /// Text with holes; a number counts as its text.
  static func template(from cursor: inout JSONCursor) throws(SyntaxError) -> NibTemplate? {
    let start = cursor.scanner.at
    if cursor.isAtNumber {
      let token = try cursor.scanner.number()
      return NibTemplate(text: cursor.scanner.text(token.start, token.end))
    }
    guard let text = try cursor.string() else { return nil }
    let (template, errors) = NibTemplate.parse(text)
    report(errors, at: start, from: &cursor)
    return template
  }

  static func condition(from cursor: inout JSONCursor) throws(SyntaxError) -> NibCondition? {
    let start = cursor.scanner.at
    guard let text = try cursor.string() else { return nil }
    let (condition, errors) = NibCondition.parse(text)
    report(errors, at: start, from: &cursor)
    return condition
  }

  /// The name of a role, `#RRGGBB`, or text with holes that gives either.
  static func paint(
    from cursor: inout JSONCursor, else fallback: Paint
  ) throws(SyntaxError) -> NibPaint? {
    let start = cursor.scanner.at
    guard cursor.scanner.current == UInt8(ascii: "\"") else {
      return try cursor.nullOrMismatch("a color")
    }
    let token = try cursor.scanner.string()
    let text = cursor.scanner.text(of: token)
    if text.contains("{") {
      let (template, errors) = NibTemplate.parse(text)
      report(errors, at: start, from: &cursor)
      return .template(template, else: fallback)
    }
    if let paint = Paint(name: text) { return .paint(paint) }
    cursor.report(.error, .typeMismatch, at: start) { cursor in
      let nearest = nearestName(to: text, among: ColorRole.allCases.map(\.rawValue))
      return "\(cursor.subject) expects a color such as 'secondary' or '#2458D6',"
        + " not \(cursor.quoted(token))" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    return nil
  }

  static func font(from cursor: inout JSONCursor) throws(SyntaxError) -> Font? {
    let start = cursor.scanner.at
    guard cursor.scanner.current == UInt8(ascii: "\"") else {
      return try cursor.nullOrMismatch("the name of a style")
    }
    let token = try cursor.scanner.string()
    let name = cursor.scanner.text(of: token)
    if let font = NibFont.font(name) { return font }
    cursor.report(.error, .typeMismatch, at: start) { cursor in
      let nearest = nearestName(to: name, among: NibFont.names)
      return "\(cursor.subject) expects one of \(NibFont.names.joined(separator: ", ")),"
        + " not \(cursor.quoted(token))" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    return nil
  }

  /// Width and height in points, as `[w, h]` or as an object; nil for a side of 0.
  static func sides(from cursor: inout JSONCursor) throws(SyntaxError) -> (
    width: Double?, height: Double?
  ) {
    var sides: [Double] = []
    if cursor.scanner.current == UInt8(ascii: "[") {
      let start = cursor.scanner.at
      var elements = try cursor.beginArray()
      while try cursor.nextElement(&elements) {
        sides.append(try cursor.number(in: NumberRange.length) ?? 0)
      }
      if sides.count != 2 {
        cursor.report(.error, .typeMismatch, at: start) { cursor in
          "\(cursor.subject) expects two numbers in brackets, not \(sides.count) numbers"
        }
        return (nil, nil)
      }
    } else {
      guard let size = try Size.read(from: &cursor) else { return (nil, nil) }
      sides = [size.width, size.height]
    }
    return (sides[0] > 0 ? sides[0] : nil, sides[1] > 0 ? sides[1] : nil)
  }

  /// One radius for all corners, or `[top, bottom]`; when those differ, the larger one is used and
  /// the other corners are square.
  static func corners(from cursor: inout JSONCursor) throws(SyntaxError) -> Corners {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return Corners(radius: try cursor.number(in: NumberRange.length) ?? 0)
    }
    let (top, bottom) = try sides(from: &cursor)
    if top == bottom { return Corners(radius: top ?? 0) }
    return (top ?? 0) > (bottom ?? 0)
      ? Corners(radius: top ?? 0, edges: .top) : Corners(radius: bottom ?? 0, edges: .bottom)
  }

  /// Points for all sides, or an object of sides.
  static func padding(from cursor: inout JSONCursor) throws(SyntaxError) -> EdgeInsets? {
    guard cursor.isAtNumber else { return try EdgeInsets.read(from: &cursor) }
    guard let all = try cursor.number(in: NumberRange.length) else { return nil }
    return EdgeInsets(top: all, left: all, bottom: all, right: all)
  }

  private static func report(
    _ errors: [NibTemplate.HoleError], at offset: Int, from cursor: inout JSONCursor
  ) {
    for error in errors {
      switch error {
      case .unclosed:
        cursor.report(.error, .typeMismatch, at: offset) { cursor in
          "\(cursor.subject) has a '{' without '}'; a brace itself is written '{{'"
        }
      case .unknown(let name):
        cursor.report(.warning, .unknownKey, at: offset) { _ in
          let known = NibTemplate.Field.allCases.map(\.rawValue) + ["meta.…"]
          let nearest = nearestName(to: name, among: known)
          return "unknown hole '{\(name.printable(limit: 40))}'; "
            + (nearest.map { "did you mean '{\($0)}'?" }
              ?? "known are \(known.joined(separator: ", "))")
        }
      }
    }
  }
}
