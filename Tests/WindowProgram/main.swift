// A program with a window for the tests of the loop: each line of its input names a way to do
// something on the main actor from another thread; the answer is its name, once that is done.

import Dispatch
import Glibc
import Spots
import SpotsSDL

@MainActor func answer(_ name: String) {
  let line = Array("\(name)\n".utf8)
  write(STDOUT_FILENO, line, line.count)
}

/// How the window looks where the program does not say.
@MainActor func look() -> String {
  let environment = controller.environment
  return "\(environment.theme.isDark ? "dark" : "light") \(environment.textScale)"
}

@MainActor func answerAfterSleep() async throws {
  try await Task.sleep(for: .milliseconds(1))
  answer("async")
}

/// Opens a second window, in which typing and pressing a button are answered.
@MainActor func openSecond() throws {
  let second = try Application(size: Size(width: 200, height: 150)) {
    Screen("Second") {
      ComponentModel { Item.textField("name", title: "Name") }
    }
  }
  second.controller.onChange = { _, value in answer("second \(value.text ?? "")") }
  try application.open(second)
  try second.controller.focus(ItemPath(component: 0, item: 0))
  answer("opened")
}

func perform(_ line: String) {
  switch line {
  case "task": Task { @MainActor in answer("task") }
  case "open": Task { @MainActor in try openSecond() }
  case "look": Task { @MainActor in answer(look()) }
  case "queue": DispatchQueue.main.async { answer("queue") }
  case "async": Task { try await answerAfterSleep() }
  case "many":
    for _ in 0..<1000 { Task { @MainActor in } }
    Task { @MainActor in answer("many") }
  default: break
  }
}

let screen = Screen(components: [ComponentModel(kind: .list, items: [Item(title: "Waiting")])])
let controller = SpotsController(
  screen: screen, size: Size(width: 300, height: 200), environment: try .desktop())
let application = try Application(controller, title: "Tasks")
// Before the loop runs: it must not be lost.
Task { @MainActor in answer("early") }
_ = BackgroundThread.start {
  while let line = readLine() { perform(line) }
}
try application.run()
