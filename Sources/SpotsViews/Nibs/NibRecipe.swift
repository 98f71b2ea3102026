// Reads elements, any key of which may have a value for each class of the component's width.

/// An element while its keys are read: the settings they make, in order, for any class of width.
struct NibRecipe {
  private(set) var kind: String?
  private(set) var surface = ItemSurface.automatic
  private var settings: [NibSetting] = []
  private var contentKey: NibKey?

  /// The element for components of a class of width.
  ///
  /// - Complexity: O(keys), those of elements inside included.
  func element(for widthClass: WidthClass) -> NibElement {
    var draft = NibDraft()
    for set in settings { set(&draft, widthClass) }
    return draft.element
  }

  mutating func readObject(_ table: NibTable, from cursor: inout JSONCursor) throws(SyntaxError) {
    var keys = try cursor.beginObject(table.table)
    while let slot = try cursor.nextKey(&keys, of: table.table) {
      guard table.keys.indices.contains(Int(slot)) else { continue }
      try read(table.keys[Int(slot)], from: &cursor)
    }
  }

  private mutating func read(_ key: NibKey, from cursor: inout JSONCursor) throws(SyntaxError) {
    switch key {
    case .schema: try cursor.skipValue()
    case .kind: kind = try cursor.string()
    case .surface: surface = try cursor.choice(ItemSurface.self) ?? .automatic
    default:
      if NibKey.contentKeys.contains(key) { noteContent(key, &cursor) }
      if let setting = try NibSettings.read(key, from: &cursor) { settings.append(setting) }
    }
  }

  private mutating func noteContent(_ key: NibKey, _ cursor: inout JSONCursor) {
    if let first = contentKey, first != key {
      cursor.report(.error, .typeMismatch, at: cursor.scanner.at) { _ in
        "an element is one thing: it has '\(first.rawValue)' and '\(key.rawValue)'"
      }
    }
    contentKey = key
  }
}

/// Gives an element the value that a key has for a class of width.
private typealias NibSetting = (inout NibDraft, WidthClass) -> Void

/// An element under construction: a label's text and its font, for example, are keys of the same
/// object and come in any order.
private struct NibDraft {
  var content: NibElement.Content?
  var style = NibStyle()
  var font: Font?
  var color: NibPaint?
  var lines: Int?
  var textAlign: Label.Alignment?
  var contentMode: DrawCommand.ContentMode?
  var thickness: Double?
  var emphasis = ButtonEmphasis.plain
  // Of a row, column or overlay.
  var flex = Flex()
  var alignment: Flex.Alignment?
  var corner = NibElement.Corner.center
  var children: [NibElement] = []
  /// nil unless the nib says how far the element shrinks.
  var shrink: Double?

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
    case .stack(let axis, var flex, _):
      let usual = flex.alignment
      flex = self.flex
      flex.alignment = alignment ?? usual
      content = .stack(axis, flex, children)
    case .overlay: content = .overlay(children, corner)
    case .button(let title, _): content = .button(title, emphasis)
    case .spacer, .divider, .input, .empty: break
    }
    var style = style
    if let shrink { (style.traits.shrink, style.traits.givesAll) = (shrink, shrink > 0) }
    style.hasTraits = style.traits != FlexTraits()
    return NibElement(content: content, style: style)
  }

  /// Begins a row, a column or an overlay without children.
  mutating func begin(_ content: NibElement.Content) {
    self.content = content
    (flex, alignment, corner, children) = (Flex(), nil, .center, [])
  }
}

/// Reads the settings that the keys of elements make.
private enum NibSettings {
  static func read(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting? {
    if let setting = try readDetail(key, from: &cursor) { return setting }
    if let setting = try readContent(key, from: &cursor) { return setting }
    if let setting = try readFlex(key, from: &cursor) { return setting }
    if let setting = try readAccessibility(key, from: &cursor) { return setting }
    return try readLook(key, from: &cursor)
  }

  /// Returns a setting that gives the property at `path` the value at the cursor.
  ///
  /// - Parameter missing: The property's value in classes below the first one that has a value.
  private static func setting<Value>(
    _ path: WritableKeyPath<NibDraft, Value>, _ missing: Value, from cursor: inout JSONCursor,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Value
  ) throws(SyntaxError) -> NibSetting {
    let values = try ByWidth.read(from: &cursor, missing: missing, value: read)
    return { draft, widthClass in draft[keyPath: path] = values[widthClass] }
  }

  private static func setting<Value: RawRepresentable<String> & CaseIterable>(
    _ path: WritableKeyPath<NibDraft, Value?>, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    try setting(path, nil, from: &cursor) { cursor throws(SyntaxError) in
      try cursor.choice(Value.self)
    }
  }

  private static func setting(
    _ path: WritableKeyPath<NibDraft, Double>, _ missing: Double = 0,
    in range: ClosedRange<Double> = NumberRange.length, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    try setting(path, missing, from: &cursor) { cursor throws(SyntaxError) in
      try cursor.number(in: range) ?? missing
    }
  }

  private static func setting(
    _ path: WritableKeyPath<NibDraft, Double?>,
    in range: ClosedRange<Double> = NumberRange.length, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    try setting(path, nil, from: &cursor) { cursor throws(SyntaxError) in
      try cursor.number(in: range)
    }
  }

  private static func setting(
    _ path: WritableKeyPath<NibDraft, Bool>, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    try setting(path, false, from: &cursor) { cursor throws(SyntaxError) in
      try cursor.bool() ?? false
    }
  }

  private static func setting(
    _ path: WritableKeyPath<NibDraft, NibPaint?>, else fallback: ColorRole,
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    try setting(path, nil, from: &cursor) { cursor throws(SyntaxError) in
      try NibValue.paint(from: &cursor, else: .role(fallback))
    }
  }

  // MARK: Content

  private static func readDetail(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting? {
    switch key {
    case .font: try setting(\.font, nil, from: &cursor, NibValue.font)
    case .color: try setting(\.color, else: .primary, from: &cursor)
    case .lines:
      try setting(\.lines, nil, from: &cursor) { cursor throws(SyntaxError) in
        try cursor.integer(in: 0...1000)
      }
    case .textAlign: try setting(\.textAlign, from: &cursor)
    case .contentMode: try setting(\.contentMode, from: &cursor)
    case .thickness: try setting(\.thickness, from: &cursor)
    case .emphasis:
      try setting(\.emphasis, .plain, from: &cursor) { cursor throws(SyntaxError) in
        try cursor.choice(ButtonEmphasis.self) ?? .plain
      }
    default: nil
    }
  }

  private static func readContent(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting? {
    switch key {
    case .row:
      try readStack(
        NibTable.stack, .stack(.horizontal, Flex(alignment: .center), []), from: &cursor)
    case .column:
      try readStack(
        NibTable.stack, .stack(.vertical, Flex(), []), from: &cursor)
    case .overlay: try readStack(NibTable.overlay, .overlay([], .center), from: &cursor)
    case .label, .image, .icon, .progress, .spacer, .divider, .input, .button:
      try setting(\.content, nil, from: &cursor) { cursor throws(SyntaxError) in
        try readPart(key, from: &cursor)
      }
    default: nil
    }
  }

  /// Content without elements inside.
  private static func readPart(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibElement.Content? {
    switch key {
    case .label: try NibValue.template(from: &cursor).map { .label(NibLabel(text: $0)) }
    case .image: try NibValue.template(from: &cursor).map { .image($0, .fill) }
    case .icon:
      try cursor.choice(Icon.Name.self).map { .icon($0, .paint(.role(.secondary)), size: 16) }
    case .progress:
      try NibValue.template(from: &cursor).map {
        .progress($0, .paint(.role(.accent)), thickness: 6)
      }
    case .spacer: .spacer(try cursor.number(in: NumberRange.length) ?? 0)
    case .divider: .divider(try cursor.choice(Axis.self) ?? .horizontal)
    case .input: try cursor.choice(InputKind.self).map { .input($0) }
    case .button: try NibValue.template(from: &cursor).map { .button($0, .plain) }
    default: nil
    }
  }

  /// Reads a row, a column or an overlay, whose keys may also be those of the element itself.
  private static func readStack(
    _ table: NibTable, _ content: NibElement.Content, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    let begin: NibSetting = { draft, _ in draft.begin(content) }
    let settings = try ByWidth.read(
      table.tableByWidth, from: &cursor, missing: [], object: [begin]
    ) {
      settings, slot, cursor throws(SyntaxError) in
      try readKey(slot, of: table, into: &settings, from: &cursor)
    } value: { cursor throws(SyntaxError) in
      try table.table.readObject(
        from: &cursor, into: [begin], expecting: "an object with 'children'"
      ) { settings, slot, cursor throws(SyntaxError) in
        try readKey(slot, of: table, into: &settings, from: &cursor)
      } ?? []
    }
    return { draft, widthClass in
      draft.content = nil
      for set in settings[widthClass] { set(&draft, widthClass) }
    }
  }

  private static func readKey(
    _ slot: UInt8, of table: NibTable, into settings: inout [NibSetting],
    from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    guard table.keys.indices.contains(Int(slot)) else { return }
    let key = table.keys[Int(slot)]
    let setting =
      key == .align ? try readAlign(table, from: &cursor) : try read(key, from: &cursor)
    if let setting { settings.append(setting) }
  }

  private static func readAlign(
    _ table: NibTable, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    guard table.table === NibTable.overlay.table else {
      return try setting(\.alignment, from: &cursor)
    }
    return try setting(\.corner, .center, from: &cursor) { cursor throws(SyntaxError) in
      try cursor.choice(NibElement.Corner.self) ?? .center
    }
  }

  private static func readChildren(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    let children = try ByWidth.read(from: &cursor, missing: []) { cursor throws(SyntaxError) in
      try readElements(from: &cursor)
    }
    return { draft, widthClass in
      draft.children = children[widthClass].map { $0.element(for: widthClass) }
    }
  }

  private static func readElements(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [NibRecipe] {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of elements") ?? []
    }
    var recipes: [NibRecipe] = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("an element")
        continue
      }
      var recipe = NibRecipe()
      try recipe.readObject(NibTable.element, from: &cursor)
      recipes.append(recipe)
    }
    return recipes
  }

  // MARK: Arrangement and look

  private static func readFlex(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting? {
    switch key {
    case .spacing: try setting(\.flex.spacing, from: &cursor)
    case .lineSpacing: try setting(\.flex.lineSpacing, from: &cursor)
    case .justify:
      try setting(\.flex.justification, .start, from: &cursor) { cursor throws(SyntaxError) in
        try cursor.choice(Flex.Justification.self) ?? .start
      }
    case .wrap: try setting(\.flex.wraps, from: &cursor)
    case .children: try readChildren(from: &cursor)
    case .grow: try setting(\.style.traits.grow, in: 0...1000, from: &cursor)
    case .shrink: try setting(\.shrink, in: 0...1000, from: &cursor)
    case .basis: try setting(\.style.traits.basis, from: &cursor)
    case .alignSelf: try setting(\.style.traits.alignment, from: &cursor)
    case .size: try readSides(\.width, \.height, from: &cursor)
    case .minSize: try readSides(\.minimumWidth, \.minimumHeight, from: &cursor)
    case .maxSize: try readSides(\.maximumWidth, \.maximumHeight, from: &cursor)
    case .ratio: try setting(\.style.ratio, in: 0.01...100, from: &cursor)
    default: nil
    }
  }

  private static func readLook(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting? {
    switch key {
    case .if: return try setting(\.style.condition, nil, from: &cursor, NibValue.condition)
    case .when: return try readWidths(from: &cursor)
    case .padding: return try readPadding(from: &cursor)
    case .cornerRadius:
      return try setting(\.style.corners, Corners(), from: &cursor, NibValue.corners)
    case .background: return try setting(\.style.background, else: .surface, from: &cursor)
    case .border: return try setting(\.style.border, else: .separator, from: &cursor)
    case .shadow: return try setting(\.style.hasShadow, from: &cursor)
    case .action: return try setting(\.style.action, nil, from: &cursor, NibValue.template)
    default:
      try cursor.skipValue()
      return nil
    }
  }

  private static func readAccessibility(
    _ key: NibKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting? {
    switch key {
    case .accessibilityLabel: try setting(\.style.label, nil, from: &cursor, NibValue.template)
    case .accessibilityRole: try setting(\.style.role, from: &cursor)
    case .accessibilityHidden: try setting(\.style.isUnread, from: &cursor)
    default: nil
    }
  }

  private static func readSides(
    _ width: WritableKeyPath<SizeLimits, Double?>, _ height: WritableKeyPath<SizeLimits, Double?>,
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    let sizes = try ByWidth.read(
      LayoutKeys.sizeByWidth, from: &cursor, missing: Size.zero, object: .zero
    ) {
      size, slot, cursor throws(SyntaxError) in
      try size.readSide(slot, from: &cursor)
    } value: { cursor throws(SyntaxError) in
      try Size.read(from: &cursor) ?? .zero
    }
    return { draft, widthClass in
      let size = sizes[widthClass]
      draft.style.limits[keyPath: width] = size.width > 0 ? size.width : nil
      draft.style.limits[keyPath: height] = size.height > 0 ? size.height : nil
    }
  }

  private static func readWidths(from cursor: inout JSONCursor) throws(SyntaxError) -> NibSetting {
    let widths = try ByWidth.read(
      LayoutKeys.widthRangeByWidth, from: &cursor, missing: WidthRange?.none, object: WidthRange()
    ) { range, slot, cursor throws(SyntaxError) in
      try range?.readLimit(slot, from: &cursor)
    } value: { cursor throws(SyntaxError) in
      try WidthRange.read(from: &cursor)
    }
    return { draft, widthClass in draft.style.widths = widths[widthClass] }
  }

  private static func readPadding(from cursor: inout JSONCursor) throws(SyntaxError) -> NibSetting {
    let paddings = try ByWidth.read(
      LayoutKeys.insetByWidth, from: &cursor, missing: EdgeInsets?.none, object: EdgeInsets()
    ) { padding, slot, cursor throws(SyntaxError) in
      try padding?.readSide(slot, from: &cursor)
    } value: { cursor throws(SyntaxError) in
      try EdgeInsets.read(from: &cursor)
    }
    return { draft, widthClass in draft.style.padding = paddings[widthClass] }
  }
}
