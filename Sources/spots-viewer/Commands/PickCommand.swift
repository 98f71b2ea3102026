import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Has the user pick one or several lines of standard input, and prints them.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Has the user pick lines of standard input, and prints them.",
    discussion: """
      Typing leaves out what does not match. The window opens before the end of the input, of which \
      at most 1000000 lines and 256 MiB are read.

      Exit status: 0 something was picked; 1 the window was closed, or there is nothing to pick; \
      4 time is over.
      """)

  @Option(help: "The question, above the list and in the window's title.")
  var title = ""

  @Flag(help: "Several lines can be picked; Ctrl+Return, or the button above them, ends that.")
  var multiple = false

  @Option(
    help: ArgumentHelp(
      """
      What a line is: a title (text); a title, a subtitle, an action and an image with tabs \
      between (tsv); or an item of a screen (json).
      """, valueName: "text|tsv|json"))
  var input = PickInput.text

  @Option(
    help: ArgumentHelp(
      """
      What is printed of an item: its action, or else its title (action); its title; the number of \
      items before it (index); or all of it (json).
      """, valueName: "action|title|index|json"))
  var print = PickPrint.action

  @Flag(help: "Letters match in their order, with others between them or not.")
  var fuzzy = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Lines end with NUL in place of a line break, those that are printed too.")
  var isNull = false

  @OptionGroup var question: QuestionOptions

  private static let size = Size(width: 480, height: 560)

  func run() throws {
    try MainActor.assumeIsolated { try pick() }
  }

  @MainActor
  private func pick() throws -> Never {
    let picking = PickQuestion(
      title: title, isMultiple: multiple, rule: fuzzy ? .fuzzy : .words,
      words: question.options.words)
    let window = try QuestionWindow(question) {
      try Viewer(
        showing: picking.screen, options: try question.viewerOptions(usualSize: Self.size),
        onMessage: StandardError.write)
    }
    let separator = UInt8(ascii: isNull ? "\0" : "\n")
    func closeIfPicked() {
      if picking.picked != nil { window.close(with: picking.lines(print, separator: separator)) }
    }
    let (session, context) = (window.viewer.session, window.viewer.session.context)
    session.listen { event in
      let isHandled = picking.handle(event)
      if isHandled { closeIfPicked() }
      return isHandled
    }
    window.viewer.onStart = { controller in
      picking.controller = controller
      controller.component(at: 0)?.openFilter(staysOpen: true, bestFirst: true)
    }
    var reader = PickReader(
      input, isMultiple: multiple, separator: separator, kinds: context.kinds.items)
    try read(separator, to: picking, window) { reader.read($0) }
    try window.run { event in
      picking.heard(event)
      closeIfPicked()
    }
  }

  /// Shows the lines of standard input as they come.
  @MainActor
  private func read(
    _ separator: UInt8, to picking: PickQuestion, _ window: QuestionWindow,
    by make: sending @escaping ([[UInt8]]) -> PickBatch
  ) throws {
    do throws(FileError) {
      try LineReader.start(
        descriptor: STDIN_FILENO, separator: separator, mailbox: window.viewer.mailbox, make: make
      ) { event in
        switch event {
        case .batch(let batch):
          StandardError.write(.diagnostics(batch.diagnostics, path: "-"))
          window.viewer.session.page.status.note(imagePositions: batch.images, path: "-")
          picking.append(batch)
        case .end where picking.isEmpty:
          StandardError.write("spots-viewer: standard input: nothing to pick\n")
          window.close(.screenErrors)
        case .end: return
        case .limit:
          let (lines, size) = (LineReader.mostLines, LineReader.mostBytes >> 20)
          let reason = "only the first \(lines) lines, or \(size) MiB, are read"
          StandardError.write("spots-viewer: standard input: \(reason)\n")
          let session = window.viewer.session
          session.page.show(
            note: session.context.words(.onlyFirstLines, ["lines": lines, "size": size]))
        }
      }
    } catch {
      throw Failure.environment("standard input: \(error)")
    }
  }
}
