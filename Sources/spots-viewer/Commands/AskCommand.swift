import ArgumentParser
import Spots
import SpotsViewer

/// Shows a screen until the user answers it, and prints the answers.
struct AskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Shows a screen until it is answered, and prints its values.",
    discussion: """
      The action 'submit' of a button or another item answers, once nothing is wrong with the \
      values, and so does any action that leads nowhere, whatever the values are; it is then the \
      value named 'action'.

      Exit status: 0 answered; 1 the window was closed; 4 time is over.
      """)

  @Argument(
    help: ArgumentHelp("The screen, a file or a URL; - reads one from standard input."),
    completion: FileArgument.completion, transform: FileArgument.path)
  var file: String

  @Option(
    help: ArgumentHelp(
      """
      How the values are printed: a JSON object; name=value on lines; or assignments for a shell's \
      eval.
      """, valueName: "json|lines|shell"))
  var format = AnswerFormat.json

  @Option(
    help: ArgumentHelp(
      "What the variables begin with, so that no value sets one that means something to the shell.",
      valueName: "letters"))
  var prefix = "answer_"

  @OptionGroup var question: QuestionOptions

  func validate() throws {
    guard AnswerFormat.isPrefix(prefix) else {
      throw ValidationError("--prefix must be letters, digits and underscores")
    }
  }

  func run() throws {
    try MainActor.assumeIsolated { try ask() }
  }

  @MainActor
  private func ask() throws -> Never {
    let window = try QuestionWindow(question) {
      var options = question.viewerOptions(usualSize: nil)
      options.fitsContent = true
      return try Viewer(file, options: options, onMessage: StandardError.write)
    }
    try window.run { event in
      switch event {
      case .screen(.submitted(var values, let action, _), let controller):
        if controller.screen.submits == .data { values["data"] = controller.data?.json }
        answer(values, action, in: window)
      case .screen(.itemSelected(let item, _), let controller):
        guard let action = item.action, case .other = Action(action) else { return }
        answer(controller.values.answers, action, in: window)
      case .lineRefused(let number, let error):
        StandardError.warn(error, line: number, of: window.viewer.screenPath ?? file)
      default: return
      }
    }
  }

  @MainActor
  private func answer(
    _ values: [String: JSONValue], _ action: String, in window: QuestionWindow
  ) {
    var values = values
    if action != "submit", values["action"] == nil { values["action"] = .string(action) }
    window.close(with: format.text(values, prefix: prefix))
  }
}
