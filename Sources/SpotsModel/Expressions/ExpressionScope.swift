/// The names, functions and macros that expressions of one kind can use.
package struct ExpressionEnvironment: Sendable {
  /// The names that always have a value, such as `row`; the place of each is its slot.
  package var roots: [String]
  /// The slots of the objects whose fields all other names are; the first that has one counts.
  package var open: [Int]
  /// The slots of the objects of which only members are read, by names that are constant, so that
  /// it is known what an expression depends on.
  package var named: Set<Int> = []
  /// The slots of the objects that holes may name with any keys behind them: `{meta.first-name}`.
  package var paths: Set<Int> = []
  package var functions: ExpressionFunctions
  /// Whether `all`, `exists`, `exists_one`, `filter` and `map` are allowed.
  package var allowsMacros: Bool

  /// The name among `values` of the present time, in seconds since 1970, which is no answer and is
  /// only read by functions that count from it.
  package static let clock = "\u{1}time"
  /// The time where no clock runs, so that pictures and tests are the same every day: noon of the
  /// first day of 2026, in universal time.
  package static let stillTime = 1_767_268_800

  /// The place of the time; nil where there are no answers.
  var time: ExpressionPlace? {
    roots.firstIndex(of: "values").map {
      ExpressionPlace(roots: [$0], steps: [.key(Self.clock)], ranges: [0..<0])
    }
  }

  /// The place that a name leads to.
  ///
  /// - Parameter range: The range of the name in the text.
  func place(named name: String, at range: Range<Int>) throws(ExpressionFault) -> ExpressionPlace {
    guard !ExpressionToken.reserved.contains(name) else {
      throw ExpressionFault("'\(name)' is a word of CEL; write row['\(name)']", at: range)
    }
    if let root = roots.firstIndex(of: name) { return ExpressionPlace(roots: [root]) }
    guard !open.isEmpty else {
      throw ExpressionFault(
        "no name '\(name.printable(limit: 40))'" + advice(nearestTo: name, among: roots),
        at: range, isUnknownName: true)
    }
    return ExpressionPlace(roots: open, isName: true, steps: [.key(name)], ranges: [range])
  }

  package init(
    roots: [String], open: [Int] = [], functions: ExpressionFunctions = .standard,
    allowsMacros: Bool = true
  ) {
    (self.roots, self.open) = (roots, open)
    (self.functions, self.allowsMacros) = (functions, allowsMacros)
  }
}

/// A step from a value to one in it.
package enum ExpressionStep: Hashable, Sendable {
  case key(String)
  case index(Int)

  /// The step that a constant index is; nil for what is none.
  init?(_ constant: JSONValue) {
    switch constant {
    case .string(let key): self = .key(key)
    case .integer(let index): self = .index(index)
    default: return nil
    }
  }
}

/// A place that an expression may read, and with it all that is below.
package struct ExpressionRead: Hashable, Sendable {
  /// The slot of the root.
  package var root: Int
  package var steps: [ExpressionStep]
  /// Whether only the number of its elements or members is of interest.
  package var isCount = false
}

/// The result of following steps.
package enum ExpressionLookup {
  case found(JSONValue)
  /// Only this many steps lead to a value, whose type is given.
  case missing(after: Int, in: ExpressionType)
}

/// The values of the roots of an expression. They need not exist as `JSONValue`: only what is read
/// is asked for.
package protocol ExpressionScope {
  /// The language of formats; `Language.standard` unless said otherwise.
  var language: Language { get }

  /// Follows `steps` from the root in a slot; a root without a value is null.
  func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup

  /// The number of elements, members or code points there; nil for other values, and for none.
  ///
  /// The default makes the whole value.
  func count(_ root: Int, _ steps: [ExpressionStep]) -> Int?

  /// The keys of the object there, for advice on a name that is missing.
  ///
  /// The default makes the whole value.
  func keys(_ root: Int, _ steps: [ExpressionStep]) -> [String]
}

extension ExpressionScope {
  package var language: Language { .standard }

  package func count(_ root: Int, _ steps: [ExpressionStep]) -> Int? {
    guard case .found(let value) = lookUp(root, steps) else { return nil }
    return value.expressionCount
  }

  package func keys(_ root: Int, _ steps: [ExpressionStep]) -> [String] {
    guard case .found(.object(let members)) = lookUp(root, steps) else { return [] }
    return members.keys.sorted()
  }
}

/// The values of the roots, by slot.
extension [JSONValue]: ExpressionScope {
  package func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
    (indices.contains(root) ? self[root] : .null).lookUp(steps)
  }
}

extension JSONValue {
  /// Follows the steps from the one with index `first` on, of which this value is the start.
  package func lookUp(_ steps: [ExpressionStep], from first: Int = 0) -> ExpressionLookup {
    var value = self
    for count in first..<steps.count {
      switch (value, steps[count]) {
      case (.object(let members), .key(let key)):
        guard let member = members[key] else { return .missing(after: count, in: .map) }
        value = member
      case (.array(let elements), .index(let index)) where elements.indices.contains(index):
        value = elements[index]
      default: return .missing(after: count, in: ExpressionType(of: value))
      }
    }
    return .found(value)
  }

  /// The result of `size`; nil for values that have none.
  var expressionCount: Int? {
    switch self {
    case .string(let text): text.unicodeScalars.count
    case .array(let elements): elements.count
    case .object(let members): members.count
    default: nil
    }
  }
}

/// The types of values, by CEL's names.
package enum ExpressionType: String, Sendable {
  case null, bool, int, double, string, list, map

  init(of value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .integer: .int
      case .number: .double
      case .string: .string
      case .array: .list
      case .object: .map
      }
  }

  /// The name with its article, for messages.
  var words: String {
    switch self {
    case .null: "null"
    case .int: "an int"
    default: "a " + rawValue
    }
  }
}
