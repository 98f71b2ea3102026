/// A condition as documents write it: an expression that must be a bool, or one of the forms that
/// begin with a hole, which compare texts: `{a}` and `!{a}`, which ask whether the text is neither
/// empty nor `false`, `{a} == text` and `{a} != text`.
package struct ExpressionCondition: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case expression(Expression)
    /// The other text is nil in `{a}` and `!{a}`.
    case text(ExpressionTemplate, ExpressionTemplate?, isNegated: Bool)
  }

  private let form: Form
  /// The text from which it was compiled.
  package let source: String

  /// The signs between two texts, and whether the texts have to differ.
  private static let signs = [(" == ", false), (" != ", true)]

  /// Compiles `text`; faulty holes stay empty.
  ///
  /// - Returns: The condition, nil for a text that is none, and the faults, with ranges in `text`.
  package static func parse(
    _ text: String, in environment: ExpressionEnvironment
  ) -> (condition: ExpressionCondition?, faults: [ExpressionFault]) {
    guard text.hasPrefix("{") || text.hasPrefix("!{") else {
      do throws(ExpressionFault) {
        return (Self(.expression(try Expression(text, in: environment)), text), [])
      } catch { return (nil, [error]) }
    }
    let (template, faults) = ExpressionTemplate.parse(text, in: environment)
    guard let form = form(of: template) else {
      let advice = "write it without braces, or '{a}', '!{a}', '{a} == text' or '{a} != text'"
      return (nil, faults + [ExpressionFault("this is no condition; " + advice)])
    }
    return (Self(form, text), faults)
  }

  private init(_ form: Form, _ source: String) { (self.form, self.source) = (form, source) }

  private static func form(of template: ExpressionTemplate) -> Form? {
    for (sign, isNegated) in signs {
      guard let (left, right) = template.split(at: sign) else { continue }
      let isOne = signs.allSatisfy { right.split(at: $0.0) == nil }
      return isOne && !left.isNegated ? .text(left, right, isNegated: isNegated) : nil
    }
    let isNegated = template.isNegated
    let rest = ExpressionTemplate(Array(template.parts.dropFirst(isNegated ? 1 : 0)))
    return rest.isOnlyHoles ? .text(rest, nil, isNegated: isNegated) : nil
  }

  /// Whether it holds; false when that cannot be told.
  package func holds(in scope: some ExpressionScope, _ work: inout ExpressionWork) -> Bool {
    switch form {
    case .expression(let expression):
      do throws(ExpressionFault) { return try expression.holds(in: scope, &work) } catch {
        return false
      }
    case .text(let template, let other, let isNegated):
      let text = template.text(in: scope, &work)
      let isTrue =
        other.map { $0.text(in: scope, &work) == text } ?? !(text.isEmpty || text == "false")
      return isTrue != isNegated
    }
  }

  /// The expressions in it.
  package var expressions: [Expression] {
    switch form {
    case .expression(let expression): [expression]
    case .text(let template, let other, _): template.expressions + (other?.expressions ?? [])
    }
  }
}

extension ExpressionTemplate {
  /// Whether it begins with the sign that negates what follows.
  fileprivate var isNegated: Bool { parts.first == .text("!") }

  fileprivate var isOnlyHoles: Bool {
    !parts.isEmpty && parts.allSatisfy { if case .hole = $0 { true } else { false } }
  }

  /// The parts before and after `sign` in the text between holes; nil when it does not occur.
  fileprivate func split(at sign: String) -> (ExpressionTemplate, ExpressionTemplate)? {
    for (index, part) in parts.enumerated() {
      guard case .text(let text) = part,
        let start = text.indices.first(where: { text[$0...].hasPrefix(sign) })
      else { continue }
      let end = text.index(start, offsetBy: sign.count)
      return (
        ExpressionTemplate(parts[..<index] + Self(text: String(text[..<start])).parts),
        ExpressionTemplate(Self(text: String(text[end...])).parts + parts[(index + 1)...])
      )
    }
    return nil
  }
}
