/// A function that expressions can call.
package struct ExpressionFunction: Sendable {
  /// Computes the result; throws why there is none.
  package typealias Body =
    @Sendable (inout ExpressionCall) throws(ExpressionFault) -> JSONValue

  /// The name, with that of a namespace and a point before it if it is in one.
  package var name: String
  /// Whether the first argument stands before the name: `text.trim()`.
  package var isMember: Bool
  /// The numbers of arguments, with that before the name.
  package var count: ClosedRange<Int>
  package var body: Body
  /// Checks the second argument when a call is compiled, if it is a constant text; a fault's range
  /// is that in the text.
  var check: (@Sendable (String) throws(ExpressionFault) -> Void)?
  /// Whether the present time is added to the arguments.
  var takesTime = false
  /// Whether results are those of a language.
  var isFormat = false

  /// Creates a function.
  package init(
    _ name: String, isMember: Bool = false, _ count: ClosedRange<Int>, _ body: @escaping Body
  ) {
    (self.name, self.isMember) = (name, isMember)
    (self.count, self.body) = (count, body)
  }

  /// The fault of a call with so many arguments, that before the name included.
  func demand(_ found: Int) -> String {
    let before = isMember ? 1 : 0
    let (least, most) = (count.lowerBound - before, count.upperBound - before)
    let range =
      least == most ? "\(least)" : most < 100 ? "\(least) to \(most)" : "at least \(least)"
    return "'\(name)' takes \(range) argument\(most == 1 ? "" : "s"), not \(found - before)"
  }
}

/// The functions that expressions of one kind can call.
package struct ExpressionFunctions: Sendable {
  private var global: [String: ExpressionFunction] = [:]
  private var members: [String: ExpressionFunction] = [:]

  /// Those of CEL.
  package static let standard = ExpressionFunctions(
    ExpressionFunction.general + ExpressionFunction.texts + ExpressionFunction.numbers)

  package init(_ functions: [ExpressionFunction]) {
    for function in functions {
      if function.isMember {
        members[function.name] = function
      } else {
        global[function.name] = function
      }
    }
  }

  /// These functions and others, which replace those of the same name.
  package func adding(_ functions: [ExpressionFunction]) -> ExpressionFunctions {
    var all = ExpressionFunctions(functions)
    all.global.merge(global) { new, _ in new }
    all.members.merge(members) { new, _ in new }
    return all
  }

  subscript(name: String, isMember isMember: Bool) -> ExpressionFunction? {
    isMember ? members[name] : global[name]
  }

  /// Whether functions are called with this name and a point before their own.
  func isNamespace(_ name: String) -> Bool {
    name == "optional" || global.keys.contains { $0.hasPrefix(name + ".") }
  }

  /// Why there is no such function.
  func reason(against name: String, isMember: Bool) -> String {
    let shown = name.printable(limit: 40)
    if self[name, isMember: !isMember] != nil {
      return "'\(shown)' is called as \(isMember ? "\(shown)(…)" : "value.\(shown)(…)")"
    }
    if ExpressionMacro(rawValue: name) != nil { return "'\(shown)' is called as list.\(shown)(…)" }
    if Self.refused.contains(name) { return "'\(shown)' of CEL is not supported" }
    let names = isMember ? members.keys : global.keys
    return "no function '\(shown)'" + advice(nearestTo: name, among: names.sorted())
  }

  /// Functions of CEL and its usual libraries that are refused by name.
  private static let refused: Set<String> = [
    "type", "dyn", "bool", "uint", "bytes", "duration", "timestamp", "format", "reverse",
    "strings.quote", "optional.of", "optional.none", "optional.ofNonZeroValue", "math.sign",
    "math.trunc", "math.sqrt", "math.isNaN", "math.isInf", "math.isFinite", "math.bitAnd",
    "math.bitOr", "math.bitXor", "math.bitNot", "math.bitShiftLeft", "math.bitShiftRight",
    "getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear",
    "getHours", "getMinutes", "getSeconds", "getMilliseconds", "orValue", "hasValue",
  ]
}

/// The arguments of a call, the work that it may do, and the language of its result.
package struct ExpressionCall {
  package let name: String
  package let arguments: [JSONValue]
  package var work: ExpressionWork
  let language: Language

  init(
    _ name: String, _ arguments: [JSONValue], _ work: ExpressionWork, _ language: Language
  ) {
    (self.name, self.arguments, self.work) = (name, arguments, work)
    self.language = language
  }

  package func string(_ index: Int) throws(ExpressionFault) -> String {
    guard case .string(let text) = arguments[index] else { throw mismatch("a string", index) }
    return text
  }

  package func int(_ index: Int) throws(ExpressionFault) -> Int {
    guard case .integer(let value) = arguments[index] else { throw mismatch("an int", index) }
    return value
  }

  package func list(_ index: Int) throws(ExpressionFault) -> [JSONValue] {
    guard case .array(let elements) = arguments[index] else { throw mismatch("a list", index) }
    return elements
  }

  /// The fault of an argument that should have been `what`.
  package func mismatch(_ what: String, _ index: Int) -> ExpressionFault {
    let found = ExpressionType(of: arguments[index]).words
    return ExpressionFault("'\(name)' takes \(what), not \(found)")
  }

  /// The result of `size`.
  mutating func size() throws(ExpressionFault) -> Int {
    if case .string(let text) = arguments[0] { try work.spend(text.utf8.count / 16) }
    guard let count = arguments[0].expressionCount else {
      throw mismatch("a string, a list or a map", 0)
    }
    return count
  }
}

// MARK: - Functions for all types

extension ExpressionFunction {
  fileprivate static let general: [ExpressionFunction] =
    [false, true].flatMap { isMember in
      [
        ExpressionFunction("size", isMember: isMember, 1...1) { call throws(ExpressionFault) in
          .integer(try call.size())
        },
        ExpressionFunction("matches", isMember: isMember, 2...2) { call throws(ExpressionFault) in
          let (text, source) = (try call.string(0), try call.string(1))
          // Compiling takes many times as long as reading.
          try call.work.spend(100 + 16 * source.utf8.count)
          return .bool(try call.work.matches(try TextPattern.shared(source, at: 0..<0), text))
        },
      ]
    } + [
      ExpressionFunction("int", 1...1) { call throws(ExpressionFault) in
        .integer(try int(of: call))
      },
      ExpressionFunction("double", 1...1) { call throws(ExpressionFault) in
        .number(try double(of: call))
      },
      ExpressionFunction("string", 1...1) { call throws(ExpressionFault) in
        guard let text = call.arguments[0].expressionText, call.arguments[0] != .null else {
          throw call.mismatch("a string, a number or a bool", 0)
        }
        return .string(text)
      },
    ]

  private static func int(of call: ExpressionCall) throws(ExpressionFault) -> Int {
    switch call.arguments[0] {
    case .integer(let value): return value
    case .bool(let value): return value ? 1 : 0
    case .number(let value):
      guard value.magnitude < 0x1p63 else { throw ExpressionFault("the int exceeds 64 bits") }
      return Int(value)
    case .string(let text):
      guard let value = Int(text.withoutSpaces) else {
        throw ExpressionFault("'\(text.printable(limit: 40))' is no int", isOfValue: true)
      }
      return value
    default: throw call.mismatch("a number, a string or a bool", 0)
    }
  }

  private static func double(of call: ExpressionCall) throws(ExpressionFault) -> Double {
    switch call.arguments[0] {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    case .string(let text):
      guard let value = Double(text.withoutSpaces) else {
        throw ExpressionFault("'\(text.printable(limit: 40))' is no number", isOfValue: true)
      }
      return value
    default: throw call.mismatch("a number or a string", 0)
    }
  }
}

extension JSONValue {
  /// The value as text: numbers as `shortestText`, null as nothing; nil for lists and maps.
  var expressionText: String? {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.shortestText
    case .string(let text): text
    case .array, .object: nil
    }
  }
}

extension String {
  /// The text without the white space of ASCII at its ends.
  fileprivate var withoutSpaces: Substring {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    let start = utf8.firstIndex { !isSpace($0) } ?? endIndex
    let end = utf8.lastIndex { !isSpace($0) }.map { utf8.index(after: $0) } ?? start
    return self[start..<end]
  }
}

// MARK: - Numbers

extension ExpressionFunction {
  fileprivate static let numbers: [ExpressionFunction] = [
    ExpressionFunction("math.least", 1...1000) { call throws(ExpressionFault) in
      try extreme(&call, .less)
    },
    ExpressionFunction("math.greatest", 1...1000) { call throws(ExpressionFault) in
      try extreme(&call, .greater)
    },
    ExpressionFunction("math.abs", 1...1) { call throws(ExpressionFault) in
      switch call.arguments[0] {
      case .integer(let value) where value < 0:
        try ExpressionOperator.negative(of: call.arguments[0])
      case .number(let value): .number(value.magnitude)
      default: try whole(call) { $0 }
      }
    },
    ExpressionFunction("math.round", 1...1) { call throws(ExpressionFault) in
      try whole(call) { $0.rounded(.toNearestOrAwayFromZero) }
    },
    ExpressionFunction("math.floor", 1...1) { call throws(ExpressionFault) in
      try whole(call) { $0.rounded(.down) }
    },
    ExpressionFunction("math.ceil", 1...1) { call throws(ExpressionFault) in
      try whole(call) { $0.rounded(.up) }
    },
  ]

  /// An int as it is, and a double rounded.
  private static func whole(
    _ call: ExpressionCall, _ round: (Double) -> Double
  ) throws(ExpressionFault) -> JSONValue {
    switch call.arguments[0] {
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(round(value))
    default: throw call.mismatch("a number", 0)
    }
  }

  /// The first of the numbers that no other one is before.
  private static func extreme(
    _ call: inout ExpressionCall, _ sign: ExpressionOperator
  ) throws(ExpressionFault) -> JSONValue {
    var numbers = call.arguments
    if numbers.count == 1, case .array(let elements) = numbers[0] { numbers = elements }
    try call.work.spend(numbers.count)
    guard var best = numbers.first else {
      throw ExpressionFault("'\(call.name)' takes at least one number")
    }
    for number in numbers {
      guard number.number != nil else {
        let found = ExpressionType(of: number).words
        throw ExpressionFault("'\(call.name)' takes numbers, not \(found)")
      }
      if case .bool(true) = try sign.result(number, best, &call.work) {
        best = number
      }
    }
    return best
  }
}
