/// A text with holes for the values of expressions: `{artist} · {size(tracks)} tracks`.
///
/// `{{` and `}}` are braces. A hole ends where its expression does, so braces may be in it. A text
/// that is one hole has the hole's value, of any type; the value of a longer one is text.
package struct ExpressionTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    /// With its range in the template, the braces included; without an expression if that is wrong.
    case hole(Expression?, Range<Int>)
  }

  private var parts: [Part] = []

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
      var compiler = ExpressionCompiler(bytes, from: at + 1, environment)
      do throws(ExpressionFault) {
        let hole = try Expression(compiling: &compiler, until: .sign("}"))
        at = compiler.tokens.place.upperBound
        template.parts.append(.hole(hole, start..<at))
      } catch {
        faults.append(error)
        at = end(ofHoleAt: start, in: bytes)
        template.parts.append(.hole(nil, start..<at))
      }
    }
    template.append(literal)
    return (template, faults)
  }

  private mutating func append(_ literal: [UInt8]) {
    if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
  }

  /// The end of a faulty hole: its closing brace, with braces and quotes in it counted, or the end.
  private static func end(ofHoleAt start: Int, in bytes: [UInt8]) -> Int {
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
    return bytes.count
  }

  /// Whether there is a hole; the value of a template without one is its text.
  package var hasHoles: Bool { !expressions.isEmpty }

  /// The expressions of the holes, in their order.
  package var expressions: [Expression] {
    parts.compactMap { if case .hole(let hole?, _) = $0 { hole } else { nil } }
  }

  /// The value with the values of `scope`. All holes share one limit of work.
  ///
  /// - Parameters:
  ///   - report: Takes the fault of each hole that has no value; such a hole is empty, and the
  ///     value null if there is nothing else.
  ///   - encode: Converts the text of a hole for the text around it.
  package func value(
    in scope: some ExpressionScope, _ report: (ExpressionFault) -> Void = { _ in },
    encode: (String) -> String = { $0 }
  ) -> JSONValue {
    var work = ExpressionWork()
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .hole(let hole, let range):
        do throws(ExpressionFault) {
          let value = try hole?.value(in: scope, &work) ?? .null
          if parts.count == 1 { return value }
          guard let shown = value.expressionText else {
            let found = ExpressionType(of: value).words
            throw ExpressionFault("\(found) is no text", at: range)
          }
          try work.spend(shown.utf8.count)
          text += encode(shown)
        } catch {
          report(error.range.isEmpty ? ExpressionFault(error.message, at: range) : error)
          if parts.count == 1 { return .null }
        }
      }
    }
    return .string(text)
  }
}
