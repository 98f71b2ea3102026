/// One step of an expression. Operands are popped from a stack, and results pushed onto it.
enum ExpressionInstruction {
  case constant(JSONValue)
  /// Pushes what is at a place.
  case read(ExpressionPlace)
  /// Pushes whether there is a value at a place.
  case has(ExpressionPlace)
  /// Pushes the size of what is at a place.
  case count(ExpressionPlace)
  /// Pushes the element that a loop is at; 0 is the outermost.
  case element(Int)
  /// The member with a constant name.
  case field(String)
  /// Whether there is a member with a constant name.
  case hasField(String)
  case index
  case not
  case negate
  case binary(ExpressionOperator)
  /// Makes a list of so many values.
  case list(Int)
  /// Makes a map of so many keys and values.
  case map(Int)
  /// Calls a function with so many arguments.
  case call(ExpressionFunction, Int)
  /// Whether a constant pattern matches.
  case match(TextPattern)
  /// Goes on elsewhere.
  case jump(Int)
  /// Goes on elsewhere if the condition is false.
  case branch(Int)
  /// An operand of `&&` or `||` has its value or fault. If that decides, goes on elsewhere;
  /// otherwise it is joined with those before.
  case decide(ExpressionLogic, isFirst: Bool, end: Int)
  /// After the last operand of `&&` or `||`: the fault that none of them made up for.
  case settle
  /// Begins a loop over a list, or the keys of a map; goes to its `next` if that is empty.
  case begin(Int)
  /// Takes the result of a loop's body.
  case take(ExpressionMacro)
  /// Repeats the body from there for the next element, or ends the loop with its result.
  case next(ExpressionMacro, Int)

  /// The place that is read, and whether only for its size; nil for other instructions.
  var place: (place: ExpressionPlace?, isCount: Bool) {
    switch self {
    case .read(let place), .has(let place): (place, false)
    case .count(let place): (place, true)
    default: (nil, false)
    }
  }
}

/// A place that is read, with the ranges of its steps in the text. It is an object, since
/// instructions are copied often.
final class ExpressionPlace: Sendable {
  /// The slots that it is looked for in, first to last.
  let roots: [Int]
  /// Whether it is written as the name of a field alone.
  let isName: Bool
  let steps: [ExpressionStep]
  let ranges: [Range<Int>]

  init(
    roots: [Int], isName: Bool = false, steps: [ExpressionStep] = [], ranges: [Range<Int>] = []
  ) {
    (self.roots, self.isName, self.steps, self.ranges) = (roots, isName, steps, ranges)
  }

  /// The place a step further, where no value is if there are too many.
  func adding(
    _ step: ExpressionStep, _ range: Range<Int>
  ) throws(ExpressionFault) -> ExpressionPlace {
    guard steps.count < JSONValue.maximumDepth else {
      throw ExpressionFault("no value has more than \(JSONValue.maximumDepth) levels", at: range)
    }
    return ExpressionPlace(
      roots: roots, isName: isName, steps: steps + [step], ranges: ranges + [range])
  }
}

enum ExpressionLogic: String {
  case and = "&&"
  case or = "||"
}

enum ExpressionMacro: String {
  case all, exists, filter, map
  case existsOne = "exists_one"
}

enum ExpressionOperator: String {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case equal = "=="
  case differ = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"

  /// From those that bind least.
  private static let levels: [[ExpressionOperator]] = [
    [.equal, .differ, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn], [.add, .subtract],
    [.multiply, .divide, .remainder],
  ]

  /// The operator of a level that a token is; nil for other tokens.
  init?(_ token: ExpressionToken, level: Int) {
    let spelled: String
    switch token {
    case .sign(let sign): spelled = sign
    case .name("in"): spelled = "in"
    default: return nil
    }
    guard let found = Self.levels[level].first(where: { $0.rawValue == spelled }) else {
      return nil
    }
    self = found
  }
}

/// A compiled expression, which never changes.
final class ExpressionProgram: Sendable {
  let parts: ExpressionParts
  let environment: ExpressionEnvironment
  /// The place in the only root, if nothing else is read and done; nil for most programs.
  let place: ExpressionPlace?

  init(_ parts: ExpressionParts, _ environment: ExpressionEnvironment) {
    (self.parts, self.environment) = (parts, environment)
    if parts.code.count == 1, case .read(let place) = parts.code[0], place.roots.count == 1 {
      self.place = place
    } else {
      place = nil
    }
  }
}

/// The instructions of an expression, appended one by one.
struct ExpressionParts {
  /// The instruction that deals with a fault of an operand of `&&`, `||`, `all` or `exists`.
  struct Landing {
    var instruction: Int
    /// The numbers of values on the stack, and of loops, below the operand.
    var height: Int
    var loops: Int
  }

  /// The first three have an element for each instruction.
  private(set) var code: [ExpressionInstruction] = []
  private(set) var ranges: [Range<Int>] = []
  /// The indexes in `landings`; -1 for none.
  private(set) var handlers: [Int] = []
  private(set) var landings: [Landing] = []
  /// The number of values on the stack when an evaluation comes to the next instruction.
  var height = 0
  /// Whether the expression makes values that may have others in them many times.
  var nests = false

  /// Appends an instruction, and returns its index.
  @discardableResult
  mutating func emit(
    _ instruction: ExpressionInstruction, _ range: Range<Int>, pushing count: Int = 0
  ) -> Int {
    code.append(instruction)
    ranges.append(range)
    handlers.append(-1)
    height += count
    return code.count - 1
  }

  /// Replaces the instruction at `index`, and its range unless that is nil.
  mutating func patch(
    _ index: Int, _ instruction: ExpressionInstruction, _ range: Range<Int>? = nil
  ) {
    code[index] = instruction
    if let range { ranges[index] = range }
  }

  /// Removes the last instructions, each of which pushes a value.
  mutating func removeLast(_ count: Int) {
    code.removeLast(count)
    ranges.removeLast(count)
    handlers.removeLast(count)
    height -= count
  }

  /// Checks that of the values `named` in `environment` only members are read, by constant names.
  func checkNames(_ environment: ExpressionEnvironment) throws(ExpressionFault) {
    for (instruction, range) in zip(code, ranges) {
      guard let place = instruction.place.place,
        let root = place.roots.first(where: environment.named.contains)
      else { continue }
      if case .key? = place.steps.first { continue }
      let name = environment.roots[root]
      throw ExpressionFault(
        "a name is needed here, as in \(name).stars or \(name)['has-pets']", at: range)
    }
  }

  /// Sends the faults of the instructions from `first` on to the next one, with `height` values
  /// and `loops` loops below.
  mutating func land(from first: Int, height: Int, loops: Int) {
    landings.append(Landing(instruction: code.count, height: height, loops: loops))
    for index in first..<code.count where handlers[index] < 0 {
      handlers[index] = landings.count - 1
    }
  }
}
