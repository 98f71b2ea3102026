// The operators of expressions.

extension ExpressionOperator {
  /// The value of this operator between `a` and `b`.
  func result(
    _ a: JSONValue, _ b: JSONValue, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> JSONValue {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder: try arithmetic(a, b, &work)
    case .equal: .bool(try work.areEqual(a, b))
    case .differ: .bool(!(try work.areEqual(a, b)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: .bool(try isOrdered(a, b, &work))
    case .isIn: .bool(try Self.contains(b, a, &work))
    }
  }

  private func arithmetic(
    _ a: JSONValue, _ b: JSONValue, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> JSONValue {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): return .integer(try whole(a, b))
    case (.number(let a), .number(let b)): return .number(try broken(a, b))
    case (.integer(let a), .number(let b)): return .number(try broken(Double(a), b))
    case (.number(let a), .integer(let b)): return .number(try broken(a, Double(b)))
    case (.string(let a), .string(let b)) where self == .add:
      try work.spend(a.utf8.count + b.utf8.count)
      return .string(a + b)
    case (.array(let a), .array(let b)) where self == .add:
      try work.spend(a.count + b.count)
      return .array(a + b)
    default:
      let (a, b) = (ExpressionType(of: a).words, ExpressionType(of: b).words)
      let what = self == .add ? "two numbers, strings or lists" : "two numbers"
      throw ExpressionFault("'\(rawValue)' takes \(what), not \(a) and \(b)")
    }
  }

  private func whole(_ a: Int, _ b: Int) throws(ExpressionFault) -> Int {
    if b == 0, self == .divide || self == .remainder {
      throw ExpressionFault("division by zero", isOfValue: true)
    }
    let (value, isOverflow) =
      switch self {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      default: a.remainderReportingOverflow(dividingBy: b)
      }
    if isOverflow {
      throw ExpressionFault("the result of '\(rawValue)' exceeds 64 bits", isOfValue: true)
    }
    return value
  }

  private func broken(_ a: Double, _ b: Double) throws(ExpressionFault) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    default: throw ExpressionFault("'%' takes two ints")
    }
  }

  /// `-value`.
  static func negative(of value: JSONValue) throws(ExpressionFault) -> JSONValue {
    switch value {
    case .integer(.min): throw ExpressionFault("the result of '-' exceeds 64 bits")
    case .integer(let value): return .integer(-value)
    case .number(let value): return .number(-value)
    default: throw ExpressionFault("'-' takes a number, not \(ExpressionType(of: value).words)")
    }
  }

  private func isOrdered(
    _ a: JSONValue, _ b: JSONValue, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> Bool {
    let order: Order
    switch (a, b) {
    case (.integer(let a), .integer(let b)): order = Order(a, b)
    case (.number(let a), .number(let b)): order = Order(a, b)
    case (.integer(let a), .number(let b)): order = Order(a, b)
    case (.number(let a), .integer(let b)): order = Order(b, a).reversed
    case (.bool(let a), .bool(let b)): order = Order(a ? 1 : 0, b ? 1 : 0)
    case (.string(let a), .string(let b)):
      try work.spend(min(a.utf8.count, b.utf8.count) / 16)
      order =
        a.utf8.elementsEqual(b.utf8)
        ? .same : a.utf8.lexicographicallyPrecedes(b.utf8) ? .less : .greater
    default:
      let (a, b) = (ExpressionType(of: a).words, ExpressionType(of: b).words)
      throw ExpressionFault("'\(rawValue)' cannot compare \(a) with \(b)")
    }
    switch self {
    case .less: return order == .less
    case .lessOrEqual: return order == .less || order == .same
    case .greater: return order == .greater
    default: return order == .greater || order == .same
    }
  }

  private static func contains(
    _ all: JSONValue, _ value: JSONValue, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> Bool {
    switch all {
    case .array(let elements):
      for element in elements {
        try work.spend(1)
        if try work.areEqual(element, value) { return true }
      }
      return false
    case .object(let members):
      switch value {
      case .string(let key): return members[key] != nil
      case .integer, .number, .bool: return false
      default: throw ExpressionFault("\(ExpressionType(of: value).words) is no key of a map")
      }
    default:
      let found = ExpressionType(of: all).words
      throw ExpressionFault("'in' takes a list or a map on its right, not \(found)")
    }
  }
}

extension ExpressionWork {
  /// Whether both are equal: numbers by their value, texts by their code points, values of other
  /// types never.
  mutating func areEqual(
    _ a: JSONValue, _ b: JSONValue, depth: Int = 0
  ) throws(ExpressionFault) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)):
      return Int(exactly: b) == a
    case (.string(let a), .string(let b)):
      try spend(min(a.utf8.count, b.utf8.count) / 16)
      return a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
    case (.bool(let a), .bool(let b)): return a == b
    case (.null, .null): return true
    case (.array(let a), .array(let b)):
      guard a.count == b.count else { return false }
      try enter(a.count, depth)
      for (a, b) in zip(a, b) where !(try areEqual(a, b, depth: depth + 1)) {
        return false
      }
      return true
    case (.object(let a), .object(let b)):
      guard a.count == b.count else { return false }
      try enter(a.count, depth)
      for (key, value) in a {
        guard let other = b[key], try areEqual(value, other, depth: depth + 1) else {
          return false
        }
      }
      return true
    default: return false
    }
  }

  /// Checks that all of a value is small and flat enough to be used by anything that recurses.
  mutating func measure(_ value: JSONValue, depth: Int = 0) throws(ExpressionFault) {
    switch value {
    case .array(let elements):
      try enter(elements.count, depth)
      for element in elements { try measure(element, depth: depth + 1) }
    case .object(let members):
      try enter(members.count, depth)
      for member in members.values { try measure(member, depth: depth + 1) }
    case .string(let text): try spend(text.utf8.count / 16)
    default: break
    }
  }

  private mutating func enter(_ count: Int, _ depth: Int) throws(ExpressionFault) {
    try spend(count)
    guard depth < JSONValue.maximumDepth else {
      throw ExpressionFault("the value nests too deeply", isLimit: true)
    }
  }
}

/// How one number or text is to another one.
private enum Order {
  case less, same, greater
  /// One of them is NaN.
  case none

  init<Value: Comparable>(_ a: Value, _ b: Value) {
    self = a < b ? .less : a == b ? .same : a > b ? .greater : .none
  }

  /// Exact: above 2^53 an int has no double of its own.
  init(_ a: Int, _ b: Double) {
    let floor = b.rounded(.down)
    guard let whole = Int(exactly: floor) else {
      self = Order(0.0, b)
      return
    }
    self = a == whole && floor < b ? .less : Order(a, whole)
  }

  var reversed: Order { self == .less ? .greater : self == .greater ? .less : self }
}
