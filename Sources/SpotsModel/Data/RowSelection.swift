/// Which rows a component shows, and in which order; compiled once.
final class RowSelection: Sendable {
  let each: String
  let condition: Expression?
  private let keys: [(expression: Expression, isDescending: Bool)]

  /// - Parameter rule: Its faulty expressions count as none.
  init(_ rule: RowTemplate) {
    each = rule.each ?? ""
    func compiled(_ text: String) -> Expression? {
      guard
        case .success(let expression) = Result(catching: { () throws(ExpressionFault) in
          try Expression(text, in: DataScope.rowEnvironment)
        })
      else { return nil }
      return expression
    }
    condition = rule.condition.flatMap(compiled)
    keys = rule.sort.compactMap { text in
      let isDescending = text.hasPrefix("-")
      return compiled(isDescending ? String(text.dropFirst()) : text).map { ($0, isDescending) }
    }
  }

  /// The rule of a component in JSON; nil for one whose items are written out.
  convenience init?(_ members: [String: JSONValue]) {
    guard case .string(let each)? = members["each"] else { return nil }
    var rule = RowTemplate()
    rule.each = each
    if case .string(let condition)? = members["where"] { rule.condition = condition }
    if case .array(let keys)? = members["sort"] {
      rule.sort = keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
    }
    self.init(rule)
  }

  /// Whether rows are left out or sorted.
  var isOrdered: Bool { condition != nil || !keys.isEmpty }

  /// The places that the expressions read.
  var reads: Set<ExpressionRead> {
    keys.reduce(into: condition?.reads ?? []) { $0.formUnion($1.expression.reads) }
  }

  /// All rows that are there.
  func rows(in scope: DataScope) -> RowList { scope.rows(each) ?? RowList() }

  /// The indexes of the rows that are shown, in their order; nil for all, as they are.
  ///
  /// - Complexity: O(*n* log *n*) in the rows.
  func order(of rows: RowList, in scope: DataScope) -> [UInt32]? {
    guard isOrdered else { return nil }
    var scope = scope
    var (chosen, sorting) = ([UInt32](), RowKeys(scope.language))
    for (index, row) in rows.enumerated() {
      scope.row = row
      if let condition, condition.verdict(in: scope) != true { continue }
      if keys.isEmpty {
        chosen.append(UInt32(index))
      } else {
        let values = keys.map { ($0.expression.valueIfAny(in: scope), $0.isDescending) }
        sorting.append(row: UInt32(index), values)
      }
    }
    return keys.isEmpty ? chosen : sorting.sorted()
  }
}

extension Expression {
  /// Whether a condition holds; nil where it has no value.
  func verdict(in scope: DataScope) -> Bool? {
    var work = ExpressionWork()
    work.givesAdvice = false
    do throws(ExpressionFault) { return try holds(in: scope, &work) } catch { return nil }
  }

  /// The value; nil where there is none.
  fileprivate func valueIfAny(in scope: DataScope) -> JSONValue? {
    var work = ExpressionWork()
    work.givesAdvice = false
    do throws(ExpressionFault) { return try value(in: scope, &work) } catch { return nil }
  }
}
