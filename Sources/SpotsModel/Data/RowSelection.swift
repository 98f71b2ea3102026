/// Which rows a component shows, and in which order; compiled once.
final class RowSelection: Sendable {
  let each: String
  private let condition: Expression?
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
    var entries: [(index: UInt32, keys: [RowKey])] = []
    for (index, row) in rows.enumerated() {
      scope.row = row
      if let condition {
        guard
          case .success(true) = Result(catching: { () throws(ExpressionFault) in
            var work = ExpressionWork()
            return try condition.holds(in: scope, &work)
          })
        else { continue }
      }
      entries.append((UInt32(index), keys.map { RowKey($0.expression, scope) }))
    }
    if !keys.isEmpty { entries.sort { isBefore($0, $1) } }
    return entries.map(\.index)
  }

  private func isBefore(
    _ a: (index: UInt32, keys: [RowKey]), _ b: (index: UInt32, keys: [RowKey])
  ) -> Bool {
    for (place, key) in keys.enumerated() {
      switch a.keys[place].compare(b.keys[place], isDescending: key.isDescending) {
      case ..<0: return true
      case 1...: return false
      default: continue
      }
    }
    return a.index < b.index
  }
}

/// A value by which rows are sorted. False comes before true, numbers before texts, and everything
/// else last.
private enum RowKey {
  case number(Double)
  case text([UInt8])
  case none

  init(_ expression: Expression, _ scope: DataScope) {
    let value = Result { () throws(ExpressionFault) in try expression.value(in: scope) }
    switch value {
    case .success(.bool(let value)): self = .number(value ? 1 : 0)
    case .success(.integer(let value)): self = .number(Double(value))
    case .success(.number(let value)): self = .number(value)
    case .success(.string(let text)):
      var folded: [UInt8] = []
      TextFolding.shared.withLock { $0.append(text, to: &folded) }
      self = .text(folded)
    default: self = .none
    }
  }

  private var rank: Int {
    switch self {
    case .number: 0
    case .text: 1
    case .none: 2
    }
  }

  /// Negative if this one comes first, and 0 for equal ones.
  func compare(_ other: RowKey, isDescending: Bool) -> Int {
    let result: Int
    switch (self, other) {
    case (.none, .none): return 0
    case (.none, _): return 1
    case (_, .none): return -1
    case (.number(let a), .number(let b)): result = a < b ? -1 : a > b ? 1 : 0
    case (.text(let a), .text(let b)):
      result = a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    default: result = rank - other.rank
    }
    return isDescending ? -result : result
  }
}
