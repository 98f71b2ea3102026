/// The parts of a text with `${…}` in it.
///
/// Source: A2UI 0.9.1, the function `formatString` of the basic catalog.
struct A2UIFormatString {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var depth = 0

  private static let (greatestDepth, mostParts) = (12, 500)

  private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// The literals, paths and calls that make up a text, as messages would have them.
  ///
  /// - Throws: `PointerFault` with what is wrong with the text.
  static func parts(of text: String) throws(PointerFault) -> [JSONValue] {
    var reader = A2UIFormatString(Array(text.unicodeScalars))
    return try reader.parts()
  }

  private mutating func parts() throws(PointerFault) -> [JSONValue] {
    var (parts, literal) = ([JSONValue](), "")
    while at < scalars.count {
      if starts(with: "\\${") {
        literal += "${"
        at += 3
      } else if starts(with: "${") {
        if !literal.isEmpty { parts.append(.string(literal)) }
        literal = ""
        parts.append(try hole())
        guard parts.count <= Self.mostParts else {
          throw PointerFault("a text has at most \(Self.mostParts) parts")
        }
      } else {
        literal.unicodeScalars.append(scalars[at])
        at += 1
      }
    }
    return literal.isEmpty ? parts : parts + [.string(literal)]
  }

  /// Reads `${…}`.
  private mutating func hole() throws(PointerFault) -> JSONValue {
    at += 2
    let value = try value()
    skipBlanks()
    guard take("}") else { throw PointerFault("a '${' has no '}'") }
    return value
  }

  private mutating func value() throws(PointerFault) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else {
      throw PointerFault("expressions are more than \(Self.greatestDepth) levels deep")
    }
    skipBlanks()
    guard at < scalars.count else { throw PointerFault("a '${' has no '}'") }
    if starts(with: "${") { return try hole() }
    if scalars[at] == "'" || scalars[at] == "\"" { return .string(try string()) }
    let word = word()
    skipBlanks()
    if take("(") { return ["call": .string(word), "args": .object(try arguments())] }
    switch word {
    case "": return ""
    case "true": return true
    case "false": return false
    case "null": return ""
    default: break
    }
    let isNumber = word.utf8.first.map { "+-.0123456789".utf8.contains($0) } ?? false
    if isNumber, let number = Double(word), number.isFinite { return .of(number) }
    return ["path": .string(word)]
  }

  private mutating func arguments() throws(PointerFault) -> [String: JSONValue] {
    var arguments: [String: JSONValue] = [:]
    skipBlanks()
    while !take(")") {
      let name = word()
      skipBlanks()
      guard !name.isEmpty, take(":") else { throw PointerFault("arguments are named: 'value: 1'") }
      arguments[name] = try value()
      skipBlanks()
      if take(",") { skipBlanks() }
      guard at < scalars.count else { throw PointerFault("a '(' has no ')'") }
    }
    return arguments
  }

  private mutating func string() throws(PointerFault) -> String {
    let quote = scalars[at]
    var text = ""
    at += 1
    while at < scalars.count {
      let scalar = scalars[at]
      at += 1
      if scalar == quote { return text }
      guard scalar == "\\", at < scalars.count else {
        text.unicodeScalars.append(scalar)
        continue
      }
      text.unicodeScalars.append(
        ["n": "\n", "t": "\t", "r": "\r"][scalars[at]] ?? scalars[at])
      at += 1
    }
    throw PointerFault("a text in quotes does not end")
  }

  /// Reads a name, a path or a number.
  private mutating func word() -> String {
    let start = at
    while at < scalars.count, !" \t\r\n(){}:,'\"$\\".unicodeScalars.contains(scalars[at]) {
      at += 1
    }
    return String(String.UnicodeScalarView(scalars[start..<at]))
  }

  private mutating func skipBlanks() {
    while at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard at < scalars.count, scalars[at] == scalar else { return false }
    at += 1
    return true
  }

  private func starts(with text: String) -> Bool {
    scalars[at...].starts(with: text.unicodeScalars)
  }
}
