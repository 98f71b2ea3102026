/// An expression in a subset of CEL (github.com/google/cel-spec), compiled to instructions.
///
/// Its values are those of JSON: `.integer` is CEL's int, `.number` its double. It has no side
/// effects, cannot loop but over lists that are there, and ends after a limited amount of work.
///
/// It differs from CEL in this:
/// * There are no static types: what CEL refuses when it compiles is a fault of an evaluation.
/// * Arithmetic that mixes an int and a double gives a double; `math.round`, `math.floor` and
///   `math.ceil` take ints, too.
/// * An int and a double are compared exactly, also above 2^53.
/// * The text of a double is the shortest JSON, without exponent from 1e-6 to 1e21.
/// * The keys of maps are strings, and macros visit them in order.
/// * `!!` and `--` check their operand; `has` also takes a name alone.
/// * There are no comments, `uint`, `bytes`, types as values, timestamps, durations, messages and
///   optional values.
/// * `matches` takes what RE2 and PCRE2 both take and read alike.
package struct Expression: Hashable, Sendable {
  /// The text from which it was compiled.
  package let source: String
  private let program: ExpressionProgram

  /// The length of the longest expression, in UTF-8 code units.
  package static let longest = 16_384
  /// The most parentheses, brackets, arguments and macros inside each other.
  package static let deepest = 64
  /// The most elements of a list that a macro goes through.
  package static let mostElements = 10_000

  /// Compiles all of `text`.
  ///
  /// - Throws: The first fault, whose range lies within the text.
  /// - Complexity: O(*n*).
  package init(
    _ text: String, in environment: ExpressionEnvironment
  ) throws(ExpressionFault) {
    var compiler = ExpressionCompiler(Array(text.utf8), environment)
    self = try Self(compiling: &compiler, until: .end)
  }

  /// Compiles the text from the place of `compiler` to the first token that is no part of it, which
  /// must be `end`.
  init(
    compiling compiler: inout ExpressionCompiler, until end: ExpressionToken
  ) throws(ExpressionFault) {
    let start = compiler.tokens.lexer.at
    program = try compiler.program(until: end)
    source = compiler.tokens.lexer.text(start, compiler.tokens.place.lowerBound)
  }

  /// A text as a literal of expressions.
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "'") { quoted, scalar in
      switch scalar {
      case "\\": quoted += "\\\\"
      case "'": quoted += "\\'"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    } + "'"
  }

  /// The value at `place`.
  init(_ source: String, reading place: ExpressionPlace, in environment: ExpressionEnvironment) {
    var parts = ExpressionParts()
    parts.emit(.read(place), 0..<source.utf8.count, pushing: 1)
    (self.source, program) = (source, ExpressionProgram(parts, environment))
  }

  /// The result of the only instruction if that reads a place; nil for other expressions.
  func found(in scope: some ExpressionScope) -> ExpressionLookup? {
    program.place.map { scope.lookUp($0.roots[0], $0.steps) }
  }

  /// The places that an evaluation may read.
  package var reads: Set<ExpressionRead> {
    var reads: Set<ExpressionRead> = []
    for case (let place?, let isCount) in program.parts.code.map(\.place) {
      reads.formUnion(
        place.roots.map { ExpressionRead(root: $0, steps: place.steps, isCount: isCount) })
    }
    return reads
  }

  /// Whether the result is written as a language does it.
  var hasFormats: Bool {
    program.parts.code.contains { if case .call(let call, _) = $0 { call.isFormat } else { false } }
  }

  /// The value with the values of `scope`.
  ///
  /// - Throws: The fault that leaves it without one.
  /// - Complexity: That of the text, except as far as macros and functions go through lists and
  ///   texts; limited by `work`.
  package func value(
    in scope: some ExpressionScope, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> JSONValue {
    var machine = ExpressionMachine(program, scope, work)
    defer { work = machine.work }
    return try machine.run()
  }

  /// The value with the values of `scope`, within the usual limit.
  package func value(in scope: some ExpressionScope) throws(ExpressionFault) -> JSONValue {
    var work = ExpressionWork()
    return try value(in: scope, &work)
  }

  /// Whether a condition holds.
  ///
  /// - Throws: Also when the value is not a bool.
  package func holds(
    in scope: some ExpressionScope, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> Bool {
    let value = try value(in: scope, &work)
    guard case .bool(let holds) = value else {
      let found = ExpressionType(of: value).words
      throw ExpressionFault(
        "a condition must be a bool, not \(found)", at: program.parts.ranges.last ?? 0..<0)
    }
    return holds
  }

  /// Whether both have the same text and names.
  package static func == (a: Expression, b: Expression) -> Bool {
    a.program === b.program
      || a.source == b.source && a.program.environment.roots == b.program.environment.roots
        && a.program.environment.open == b.program.environment.open
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
