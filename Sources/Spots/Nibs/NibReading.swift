/// The result of reading a nib.
public struct NibReading: Sendable {
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
  public static func read(_ bytes: [UInt8]) -> NibReading {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxFault) in
      try readNib(from: &cursor)
    }
    return NibReading(nib: document.value ?? nil, diagnostics: document.diagnostics)
  }

  private static func readNib(from cursor: inout JSONCursor) throws(SyntaxFault) -> Nib? {
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

  mutating func readObject(
    _ table: NibTable, from cursor: inout JSONCursor
  ) throws(SyntaxFault) {
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
  ) throws(SyntaxFault) {
    switch key {
    case .kind: kind = try cursor.string()
    case .surface: surface = try cursor.choice(ItemSurface.self) ?? .automatic
    case .font: font = try cursor.font()
    case .color: color = try cursor.paint(else: .role(.primary))
    case .lines: lines = try cursor.integer(in: 0...1000)
    case .textAlign: textAlign = try cursor.choice(Label.Alignment.self)
    case .contentMode: contentMode = try cursor.choice(DrawCommand.ContentMode.self)
    case .thickness: thickness = try cursor.number(in: NumberRange.length)
    default: try cursor.skipValue()
    }
  }

  private mutating func readContent(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxFault) {
    if let first = contentKey, first != key {
      cursor.report(.error, .typeMismatch, at: cursor.scanner.at) { _ in
        "an element is one thing: it has '\(first.rawValue)' and '\(key.rawValue)'"
      }
    }
    contentKey = key
    switch key {
    case .label: content = try cursor.template().map { .label(NibLabel(text: $0)) }
    case .image: content = try cursor.template().map { .image($0, .fill) }
    case .icon:
      content = try cursor.choice(Icon.Name.self).map {
        .icon($0, .paint(.role(.secondary)), size: 16)
      }
    case .progress:
      content = try cursor.template().map { .progress($0, .paint(.role(.accent)), thickness: 6) }
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
  ) throws(SyntaxFault) -> NibElement.Content? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object with 'children'")
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
  ) throws(SyntaxFault) -> NibElement.Content? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object with 'children'")
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
  ) throws(SyntaxFault) -> [NibElement] {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nothing("an array of elements") ?? []
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
