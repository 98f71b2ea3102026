/// A text with holes for the values of expressions: `{artist} · {size(tracks)} tracks`.
///
/// `{{` and `}}` are braces. A hole ends where its expression does, so braces may be in it. A text
/// that is one hole has the hole's value, of any type; the value of a longer one is text.
package struct ExpressionTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    /// With its range in the template, the braces included; without an expression if that is wrong.
    case hole(Expression?, Range<Int>)
  }

  private(set) var parts: [Part] = []

  /// Creates a template without holes.
  package init(text: String = "") { if !text.isEmpty { parts = [.text(text)] } }

  init(_ parts: [Part]) { self.parts = parts }

  /// The template whose text is `text`.
  static func escaped(_ text: String) -> String {
    text.replacing("{", with: "{{").replacing("}", with: "}}")
  }

  /// Compiles `text`; its faulty holes stay empty.
  ///
  /// - Returns: The template, and the fault of each faulty hole, with ranges in `text`.
  /// - Complexity: O(*n*).
  package static func parse(
    _ text: String, in environment: ExpressionEnvironment
  ) -> (template: ExpressionTemplate, faults: [ExpressionFault]) {
    let (bytes, open, close) = (Array(text.utf8), UInt8(ascii: "{"), UInt8(ascii: "}"))
    var (template, faults) = (ExpressionTemplate(), [ExpressionFault]())
    var (literal, at) = ([UInt8](), 0)
    while at < bytes.count {
      let isDouble = at + 1 < bytes.count && bytes[at + 1] == bytes[at]
      guard bytes[at] == open, !isDouble else {
        literal.append(bytes[at])
        at += isDouble && (bytes[at] == open || bytes[at] == close) ? 2 : 1
        continue
      }
      template.append(literal)
      literal = []
      let start = at
      var hole: Expression?
      (hole, at) = path(in: bytes, from: start + 1, environment)
      if hole == nil {
        var compiler = ExpressionCompiler(bytes, from: start + 1, environment)
        do throws(ExpressionFault) {
          hole = try Expression(compiling: &compiler, until: .sign("}"))
          at = compiler.tokens.place.upperBound
        } catch {
          let end = end(ofHoleAt: start, in: bytes)
          let isOpen = end == nil
          at = end ?? bytes.count
          faults.append(isOpen ? unclosed(at: start) : error)
        }
      }
      template.parts.append(.hole(hole, start..<at))
    }
    template.append(literal)
    return (template, faults)
  }

  private mutating func append(_ literal: [UInt8]) {
    if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
  }

  /// The hole that begins at `start` and only names a place in one of the objects `paths` of the
  /// environment, and its end; nil for any other.
  private static func path(
    in bytes: [UInt8], from start: Int, _ environment: ExpressionEnvironment
  ) -> (hole: Expression?, end: Int) {
    guard !environment.paths.isEmpty,
      let close = bytes[start...].firstIndex(of: UInt8(ascii: "}"))
    else { return (nil, start) }
    let text = String(decoding: bytes[start..<close], as: UTF8.self)
    let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.count > 1, let root = environment.roots.firstIndex(of: keys[0]),
      environment.paths.contains(root), keys.count <= JSONValue.maximumDepth,
      keys.dropFirst().allSatisfy(isKey)
    else { return (nil, start) }
    let place = ExpressionPlace(
      roots: [root], steps: keys.dropFirst().map { .key($0) },
      ranges: keys.dropFirst().map { _ in start..<close })
    return (Expression(text, reading: place, in: environment), close + 1)
  }

  /// Whether a key has no sign of an expression, but for a dash within a word.
  private static func isKey(_ key: String) -> Bool {
    let words = key.split(separator: " ", omittingEmptySubsequences: false)
    return !key.utf8.contains { "()[]{}?,+*/%<>=!&|'\"\t\n\r".utf8.contains($0) }
      && words.allSatisfy { word in
        !word.isEmpty
          && (words.count == 1 || word != "in" && word.first != "-" && word.last != "-")
      }
  }

  private static func unclosed(at start: Int) -> ExpressionFault {
    ExpressionFault("a '{' has no '}'; a brace itself is written '{{'", at: start..<start + 1)
  }

  /// The end of a faulty hole, with braces and quotes in it counted; nil without a closing brace.
  private static func end(ofHoleAt start: Int, in bytes: [UInt8]) -> Int? {
    var (depth, quote, at) = (0, UInt8(0), start)
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\") where quote != 0: at += 1
      case quote: quote = 0
      case UInt8(ascii: "'"), UInt8(ascii: "\""): if quote == 0 { quote = bytes[at] }
      case UInt8(ascii: "{") where quote == 0: depth += 1
      case UInt8(ascii: "}") where quote == 0:
        depth -= 1
        if depth == 0 { return at + 1 }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// Whether there is a hole; the value of a template without one is its text.
  package var hasHoles: Bool { !expressions.isEmpty }

  /// The expressions of the holes, in their order.
  package var expressions: [Expression] {
    parts.compactMap { if case .hole(let hole?, _) = $0 { hole } else { nil } }
  }

  /// The length, in bytes, after which no further part is added: a view shows less of a text.
  /// Thousands of holes for a long text would make one that takes all memory.
  private static let longest = 1 << 18

  /// The value with the values of `scope`. All holes share one limit of work.
  ///
  /// - Parameters:
  ///   - report: Takes the fault of each hole that has no value; such a hole is empty, and the
  ///     value null if there is nothing else.
  ///   - encode: Converts the text of a hole for the text around it.
  package func value(
    in scope: some ExpressionScope, _ work: inout ExpressionWork,
    _ report: ((ExpressionFault) -> Void)? = nil, encode: (String) -> String = { $0 }
  ) -> JSONValue {
    if parts.count == 1, case .hole(let hole, let range) = parts[0] {
      return Self.value(of: hole, range, in: scope, &work, report)
    }
    return .string(text(in: scope, &work, report, encode: encode))
  }

  /// The value as text, which is empty for lists and maps.
  package func text(
    in scope: some ExpressionScope, _ work: inout ExpressionWork,
    _ report: ((ExpressionFault) -> Void)? = nil, encode: (String) -> String = { $0 }
  ) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .hole(let hole, let range):
        let value = Self.value(of: hole, range, in: scope, &work, report)
        switch value {
        case .bool(let isTrue): text += isTrue ? "true" : "false"
        case .array, .object:
          report?(ExpressionFault("\(ExpressionType(of: value).words) is no text", at: range))
        default: text += encode(value.typedText)
        }
      }
      if text.utf8.count > Self.longest { break }
    }
    return text
  }

  /// The value of a hole; null for one that has none.
  private static func value(
    of hole: Expression?, _ range: Range<Int>, in scope: some ExpressionScope,
    _ work: inout ExpressionWork, _ report: ((ExpressionFault) -> Void)?
  ) -> JSONValue {
    guard let hole else { return .null }
    // Most holes are a place, which may be empty, and nobody asks why.
    if report == nil, let found = hole.found(in: scope) {
      if case .found(let value) = found { return value }
      return .null
    }
    do throws(ExpressionFault) {
      return try hole.value(in: scope, &work)
    } catch {
      report?(error.range.isEmpty ? ExpressionFault(error.message, at: range) : error)
      return .null
    }
  }
}
