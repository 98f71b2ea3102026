/// Fills the holes of a nib for one item. All of them share one limit of work.
@MainActor
final class NibFilling {
  var item: Item? { scope.item }
  /// Of the component, in points.
  let width: Double
  /// The size of text, 1 for the normal one.
  let textScale: Double
  private let scope: ItemScope
  /// A view is filled several times until it is shown.
  private var work = ExpressionWork(ExpressionWork.most / 10)

  /// - Parameter values: The answers on the screen; nil for none.
  init(
    _ item: Item, width: Double, textScale: Double = 1, values: InputValues? = nil,
    language: Language = .standard
  ) {
    (self.width, self.textScale) = (width, textScale)
    scope = ItemScope(item: item, language: language) { values?.value(named: $0) }
    work.givesAdvice = false
  }

  func text(_ template: ExpressionTemplate) -> String { template.text(in: scope, &work) }

  /// The number of a template, also one that a text spells; nil for any other value.
  func number(_ template: ExpressionTemplate) -> Double? {
    let value = template.value(in: scope, &work)
    return value.number ?? Double(value.typedText)
  }

  func isNull(_ template: ExpressionTemplate) -> Bool { template.value(in: scope, &work) == .null }

  /// The numbers of a template whose value is an array; none for any other value.
  func numbers(_ template: ExpressionTemplate) -> ChartValues {
    guard case .array(let values) = template.value(in: scope, &work) else { return [] }
    return ChartValues(values.map { $0.number ?? .nan })
  }

  func holds(_ condition: ExpressionCondition) -> Bool { condition.holds(in: scope, &work) }

  func paint(_ paint: NibPaint) -> Paint {
    switch paint {
    case .paint(let paint): paint
    case .template(let template, let fallback): Paint(name: text(template)) ?? fallback
    }
  }
}

/// A color, or a template that gives the name of one.
enum NibPaint: Hashable, Sendable {
  case paint(Paint)
  case template(ExpressionTemplate, else: Paint)

  static func parse(_ text: String, else fallback: Paint) -> (NibPaint?, [ExpressionFault]) {
    if text.contains("{") {
      let (template, faults) = ExpressionTemplate.parse(text, in: ItemScope.nibs)
      return (.template(template, else: fallback), faults)
    }
    if let paint = Paint(name: text) { return (.paint(paint), []) }
    let fault = "'\(text.printable(limit: 40))' is no color such as 'secondary' or '#2458D6'"
    return (
      nil,
      [ExpressionFault(fault + advice(nearestTo: text, among: ColorRole.allCases.map(\.rawValue)))]
    )
  }

  var template: ExpressionTemplate? {
    if case .template(let template, _) = self { template } else { nil }
  }
}

extension Nib {
  /// The names of the answers that holes and conditions read.
  var valueNames: Set<String> { ItemScope.answers(in: expressions) }

  var expressions: [Expression] { WidthClass.allCases.flatMap { body[$0].root.expressions } }
}

extension NibElement {
  /// The expressions in the holes and conditions of the element and of those inside it.
  fileprivate var expressions: [Expression] {
    let content: ExpressionTemplate? =
      switch content {
      case .label(let text), .markdown(let text), .image(let text), .progress(let text),
        .sparkline(let text), .button(let text), .badge(let text):
        text
      default: nil
      }
    let templates = [
      content, initials, color?.template, style.background?.template, style.border?.template,
      style.action,
      style.label,
    ]
    return templates.flatMap { $0?.expressions ?? [] } + (style.condition?.expressions ?? [])
      + children.flatMap(\.expressions)
  }
}
