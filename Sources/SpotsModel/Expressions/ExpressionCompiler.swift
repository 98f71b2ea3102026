/// Compiles an expression in one pass, from tokens to instructions.
///
/// Recursion is limited by `Expression.deepest`; chains of operators need none.
struct ExpressionCompiler {
  /// The result of the last instruction, as long as another one may still replace both.
  private enum Shape {
    case read(ExpressionPlace)
    case constant(JSONValue)
    case other

    /// Whether it is a place that a constant key leads to.
    var endsInKey: Bool {
      if case .read(let place) = self, case .key? = place.steps.last { true } else { false }
    }
  }

  let environment: ExpressionEnvironment
  private(set) var tokens: ExpressionTokens
  private var parts = ExpressionParts()
  /// The names of the elements of the loops around.
  private var variables: [String] = []
  private var depth = 0
  /// Whether the last operand ends in a field, as `has` demands.
  private var endsInField = false

  /// Creates a compiler of the text from the UTF-8 offset `start` on.
  init(_ bytes: [UInt8], from start: Int = 0, _ environment: ExpressionEnvironment) {
    tokens = ExpressionTokens(ExpressionLexer(bytes, at: start))
    self.environment = environment
  }

  mutating func program(until end: ExpressionToken) throws(ExpressionFault) -> ExpressionProgram {
    try tokens.advance()
    _ = try expression()
    guard tokens.current == end else {
      throw tokens.fault("expected an operator or \(end.words), not \(tokens.current.words)")
    }
    try parts.checkNames(environment)
    return ExpressionProgram(parts, environment)
  }

  // MARK: Operators

  private mutating func expression() throws(ExpressionFault) -> Shape {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Expression.deepest else {
      throw tokens.fault("nested too deeply; the limit is \(Expression.deepest)")
    }
    var jumps: [Int] = []
    while true {
      let start = tokens.place.lowerBound
      let shape = try logical(.or)
      let condition = tokens.range(from: start)
      guard try tokens.take("?") else {
        for jump in jumps { parts.patch(jump, .jump(parts.code.count)) }
        return jumps.isEmpty ? shape : .other
      }
      let branch = parts.emit(.branch(0), condition, pushing: -1)
      _ = try logical(.or)
      try tokens.expect(":", "after the first value of '?'")
      // On the other way that value is not there.
      jumps.append(parts.emit(.jump(0), tokens.range(from: start), pushing: -1))
      parts.patch(branch, .branch(parts.code.count))
    }
  }

  /// Reads operands between `||`, or between `&&`.
  private mutating func logical(_ logic: ExpressionLogic) throws(ExpressionFault) -> Shape {
    let (start, height) = (tokens.place.lowerBound, parts.height)
    var first = parts.code.count
    let shape = logic == .or ? try logical(.and) : try binary(0)
    guard tokens.current == .sign(logic.rawValue) else { return shape }
    var steps: [Int] = []
    while true {
      let below = steps.isEmpty ? height : height + 1
      parts.land(from: first, height: below, loops: variables.count)
      steps.append(parts.emit(.settle, tokens.range(from: start)))
      parts.height = height + 1
      guard try tokens.take(logic.rawValue) else { break }
      first = parts.code.count
      _ = logic == .or ? try logical(.and) : try binary(0)
    }
    parts.emit(.settle, tokens.range(from: start))
    for step in steps {
      parts.patch(step, .decide(logic, isFirst: step == steps[0], end: parts.code.count))
    }
    return .other
  }

  private mutating func binary(_ level: Int) throws(ExpressionFault) -> Shape {
    let start = tokens.place.lowerBound
    var shape = level < 2 ? try binary(level + 1) : try unary()
    while let sign = ExpressionOperator(tokens.current, level: level) {
      try tokens.advance()
      _ = level < 2 ? try binary(level + 1) : try unary()
      parts.emit(.binary(sign), tokens.range(from: start), pushing: -1)
      if sign == .add { parts.nests = true }
      shape = .other
    }
    return shape
  }

  private mutating func unary() throws(ExpressionFault) -> Shape {
    var signs: [(isNot: Bool, start: Int)] = []
    while tokens.current == .sign("!") || tokens.current == .sign("-") {
      signs.append((tokens.current == .sign("!"), tokens.place.lowerBound))
      try tokens.advance()
    }
    var start = tokens.place.lowerBound
    // The sign belongs to a number, since the least int is none without it.
    var isNegative = false
    switch tokens.current {
    case .int, .double:
      if let last = signs.last, !last.isNot {
        (start, isNegative) = (last.start, true)
        signs.removeLast()
      }
    default: break
    }
    let shape = try member(from: start, isNegative: isNegative)
    for sign in signs.reversed() {
      parts.emit(sign.isNot ? .not : .negate, tokens.range(from: sign.start))
    }
    return signs.isEmpty ? shape : .other
  }

  // MARK: Operands

  /// Reads an operand with what follows it: fields, indexes, calls.
  private mutating func member(
    from start: Int, isNegative: Bool = false
  ) throws(ExpressionFault) -> Shape {
    endsInField = false
    var shape = try primary(from: start, isNegative: isNegative)
    while true {
      if tokens.isMemberCall {
        try tokens.advance()
        let name = try tokens.name("a function")
        shape = try call(name, on: shape, from: start)
        endsInField = false
      } else if try tokens.take(".") {
        try tokens.refuseOptional()
        let place = tokens.place
        let name = try tokens.name("a field's name")
        shape = try field(name, at: place, of: shape, from: start)
        endsInField = true
      } else if try tokens.take("[") {
        shape = try index(into: shape, from: start)
        endsInField = shape.endsInKey
      } else if tokens.current == .sign("{") {
        throw tokens.fault("messages are not supported; a map stands alone")
      } else {
        return shape
      }
    }
  }

  private mutating func field(
    _ name: String, at range: Range<Int>, of shape: Shape, from start: Int
  ) throws(ExpressionFault) -> Shape {
    if case .read(let place) = shape { return try step(.key(name), range, from: place, start) }
    parts.emit(.field(name), tokens.range(from: start))
    return .other
  }

  /// Makes the last instruction, which reads `place`, go a step further.
  private mutating func step(
    _ step: ExpressionStep, _ range: Range<Int>, from place: ExpressionPlace, _ start: Int
  ) throws(ExpressionFault) -> Shape {
    let place = try place.adding(step, range)
    parts.patch(parts.code.count - 1, .read(place), tokens.range(from: start))
    return .read(place)
  }

  private mutating func index(
    into shape: Shape, from start: Int
  ) throws(ExpressionFault) -> Shape {
    try tokens.refuseOptional()
    let first = tokens.place.lowerBound
    let index = try expression()
    let range = tokens.range(from: first)
    try tokens.expect("]", "after the index")
    if case .read(let place) = shape, case .constant(let constant) = index,
      let step = ExpressionStep(constant)
    {
      parts.removeLast(1)
      return try self.step(step, range, from: place, start)
    }
    parts.emit(.index, tokens.range(from: start), pushing: -1)
    return .other
  }

  private mutating func primary(
    from start: Int, isNegative: Bool
  ) throws(ExpressionFault) -> Shape {
    let (first, place) = (tokens.current, tokens.place)
    // The text after a hole may be no expression at all.
    guard first != .end, first != .sign("}") else {
      throw tokens.fault("expected a value, not \(first.words)")
    }
    try tokens.advance()
    switch first {
    case .int(let magnitude):
      guard let value = Int(magnitude, isNegative: isNegative) else {
        throw ExpressionFault("the number is no int of 64 bits", at: tokens.range(from: start))
      }
      return constant(.integer(value), from: start)
    case .double(let value): return constant(.number(isNegative ? -value : value), from: start)
    case .string(let text): return constant(.string(text), from: start)
    case .sign("("):
      let shape = try expression()
      try tokens.expect(")", "after the expression in parentheses")
      return shape
    case .sign("["): return try list(from: start)
    case .sign("{"): return try map(from: start)
    case .name(let name): return try named(name, from: start)
    default: throw ExpressionFault("expected a value, not \(first.words)", at: place)
    }
  }

  private mutating func constant(_ value: JSONValue, from start: Int) -> Shape {
    parts.emit(.constant(value), tokens.range(from: start), pushing: 1)
    return .constant(value)
  }

  private mutating func list(from start: Int) throws(ExpressionFault) -> Shape {
    var (count, constants) = (0, [JSONValue]())
    while tokens.current != .sign("]") {
      try tokens.refuseOptional()
      if case .constant(let value) = try expression() { constants.append(value) }
      count += 1
      guard try tokens.take(",") else { break }
    }
    try tokens.expect("]", "after the elements of a list")
    // A list of constants is one itself.
    if constants.count == count {
      parts.removeLast(count)
      return constant(.array(constants), from: start)
    }
    parts.nests = true
    parts.emit(.list(count), tokens.range(from: start), pushing: 1 - count)
    return .other
  }

  private mutating func map(from start: Int) throws(ExpressionFault) -> Shape {
    var count = 0
    while tokens.current != .sign("}") {
      try tokens.refuseOptional()
      let first = tokens.place.lowerBound
      if case .constant(let key) = try expression() {
        guard case .string = key else {
          throw ExpressionFault("the keys of a map are strings", at: tokens.range(from: first))
        }
      }
      try tokens.expect(":", "after the key of a map")
      _ = try expression()
      count += 1
      guard try tokens.take(",") else { break }
    }
    try tokens.expect("}", "after the members of a map")
    parts.nests = true
    parts.emit(.map(count), tokens.range(from: start), pushing: 1 - 2 * count)
    return .other
  }

  // MARK: Names

  /// Reads what begins with a name: a constant, a call, or a place.
  private mutating func named(_ name: String, from start: Int) throws(ExpressionFault) -> Shape {
    let place = tokens.range(from: start)
    switch name {
    case "true", "false": return constant(.bool(name == "true"), from: start)
    case "null": return constant(.null, from: start)
    case "in": throw ExpressionFault("expected a value, not 'in'", at: place)
    case "has" where tokens.current == .sign("("): return try has(from: start)
    default: break
    }
    if tokens.current == .sign("(") { return try call(name, on: nil, from: start) }
    if let variable = variables.lastIndex(of: name) {
      parts.emit(.element(variable), place, pushing: 1)
      return .other
    }
    if tokens.isMemberCall, environment.functions.isNamespace(name) {
      try tokens.advance()
      return try call(name + "." + (try tokens.name("a function")), on: nil, from: start)
    }
    let read = try environment.place(named: name, at: place)
    parts.emit(.read(read), place, pushing: 1)
    return .read(read)
  }

  private mutating func has(from start: Int) throws(ExpressionFault) -> Shape {
    try tokens.advance()
    let shape = try unary()
    guard tokens.current == .sign(")") else {
      throw tokens.fault("expected ')' after the field, not \(tokens.current.words)")
    }
    let last = parts.code.count - 1
    switch (shape, parts.code[last]) {
    case (.read(let place), _) where endsInField || place.isName && place.steps.count == 1:
      parts.patch(last, .has(place))
    case (.other, .field(let name)) where endsInField: parts.patch(last, .hasField(name))
    default:
      throw ExpressionFault("'has' takes a field, such as has(row.title)", at: parts.ranges[last])
    }
    try tokens.advance()
    return .other
  }

  // MARK: Calls

  /// Reads the arguments of a call, whose opening parenthesis comes next.
  private mutating func call(
    _ name: String, on receiver: Shape?, from start: Int
  ) throws(ExpressionFault) -> Shape {
    let called = tokens.lastEnd - name.utf8.count..<tokens.lastEnd
    if receiver != nil, let macro = ExpressionMacro(rawValue: name) {
      return try loop(macro, from: start, at: called)
    }
    guard let function = environment.functions[name, isMember: receiver != nil] else {
      let reason = environment.functions.reason(against: name, isMember: receiver != nil)
      throw ExpressionFault(reason, at: called)
    }
    var (count, last) = (receiver == nil ? 0 : 1, receiver ?? .other)
    try arguments(of: function, &count, &last)
    guard function.count.contains(count) else {
      throw ExpressionFault(function.demand(count), at: tokens.range(from: start))
    }
    if function.takesTime, let time = environment.time {
      parts.emit(.read(time), called, pushing: 1)
      count += 1
    }
    switch (name, last) {
    case ("size", .read(let place)): parts.patch(parts.code.count - 1, .count(place))
    case ("matches", .constant(.string(let text))):
      let pattern = try TextPattern.shared(text, at: parts.ranges[parts.ranges.count - 1])
      parts.removeLast(1)
      parts.emit(.match(pattern), tokens.range(from: start))
    default:
      parts.emit(.call(function, count), tokens.range(from: start), pushing: 1 - count)
    }
    return .other
  }

  /// - Parameter last: Becomes the last argument.
  private mutating func arguments(
    of function: ExpressionFunction, _ count: inout Int, _ last: inout Shape
  ) throws(ExpressionFault) {
    try tokens.advance()
    if tokens.current != .sign(")") {
      repeat {
        last = try expression()
        if case .constant(.string(let text)) = last, count == 1 {
          try function.check(text, at: parts.ranges[parts.ranges.count - 1])
        }
        count += 1
      } while try tokens.take(",")
    }
    try tokens.expect(")", "after the arguments of '\(function.name)'")
  }

  private mutating func loop(
    _ macro: ExpressionMacro, from start: Int, at called: Range<Int>
  ) throws(ExpressionFault) -> Shape {
    guard environment.allowsMacros else {
      throw ExpressionFault("'\(macro.rawValue)' is not allowed here", at: called)
    }
    try tokens.advance()
    let variable = try tokens.name("the name of an element")
    try tokens.expect(",", "after the name of an element")
    let begin = parts.emit(.begin(0), called, pushing: -1)
    variables.append(variable)
    let (body, height) = (parts.code.count, parts.height)
    _ = try expression()
    if macro == .map, try tokens.take(",") {
      let branch = parts.emit(.branch(0), tokens.range(from: start), pushing: -1)
      _ = try expression()
      parts.patch(branch, .branch(parts.code.count + 1))
    }
    if macro == .all || macro == .exists {
      parts.land(from: body, height: height, loops: variables.count)
    }
    try tokens.expect(")", "after the last part of '\(macro.rawValue)'")
    parts.emit(.take(macro), tokens.range(from: start), pushing: -1)
    parts.patch(begin, .begin(parts.code.count))
    parts.emit(.next(macro, body), tokens.range(from: start), pushing: 1)
    if macro == .map { parts.nests = true }
    variables.removeLast()
    return .other
  }
}

extension Int {
  /// Nil for a number that does not fit.
  fileprivate init?(_ magnitude: UInt64, isNegative: Bool) {
    let isLeast = isNegative && magnitude == Int.min.magnitude
    guard let value = isLeast ? Int.min : Int(exactly: magnitude) else { return nil }
    self = isNegative && !isLeast ? -value : value
  }
}
