// The target of libFuzzer: bytes → template → value. Whatever the bytes are, each fault has its
// place in them, an evaluation ends, and the text of a hole compiles to what it was.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
  let environment = ExpressionEnvironment(
    roots: ["row", "data", "values", "index", "item"], open: [0, 1], functions: .formatting)
  let row: JSONValue = [
    "a": 1, "b": 2.5, "c": "text, ü", "d": [1, "x", .null, [2, 3]], "e": ["f": ["g": true]],
  ]
  let scope = [row, ["all": [row, row, row]], ["stars": 3], 7, .null]
  func check(_ fault: ExpressionFault) {
    precondition(0 <= fault.range.lowerBound && fault.range.upperBound <= text.utf8.count)
    precondition(!fault.message.isEmpty)
  }
  let (template, faults) = ExpressionTemplate.parse(text, in: environment)
  faults.forEach(check)
  var work = ExpressionWork()
  let value = template.value(in: scope, &work, check)
  precondition(!json(value).isEmpty)
  for hole in template.expressions.prefix(10) {
    do throws(ExpressionFault) {
      let again = try Expression(hole.source, in: environment)
      precondition(again.reads == hole.reads && again == hole)
      let value = try hole.value(in: scope)
      let other = try again.value(in: scope)
      precondition(json(value) == json(other))
    } catch {}
  }
  do throws(ExpressionFault) {
    _ = try Expression(text, in: environment).value(in: scope)
  } catch { check(error) }
  return 0
}

private func json(_ value: JSONValue) -> String { JSONWriter { $0.value(value) }.text }
