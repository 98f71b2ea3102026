/// Writes one JSON value (RFC 8259) piece by piece, in the order of the calls.
///
/// The output is UTF-8 and safe to print: control characters, delete, C1 and characters that change
/// the direction of text are escaped as `\uXXXX`. The writer adds separators and indentation. Every
/// container must be ended, and every value of an object must follow a `key(_:)`; debug builds stop
/// at an end or a value that does not fit.
///
/// - Complexity: O(1) for each call, plus the text written.
package struct JSONWriter: Sendable {
  /// The UTF-8 written so far.
  package private(set) var bytes: [UInt8] = []

  private let pretty: Bool
  private var open: [Container] = []
  private var keyIsPending = false

  private struct Container {
    var isObject: Bool
    var isEmpty = true
  }

  /// - Parameter pretty: Writes each element on a separate line, indented by two spaces per level,
  ///   instead of one line without spaces.
  package init(pretty: Bool = false) {
    self.pretty = pretty
  }

  /// A copy of `bytes` as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Begins an object, whose values each need a `key(_:)`.
  package mutating func beginObject() { begin("{", isObject: true) }
  /// Ends the innermost container, which must be an object.
  package mutating func endObject() { end("}", isObject: true) }
  /// Begins an array, whose values have no keys.
  package mutating func beginArray() { begin("[", isObject: false) }
  /// Ends the innermost container, which must be an array.
  package mutating func endArray() { end("]", isObject: false) }

  /// Writes the key of the next value.
  package mutating func key(_ key: String) {
    assert(open.last?.isObject == true && !keyIsPending, "a key belongs into an object")
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    if pretty { bytes.append(UInt8(ascii: " ")) }
    keyIsPending = true
  }

  /// Writes a string in quotes, escaped.
  package mutating func string(_ value: String) {
    beginValue()
    quote(value)
  }

  /// Writes the shortest text that reads back as the same number, without `.0`. NaN and infinities,
  /// which JSON does not have, become `null`.
  package mutating func number(_ value: Double) {
    beginValue()
    guard value.isFinite else { return append("null") }
    let text = value.description
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes an integer in decimal digits.
  package mutating func integer(_ value: Int) {
    beginValue()
    append(value.description)
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) {
    beginValue()
    append(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    beginValue()
    append("null")
  }

  /// Writes a value that is JSON already.
  mutating func verbatim(_ json: String) { verbatim(Array(json.utf8)) }

  /// Writes a value that is JSON already, as UTF-8.
  package mutating func verbatim(_ json: [UInt8]) {
    beginValue()
    bytes += json
  }

  /// Writes a whole tree, with the keys of objects sorted. A `number` keeps a fraction or an
  /// exponent, so that it does not read back as an `integer`.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value):
      beginValue()
      append(value.isFinite ? value.description : "null")
    case .string(let value): string(value)
    case .array(let values):
      beginArray()
      for value in values { self.value(value) }
      endArray()
    case .object(let values):
      beginObject()
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        self.key(key)
        self.value(value)
      }
      endObject()
    }
  }

  // MARK: - Members

  /// Writes a member of the open object, `null` for nil.
  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  /// Writes a member of the open object, `null` for nil.
  package mutating func member(_ name: String, _ value: Int?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// Writes a member of the open object.
  package mutating func member(_ name: String, _ value: Double) {
    key(name)
    number(value)
  }

  /// Writes a member of the open object.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  // MARK: - Separators

  private mutating func begin(_ bracket: Unicode.Scalar, isObject: Bool) {
    beginValue()
    bytes.append(UInt8(ascii: bracket))
    open.append(Container(isObject: isObject))
  }

  private mutating func end(_ bracket: Unicode.Scalar, isObject: Bool) {
    guard let container = open.popLast() else {
      return assertionFailure("an end without a beginning")
    }
    assert(container.isObject == isObject && !keyIsPending, "the end of another container")
    if !container.isEmpty { breakLine() }
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func beginValue() {
    if keyIsPending {
      keyIsPending = false
    } else {
      assert(open.last?.isObject != true, "a value of an object needs a key")
      separate()
    }
  }

  private mutating func separate() {
    guard let last = open.indices.last else { return }
    if !open[last].isEmpty { bytes.append(UInt8(ascii: ",")) }
    open[last].isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    guard pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }

  // MARK: - Text

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.mayNeedEscape) {
      for scalar in text.unicodeScalars { append(escaping: scalar) }
    } else {
      append(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// True for ASCII that is escaped and for the first bytes of other scalars that may be.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
    default: false
    }
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    default:
      guard scalar.isUnprintable else { return append(String(scalar)) }
      let digits = String(scalar.value, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
  }
}

// Members of the objects of a screen: a key and its value, or nothing when the value is the
// default.
extension JSONWriter {
  package mutating func string(_ key: String, _ value: String?, unless fallback: String? = nil) {
    if let value, value != fallback { member(key, value) }
  }

  package mutating func number(_ key: String, _ value: Double?, unless fallback: Double? = 0) {
    if let value, value != fallback { member(key, value) }
  }

  package mutating func bool(_ key: String, _ value: Bool, unless fallback: Bool) {
    if value != fallback { member(key, value) }
  }

  mutating func word<Word: RawRepresentable<String> & Equatable>(
    _ key: String, _ value: Word, unless fallback: Word
  ) {
    if value != fallback { member(key, value.rawValue) }
  }

  mutating func identifier(_ identifier: Item.Identifier?) {
    guard let identifier else { return }
    key("identifier")
    switch identifier {
    case .integer(let value): integer(value)
    case .string(let value): string(value)
    }
  }

  mutating func item(_ key: String, _ item: Item?, by writer: ScreenWriter) {
    guard let item else { return }
    self.key(key)
    writer.write(item, to: &self)
  }

  mutating func size(_ size: Size) {
    guard size != .zero else { return }
    key("size")
    beginObject()
    number("width", size.width)
    number("height", size.height)
    endObject()
  }

  mutating func meta(_ meta: Meta) {
    guard !meta.values.isEmpty else { return }
    key("meta")
    value(.object(meta.values))
  }

  mutating func model(_ model: JSONValue?) {
    guard let model, model != .null else { return }
    key("model")
    value(model)
  }

  mutating func input(_ input: ItemInput) {
    string("control", input.control?.rawValue)
    string("name", input.name, unless: "")
    if let value = input.value, value != .null {
      key("value")
      self.value(value)
    }
    for (key, bound) in [("minimum", input.minimum), ("maximum", input.maximum)] {
      guard let bound else { continue }
      self.key(key)
      value(bound.value)
    }
    number("step", input.step, unless: nil)
    word("emphasis", input.emphasis, unless: .plain)
    string("placeholder", input.placeholder, unless: "")
    word("input-type", input.inputType, unless: .text)
    number("lines", Double(input.lines), unless: 1)
    string("unit", input.unit, unless: "")
    options(input.options)
    bool("multiple", input.isMultiple, unless: false)
    string("choice-style", input.choiceStyle?.rawValue)
    checks(input.checks)
    condition("enabled-when", input.enabledWhen)
    condition("visible-when", input.visibleWhen)
    bool("progress", input.showsProgress, unless: false)
  }

  private mutating func options(_ options: [ChoiceOption]) {
    guard !options.isEmpty else { return }
    key("options")
    beginArray()
    for option in options {
      guard option.value != .string(option.title) else {
        string(option.title)
        continue
      }
      beginObject()
      key("value")
      value(option.value)
      string("title", option.title, unless: option.value.typedText)
      endObject()
    }
    endArray()
  }

  private mutating func checks(_ checks: InputChecks) {
    guard checks != InputChecks() else { return }
    key("checks")
    beginObject()
    bool("required", checks.isRequired, unless: false)
    number("min-length", checks.minimumLength.map(Double.init), unless: nil)
    number("max-length", checks.maximumLength.map(Double.init), unless: nil)
    string("format", checks.format?.rawValue)
    string("pattern", checks.pattern?.source)
    string("same-as", checks.sameAs, unless: "")
    string("message", checks.message, unless: "")
    endObject()
  }

  private mutating func condition(_ key: String, _ condition: InputCondition?) {
    guard let condition else { return }
    self.key(key)
    beginObject()
    member("name", condition.name)
    let values = [("is", condition.equals), ("is-not", condition.differs)]
    for case (let key, let value?) in values {
      self.key(key)
      self.value(value)
    }
    if let isEmpty = condition.isEmpty { member("is-empty", isEmpty) }
    if let oneOf = condition.oneOf {
      self.key("one-of")
      value(.array(oneOf))
    }
    endObject()
  }

  mutating func layout(_ component: ComponentModel) {
    let wider = component.widerLayouts
    guard component.layout != Layout() || wider != nil else { return }
    key("layout")
    value([component.layout] + (wider.map { [$0.medium, $0.expanded] } ?? []))
  }

  /// A layout as an object, which is empty when every value is the default.
  ///
  /// - Parameter layouts: One for each class of width, or one for all of them.
  mutating func value(_ layouts: [Layout]) {
    beginObject()
    byWidth("span", layouts, \.span) { $0.number($1) }
    byWidth("min-item-width", layouts, \.minItemWidth) { $0.number($1) }
    byWidth("max-items-per-row", layouts, \.maxItemsPerRow) { $0.integer($1) }
    byWidth("item-ratio", layouts, \.itemRatio) { $0.number($1) }
    byWidth("peek", layouts, \.peek) { $0.number($1) }
    byWidth("max-width", layouts, \.maxWidth) {
      if let width = $1 { $0.number(width) } else { $0.null() }
    }
    byWidth("align", layouts, \.align) { $0.string($1.rawValue) }
    byWidth("item-spacing", layouts, \.itemSpacing, .item) { $0.number($1) }
    byWidth("line-spacing", layouts, \.lineSpacing, .line) { $0.number($1) }
    byWidth("items-per-row", layouts, \.itemsPerRow) { $0.integer($1) }
    byWidth("inset", layouts, \.inset, .inset) { $0.value($1) }
    byWidth("page-indicator", layouts, \.pageIndicator) { $0.string($1.rawValue) }
    byWidth("header-mode", layouts, \.headerMode) { $0.string($1.rawValue) }
    byWidth("infinite-scrolling", layouts, \.infiniteScrolling) { $0.bool($1) }
    byWidth("show-empty-component", layouts, \.showEmptyComponent) { $0.bool($1) }
    byWidth("dynamic-span", layouts, \.dynamicSpan) { $0.bool($1) }
    byWidth("dynamic-height", layouts, \.dynamicHeight) { $0.bool($1) }
    endObject()
  }

  /// A value, or an object with one for each class that differs from the next smaller one.
  private mutating func byWidth<Value: Equatable>(
    _ key: String, _ layouts: [Layout], _ path: KeyPath<Layout, Value>,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    byWidth(key, layouts.map { $0[keyPath: path] }, unless: Layout()[keyPath: path], write)
  }

  private mutating func byWidth<Value: Equatable>(
    _ key: String, _ values: [Value], unless fallback: Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard let first = values.first, values.contains(where: { $0 != fallback }) else { return }
    self.key(key)
    guard values.contains(where: { $0 != first }) else { return write(&self, first) }
    classes(values, unless: fallback, write)
  }

  /// An object with a value for each class that differs from the next smaller one.
  ///
  /// - Parameter fallback: The value below the smallest class.
  private mutating func classes<Value: Equatable>(
    _ values: [Value], unless fallback: Value, _ write: (inout JSONWriter, Value) -> Void
  ) {
    var previous = fallback
    beginObject()
    for (widthClass, value) in zip(WidthClass.allCases, values) where value != previous {
      key(widthClass.rawValue)
      write(&self, value)
      previous = value
    }
    endObject()
  }

  /// A spacing, which is written where it was set, also to 0.
  private mutating func byWidth<Value: Equatable>(
    _ key: String, _ layouts: [Layout], _ path: KeyPath<Layout, Value>, _ spacing: Layout.Spacings,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    let values = layouts.map { $0.spacings.contains(spacing) ? $0[keyPath: path] : nil }
    byWidth(key, values, unless: nil) { writer, value in
      if let value { write(&writer, value) } else { writer.null() }
    }
  }

  mutating func when(_ range: WidthRange?) {
    guard let range else { return }
    key("when")
    beginObject()
    number("min-width", range.minWidth, unless: nil)
    number("max-width", range.maxWidth, unless: nil)
    endObject()
  }

  mutating func columns(_ columns: Columns) {
    guard !columns.isEmpty else { return }
    key("columns")
    // An array alone stands for the widest class.
    if columns.compact.isEmpty, columns.medium.isEmpty { return value(columns.expanded) }
    classes(WidthClass.allCases.map { columns[$0] }, unless: []) { $0.value($1) }
  }

  private mutating func value(_ columns: [Columns.Column]) {
    beginArray()
    for column in columns {
      beginObject()
      number("width", column.width, unless: 0)
      number("max-width", column.maxWidth, unless: nil)
      if column.isSticky { member("sticky", true) }
      endObject()
    }
    endArray()
  }

  mutating func breakpoints(_ breakpoints: Breakpoints) {
    let usual = Breakpoints()
    guard breakpoints != usual else { return }
    key("breakpoints")
    beginObject()
    number("medium", breakpoints.medium, unless: usual.medium)
    number("expanded", breakpoints.expanded, unless: usual.expanded)
    endObject()
  }

  private mutating func value(_ inset: EdgeInsets) {
    beginObject()
    number("top", inset.top)
    number("left", inset.left)
    number("bottom", inset.bottom)
    number("right", inset.right)
    endObject()
  }

  mutating func filter(_ filter: FilterRule?) {
    switch filter {
    case .words: member("filter", true)
    case .fuzzy: member("filter", FilterRule.fuzzy.rawValue)
    case nil: return
    }
  }

  mutating func interaction(_ interaction: Interaction) {
    guard interaction != Interaction() else { return }
    key("interaction")
    value(interaction)
  }

  /// An interaction as an object, which is empty when every value is the default.
  mutating func value(_ interaction: Interaction) {
    beginObject()
    word("paginate", interaction.paginate, unless: .disabled)
    word("mouseClick", interaction.mouseClick, unless: .single)
    word("scroll-direction", interaction.scrollDirection, unless: .vertical)
    word("selection", interaction.selection, unless: .single)
    if interaction.isReorderable { member("reorderable", true) }
    if interaction.isDeletable { member("deletable", true) }
    if interaction.isEditable { member("editable", true) }
    endObject()
  }
}
