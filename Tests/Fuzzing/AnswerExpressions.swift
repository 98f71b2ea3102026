// Evaluates expressions from standard input for Scripts/expressions: the first line has the values
// of the names, and each other line one expression as a JSON string. Prints `[value]`, or `[]` for
// one without a value.

import Glibc

@main
enum AnswerExpressions {
  static func main() {
    guard case .object(let names)? = readLine().flatMap(value) else { return }
    let roots = names.keys.sorted()
    let environment = ExpressionEnvironment(roots: roots)
    let scope = roots.map { names[$0] ?? .null }
    while let line = readLine() {
      guard case .string(let text)? = value(line) else { continue }
      var answer: [JSONValue] = []
      do throws(ExpressionFault) {
        answer = [try Expression(text, in: environment).value(in: scope).written]
      } catch {}
      print(JSONWriter { $0.value(.array(answer)) }.text)
      fflush(nil)
    }
  }

  private static func value(_ line: String) -> JSONValue? { JSONValue.read(Array(line.utf8)).value }
}

extension JSONValue {
  /// JSON has no NaN and no infinity.
  fileprivate var written: JSONValue {
    switch self {
    case .number(let value) where !value.isFinite: ["double": .string(value.shortestText)]
    case .array(let elements): .array(elements.map(\.written))
    case .object(let members): .object(members.mapValues(\.written))
    default: self
    }
  }
}
