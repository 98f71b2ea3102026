/// Runs a program once.
struct ExpressionMachine<Scope: ExpressionScope> {
  private enum Operand {
    case value(JSONValue)
    indirect case fault(ExpressionFault)
  }

  /// A macro that goes through the elements of a list.
  private struct Loop {
    var elements: [JSONValue]
    var index = 0
    /// The results of `filter` and `map`, and the number of those of `exists_one`.
    var collected: [JSONValue] = []
    var count = 0
    /// The result of `all` or `exists` that an element decided.
    var verdict: Bool?
    var fault: ExpressionFault?
  }

  private let program: ExpressionProgram
  private let scope: Scope
  private(set) var work: ExpressionWork
  private var stack: [Operand] = []
  private var loops: [Loop] = []
  /// The index of the next instruction.
  private var next = 0

  private var parts: ExpressionParts { program.parts }

  init(_ program: ExpressionProgram, _ scope: Scope, _ work: ExpressionWork) {
    (self.program, self.scope, self.work) = (program, scope, work)
  }

  mutating func run() throws(ExpressionFault) -> JSONValue {
    // Most expressions are the name of a field.
    if let place = program.place { return try read(place) }
    stack.reserveCapacity(8)
    while next < parts.code.count {
      let index = next
      next += 1
      do throws(ExpressionFault) {
        try work.spend(1)
        try perform(parts.code[index])
      } catch { try land(error, of: index) }
    }
    let result = try pop()
    if parts.nests { try work.measure(result) }
    return result
  }

  /// Goes on where a fault of the instruction at `index` is dealt with.
  private mutating func land(_ fault: ExpressionFault, of index: Int) throws(ExpressionFault) {
    var fault = fault
    if fault.range.isEmpty { fault.range = parts.ranges[index] }
    guard !fault.isLimit, parts.handlers[index] >= 0 else { throw fault }
    let landing = parts.landings[parts.handlers[index]]
    stack.removeLast(stack.count - landing.height)
    loops.removeLast(loops.count - landing.loops)
    stack.append(.fault(fault))
    next = landing.instruction
  }

  @inline(__always)
  private mutating func perform(
    _ instruction: ExpressionInstruction
  ) throws(ExpressionFault) {
    switch instruction {
    case .constant(let value): push(value)
    case .read(let place): push(try read(place))
    case .has(let place): push(.bool(try has(place)))
    case .count(let place): push(.integer(try count(place)))
    case .element(let index): push(loops[index].elements[loops[index].index])
    case .field(let name): push(try element(of: try pop(), at: .string(name)))
    case .hasField(let name): push(.bool(try hasField(name)))
    case .index:
      let index = try pop()
      push(try element(of: try pop(), at: index))
    case .not: push(.bool(!(try truth("'!' takes a bool"))))
    case .negate: push(try ExpressionOperator.negative(of: try pop()))
    case .binary(let sign):
      let second = try pop()
      push(try sign.result(try pop(), second, &work))
    case .list(let count): push(.array(try pop(count)))
    case .map(let count): push(try map(of: try pop(2 * count)))
    case .call(let function, let count): try call(function, count)
    case .match(let pattern):
      let text = try ExpressionCall("matches", [try pop()], work, .standard).string(0)
      push(.bool(try work.matches(pattern, text)))
    case .jump(let target): next = target
    case .branch(let target): if !(try truth("a condition is a bool")) { next = target }
    case .decide(let logic, let isFirst, let end): decide(logic, isFirst, end)
    case .settle: if case .fault(let fault)? = stack.last { throw fault }
    case .begin(let target): try begin(target)
    case .take(let macro): try take(macro)
    case .next(let macro, let body): try advance(macro, body)
    }
  }

  // MARK: The stack

  @inline(__always)
  private mutating func push(_ value: JSONValue) { stack.append(.value(value)) }

  @inline(__always)
  private mutating func pop() throws(ExpressionFault) -> JSONValue {
    switch stack.removeLast() {
    case .value(let value): return value
    case .fault(let fault): throw fault
    }
  }

  private mutating func pop(_ count: Int) throws(ExpressionFault) -> [JSONValue] {
    var values: [JSONValue] = []
    values.reserveCapacity(count)
    try work.spend(count)
    for operand in stack.suffix(count) {
      if case .value(let value) = operand { values.append(value) }
    }
    stack.removeLast(count)
    return values
  }

  /// The bool on top of the stack; otherwise `demand` begins the message.
  private mutating func truth(_ demand: String) throws(ExpressionFault) -> Bool {
    let value = try pop()
    guard case .bool(let isTrue) = value else {
      throw ExpressionFault("\(demand), not \(ExpressionType(of: value).words)")
    }
    return isTrue
  }

  // MARK: Places

  /// Looks in each root, first to last; that of a field of all is known by its first step.
  @inline(__always)
  private func lookUp(_ place: ExpressionPlace) -> ExpressionLookup {
    for root in place.roots.dropLast() {
      let result = scope.lookUp(root, place.steps)
      if case .missing(after: 0, _) = result { continue }
      return result
    }
    return scope.lookUp(place.roots[place.roots.count - 1], place.steps)
  }

  @inline(__always)
  private mutating func read(_ place: ExpressionPlace) throws(ExpressionFault) -> JSONValue {
    switch lookUp(place) {
    case .found(.array(let elements)):
      // A list of the data is read from its text each time.
      try work.spend(elements.count * 8)
      return .array(elements)
    case .found(let value): return value
    case .missing(let count, let type): throw missing(place, after: count, in: type)
    }
  }

  private func has(_ place: ExpressionPlace) throws(ExpressionFault) -> Bool {
    switch lookUp(place) {
    case .found: return true
    case .missing(let count, let type):
      let isFieldMissing = count == place.steps.count - 1
      if isFieldMissing, type == .map || count == 0 && place.isName { return false }
      throw missing(place, after: count, in: type)
    }
  }

  private mutating func count(_ place: ExpressionPlace) throws(ExpressionFault) -> Int {
    for root in place.roots {
      if let count = scope.count(root, place.steps) { return count }
      guard case .missing(after: 0, _) = scope.lookUp(root, place.steps) else { break }
    }
    let value = try read(place)
    var call = ExpressionCall("size", [value], work, .standard)
    return try call.size()
  }

  /// The fault of a place of which only `count` steps lead to a value, which has this type.
  private func missing(
    _ place: ExpressionPlace, after count: Int, in type: ExpressionType
  ) -> ExpressionFault {
    let range = place.ranges[count]
    switch place.steps[count] {
    case .index(let index):
      return ExpressionFault("\(type.words) has no element \(index)", at: range, isOfValue: true)
    case .key(let key):
      let steps = Array(place.steps.prefix(count))
      let isName = count == 0 && place.isName
      return missing(key, in: isName ? .map : type, at: range) {
        place.roots.flatMap { scope.keys($0, steps) } + (isName ? program.environment.roots : [])
      }
    }
  }

  /// The fault of a field that is not in a value of a type.
  ///
  /// - Parameter names: The fields that there are. Asked for only if nothing absorbs the fault.
  private func missing(
    _ name: String, in type: ExpressionType, at range: Range<Int> = 0..<0,
    of names: () -> [String] = { [] }
  ) -> ExpressionFault {
    let shown = name.printable(limit: 40)
    guard type == .map else {
      return ExpressionFault("\(type.words) has no field '\(shown)'", at: range)
    }
    let isFinal = next == 0 || parts.handlers[next - 1] < 0
    let advice =
      work.givesAdvice && isFinal
      ? advice(nearestTo: name, among: names().prefix(Self.mostNames)) : ""
    return ExpressionFault("no field '\(shown)'" + advice, at: range)
  }

  /// The most names among which the nearest one is searched.
  private static var mostNames: Int { 1000 }

  /// `value[index]`.
  private func element(
    of value: JSONValue, at index: JSONValue
  ) throws(ExpressionFault) -> JSONValue {
    switch (value, index) {
    case (.object(let members), .string(let key)):
      guard let member = members[key] else {
        throw missing(key, in: .map) { members.keys.sorted() }
      }
      return member
    case (.array(let elements), _) where index.number != nil:
      guard let place = Int(exactly: index.number ?? 0), elements.indices.contains(place) else {
        throw ExpressionFault("a list has no element \(index.typedText)", isOfValue: true)
      }
      return elements[place]
    case (_, .string(let key)): throw missing(key, in: ExpressionType(of: value))
    default:
      let (value, index) = (ExpressionType(of: value).words, ExpressionType(of: index).words)
      throw ExpressionFault("\(index) is no index of \(value)")
    }
  }

  private mutating func hasField(_ name: String) throws(ExpressionFault) -> Bool {
    let value = try pop()
    guard case .object(let members) = value else {
      throw missing(name, in: ExpressionType(of: value))
    }
    return members[name] != nil
  }

  // MARK: Calls

  private func map(of values: [JSONValue]) throws(ExpressionFault) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .string(let key) = values[index] else {
        let found = ExpressionType(of: values[index]).words
        throw ExpressionFault("the keys of a map are strings, not \(found)")
      }
      guard members.updateValue(values[index + 1], forKey: key) == nil else {
        throw ExpressionFault("the key '\(key.printable(limit: 40))' occurs twice")
      }
    }
    return .object(members)
  }

  private mutating func call(
    _ function: ExpressionFunction, _ count: Int
  ) throws(ExpressionFault) {
    var call = ExpressionCall(function.name, try pop(count), work, scope.language)
    defer { work = call.work }
    push(try function.body(&call))
  }

  // MARK: Logic

  private mutating func decide(_ logic: ExpressionLogic, _ isFirst: Bool, _ end: Int) {
    var operand = stack.removeLast()
    if case .value(let value) = operand {
      if value == .bool(logic == .or) {
        if !isFirst { stack.removeLast() }
        stack.append(operand)
        next = end
        return
      }
      if value != .bool(logic == .and) {
        let found = ExpressionType(of: value).words
        let range = parts.ranges[next - 1]
        operand = .fault(
          ExpressionFault("'\(logic.rawValue)' takes bools, not \(found)", at: range))
      }
    }
    // The first fault stays.
    if !isFirst {
      if case .fault = stack[stack.count - 1] { return }
      stack.removeLast()
    }
    stack.append(operand)
  }

  // MARK: Loops

  private mutating func begin(_ target: Int) throws(ExpressionFault) {
    let value = try pop()
    let elements: [JSONValue]
    switch value {
    case .array(let values): elements = values
    case .object(let members): elements = members.keys.sorted().map { .string($0) }
    default:
      let found = ExpressionType(of: value).words
      throw ExpressionFault("a macro goes through a list or a map, not \(found)")
    }
    guard elements.count <= Expression.mostElements else {
      let most = Expression.mostElements
      throw ExpressionFault("a macro goes through at most \(most) elements", isLimit: true)
    }
    loops.append(Loop(elements: elements))
    if elements.isEmpty { next = target }
  }

  private mutating func take(_ macro: ExpressionMacro) throws(ExpressionFault) {
    let last = loops.count - 1
    switch macro {
    case .map: loops[last].collected.append(try pop())
    case .filter:
      let element = loops[last].elements[loops[last].index]
      if try truth("'filter' asks for a bool") { loops[last].collected.append(element) }
    case .existsOne: if try truth("'exists_one' asks for a bool") { loops[last].count += 1 }
    case .all, .exists:
      do throws(ExpressionFault) {
        let isTrue = try truth("'\(macro.rawValue)' asks for a bool")
        if isTrue == (macro == .exists) { loops[last].verdict = isTrue }
      } catch {
        var fault = error
        if fault.range.isEmpty { fault.range = parts.ranges[next - 1] }
        loops[last].fault = loops[last].fault ?? fault
      }
    }
  }

  private mutating func advance(
    _ macro: ExpressionMacro, _ body: Int
  ) throws(ExpressionFault) {
    let last = loops.count - 1
    loops[last].index += 1
    if loops[last].verdict == nil, loops[last].index < loops[last].elements.count {
      next = body
      return
    }
    let loop = loops.removeLast()
    switch macro {
    case .filter, .map: push(.array(loop.collected))
    case .existsOne: push(.bool(loop.count == 1))
    case .all, .exists:
      if loop.verdict == nil, let fault = loop.fault { throw fault }
      push(.bool(loop.verdict ?? (macro == .all)))
    }
  }
}
