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

      Several screens are steps: 'submit' leads to the next one, on the last it answers with the \
      values of all, and Back, Escape or the action 'pop' to the one before.

      With --schema or --field the screen is made here, and what is printed is an object that the \
      schema describes.

      Exit status: 0 answered; 1 the window was closed; 4 time is over; 5 declined, where a schema \
      was asked for.
      """)

  @Argument(
    help: ArgumentHelp(
      "The screen, a file or a URL; - reads one from standard input. Several are steps.",
      valueName: "file"), completion: FileArgument.completion, transform: FileArgument.path)
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "The JSON Schema of the answer in place of a screen; - reads it from standard input.",
      valueName: "file"), completion: .file(), transform: FileArgument.path)
  var schema: String?

  @Option(
    name: .customLong("field"),
    help: ArgumentHelp(
      """
      A question in place of a screen, any number of times: text, number, integer, toggle or date, \
      perhaps with the value at first, such as guests:integer=2; or choice or choices, such as \
      size:choice=S,M,L.
      """, valueName: "name:type"), transform: FieldOption.init)
  var fields: [FieldOption] = []

  @Option(help: "The title above the questions of --schema or --field.")
  var title: String?

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
    let sources = [!files.isEmpty, schema != nil, !fields.isEmpty]
    guard sources.contains(true) else {
      throw ValidationError("Missing expected argument '<file>'")
    }
    guard sources.count(where: \.self) == 1 else {
      throw ValidationError("A screen, --schema and --field exclude each other")
    }
    guard Set(files).count == files.count else {
      throw ValidationError("A screen can be one of the steps once")
    }
    try FieldOption.check(fields)
    if files.count > 1, files.contains(where: { DocumentSource($0).isStream }) {
      throw ValidationError("Standard input cannot be one of several steps")
    }
    if title != nil, !files.isEmpty { throw ValidationError("--title is for --schema and --field") }
  }

  func run() throws {
    try MainActor.assumeIsolated { try ask() }
  }

  @MainActor
  private func ask() throws -> Never {
    let form = try form()
    let window = try QuestionWindow(question) {
      var options = try question.viewerOptions(usualSize: nil)
      options.fitsContent = true
      guard let form else {
        return try Viewer(files.first, options: options, onMessage: StandardError.write)
      }
      return try Viewer(showing: form.screen(), options: options, onMessage: StandardError.write)
    }
    try window.run { event in
      switch event {
      case .screen(.submitted(let values, _, _), _) where form != nil:
        let content = form?.content(of: values) ?? [:]
        window.close(with: format.text(content, prefix: prefix))
      case .screen(.itemSelected(let item, _), _) where form != nil:
        if item.action == SchemaForm.decline { window.close(.declined) }
      case .screen(.submitted(_, let action, _), _) where ItemAction.posts(action): return
      case .screen(.submitted(var values, let action, _), let controller):
        if let step = nextStep(in: window.viewer.session) {
          PageOpener(session: window.viewer.session).openChosen(
            step, opening: PageOpening(stepNamed: step))
          return
        }
        // Data may hold a secret that a field is bound to.
        let secrets = window.viewer.session.secretNames
        let isOpen = question.tools.agent == nil || secrets.isEmpty
        if controller.screen.submits == .data, isOpen {
          values["data"] = controller.data?.json
        }
        answer(values, action, controller, in: window)
      case .screen(.itemSelected(let item, _), let controller):
        guard let action = item.action, case .other = ActionMeaning(action) else { return }
        answer(controller.values.answers, action, controller, in: window)
      case .lineRefused(let number, let error):
        StandardError.warn(error, line: number, of: window.viewer.screenPath ?? files.first ?? "")
      default: return
      }
    }
  }

  /// The screen after the one in front; nil for the last one.
  @MainActor
  private func nextStep(in session: Session) -> String? {
    let step = files.firstIndex(of: session.page.name) ?? 0
    return files.indices.contains(step + 1) ? files[step + 1] : nil
  }

  /// The form for the schema or the fields; nil for a screen.
  private func form() throws -> SchemaForm? {
    guard files.isEmpty else {
      // A step that cannot be read would be noticed when those before it are answered.
      for step in files.dropFirst() where DocumentSource(step).isFile {
        _ = try Failure.naming(step.printable()) { try DocumentSource(step).readWhole() }
      }
      return nil
    }
    let name = schema ?? "--field"
    let bytes = try schema.map { path in
      try Failure.naming(path.printable()) { try DocumentSource(path).readWhole() }
    }
    do throws(SchemaFault) {
      return try SchemaForm(
        bytes ?? FieldOption.schema(of: fields), title: title, isDeclinable: schema != nil,
        words: question.options.words)
    } catch {
      throw Failure(status: .usage, message: "\(name.printable()): \(error)")
    }
  }

  @MainActor
  private func answer(
    _ values: [String: JSONValue], _ action: String, _ controller: SpotsController,
    in window: QuestionWindow
  ) {
    var values = values
    if question.tools.agent != nil {
      for name in window.viewer.session.secretNames { values[name] = nil }
    }
    if action != "submit", values["action"] == nil { values["action"] = .string(action) }
    window.close(with: format.text(values, prefix: prefix))
  }
}
