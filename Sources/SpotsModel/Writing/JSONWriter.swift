/// Writes one JSON value (RFC 8259) piece by piece, in the order of the calls.
///
/// The output is UTF-8 and safe to print: control characters, delete, C1 and characters that change
/// the direction of text are escaped as `\uXXXX`. The writer adds separators and indentation. Every
/// value of an object must follow a `key(_:)`; debug builds stop at one that does not.
///
/// - Complexity: O(1) for each call, plus the text written.
package struct JSONWriter: Sendable {
  /// The UTF-8 written so far.
  package private(set) var bytes: [UInt8] = []

  private let pretty: Bool
  private let limit: Int
  private var open: [Container] = []
  private var keyIsPending = false

  private struct Container {
    var isObject: Bool
    var isEmpty = true
  }

  /// Creates a writer, which begins with what `write` writes.
  ///
  /// - Parameters:
  ///   - pretty: Writes each element on a separate line, indented by two spaces per level, instead
  ///     of one line without spaces.
  ///   - limit: The number of bytes beyond which the output is no longer of interest: `isFull` is
  ///     then true, and elements of arrays and objects may be left out.
  package init(
    pretty: Bool = false, limit: Int = .max, _ write: (inout JSONWriter) -> Void = { _ in }
  ) {
    (self.pretty, self.limit) = (pretty, limit)
    write(&self)
  }

  /// Whether there are more bytes than the limit.
  var isFull: Bool { bytes.count > limit }

  /// A copy of `bytes` as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object; each of the values in it needs a `key(_:)`.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    begin("{", isObject: true)
    members(&self)
    end("}")
  }

  /// Writes an array; `write` writes one value for each element.
  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    begin("[", isObject: false)
    for element in elements {
      if isFull { break }
      write(&self, element)
    }
    end("]")
  }

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
    case .array(let values): array(values) { $0.value($1) }
    case .object(let values):
      object { json in
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where !json.isFull {
          json.member(key, value)
        }
      }
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

  /// Writes a member of the open object, of any type.
  package mutating func member(_ name: String, _ value: JSONValue) {
    key(name)
    self.value(value)
  }

  /// Writes a member of the open object that is an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member of the open object that is an array.
  package mutating func array<Elements: Sequence>(
    _ name: String, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    array(elements, write)
  }

  // MARK: - Separators

  private mutating func begin(_ bracket: Unicode.Scalar, isObject: Bool) {
    beginValue()
    bytes.append(UInt8(ascii: bracket))
    open.append(Container(isObject: isObject))
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    assert(!keyIsPending, "a key without a value")
    if !open.removeLast().isEmpty { breakLine() }
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
