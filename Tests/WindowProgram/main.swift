// A program with a window for the tests of the loop: each line of its input names a way to do
// something on the main actor from another thread; the answer says how long that took.

import Dispatch
import Glibc
import Spots
import SpotsSDL

/// Prints `name` and the microseconds since `start`.
@MainActor func answer(_ name: String, since start: Double) {
  let line = Array("\(name) \(Int((Clock.now - start) * 1e6))\n".utf8)
  write(STDOUT_FILENO, line, line.count)
}

@MainActor func answerAfterSleep(since start: Double) async throws {
  try await Task.sleep(for: .milliseconds(1))
  answer("async", since: start)
}

func perform(_ line: String) {
  let start = Clock.now
  switch line {
  case "task": Task { @MainActor in answer("task", since: start) }
  case "queue": DispatchQueue.main.async { answer("queue", since: start) }
  case "async": Task { try await answerAfterSleep(since: start) }
  case "many":
    for _ in 0..<1000 { Task { @MainActor in } }
    Task { @MainActor in answer("many", since: start) }
  default: break
  }
}

let screen = Screen(components: [ComponentModel(kind: .list, items: [Item(title: "Waiting")])])
let controller = SpotsController(
  screen: screen, size: Size(width: 300, height: 200), environment: try .desktop())
let application = try Application(controller, title: "Tasks")
// Before the loop runs: it must not be lost.
let beginning = Clock.now
Task { @MainActor in answer("early", since: beginning) }
_ = BackgroundThread.start {
  while let line = readLine() { perform(line) }
}
try application.run()
