import Spots
import SpotsSDL

/// Shows lines of standard input, and prints the one that is chosen.
@MainActor func chooser(
  among choices: [String]? = nil, onChoose: @escaping (String) -> Void = { print($0) }
) throws -> Application {
  let choices = choices ?? Array(AnyIterator { readLine() })
  let application = try Application(size: Size(width: 420, height: 520)) {
    Screen("Choose", spacing: .comfortable) {
      ComponentModel {
        for choice in choices { Item(title: choice, action: "choose:\(choice)") }
      }.with { $0.filter = .fuzzy }
      ComponentModel {
        Item.buttons(
          ItemAction("Cancel", action: "close"),
          ItemAction("Choose the first", action: "choose-first", emphasis: .primary))
      }.with { $0.isBar = true }
    }
  }
  // Typing filters the lines.
  application.controller.component(at: 0)?.openFilter(staysOpen: true, bestFirst: true)
  func choose(_ choice: String) {
    onChoose(choice)
    application.close()
  }
  try application.on("choose:{choice...}") { choose($0["choice"] ?? "") }
  try application.on("choose-first") { _ in if let first = choices.first { choose(first) } }
  return application
}
