import Spots

/// Starts other programs for the user: those that open links, the editor, and the one that is run
/// with every action.
@MainActor
package final class ProgramLauncher {
  /// Whether addresses and the editor open in other programs.
  var mayOpenPrograms = false
  /// The program that is run with every action; nil for none.
  package var actionProgram: String?
  /// Whether a program is told of actions; users see those that nobody hears.
  package var areActionsHeard = false
  private let report: ViewerMessage.Handler

  init(report: @escaping ViewerMessage.Handler) {
    self.report = report
  }

  /// Starts a program; if that fails, a note on `page` says why.
  func start(_ program: String, _ arguments: [String], from page: Page) {
    guard let error = ChildProcess.start(program, arguments) else { return }
    let words = page.context.words
    page.show(
      note: words(
        .labeled, ["name": program.printable(limit: 60), "text": error.text(in: words)]))
    report(.warning("\(program.printable()): \(error)"))
  }

  /// Opens a web or mail address in the user's program for it.
  func open(link address: String, from page: Page) {
    if mayOpenPrograms { start("xdg-open", [address], from: page) }
  }
}
