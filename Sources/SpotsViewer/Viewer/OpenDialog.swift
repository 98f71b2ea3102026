import Spots
import SpotsSDL

/// Lets the user pick files in the dialog of the desktop, one dialog at a time: screens, which it
/// opens, or what a form asks for.
@MainActor
final class OpenDialog: FilePicker {
  private weak var session: Session?
  private let window: Window
  private var open: ([String]) -> Void = { _ in }
  /// The dialog, while there is one.
  private var chooser: FileDialog?

  init(window: Window) { self.window = window }

  /// - Parameter open: Opens the screens that were picked.
  func connect(to session: Session, open: @escaping ([String]) -> Void) {
    (self.session, self.open) = (session, open)
    session.listen { [weak self] event in
      guard let self, case .chooseFile = event else { return false }
      show()
      return true
    }
  }

  /// Shows the dialog for screens.
  private func show() {
    guard let session else { return }
    ask(for: nil, in: Self.folder(of: session.page), hint: .canBeDropped) { [open] in open($0) }
  }

  func pick(_ kind: FilePickerKind, onPick: @escaping @MainActor (String) -> Void) {
    ask(for: kind, in: nil, hint: .canBeTyped) { paths in
      if let path = paths.first { onPick(path) }
    }
  }

  /// Shows the dialog; does nothing while there is one.
  private func ask(
    for kind: FilePickerKind?, in folder: String?, hint: Word,
    onPick: @escaping @MainActor ([String]) -> Void
  ) {
    guard chooser == nil, let session else { return }
    let (name, words) = (window.portalName, session.page.context.words)
    let request =
      switch kind {
      case .file: FileDialog.Request(.file, window: name, words: words)
      case .folder: FileDialog.Request(.folder, window: name, words: words)
      case nil: FileDialog.Request(screensIn: folder, window: name, words)
      }
    chooser = FileDialog(request, mailbox: session.context.mailbox) { [weak self] outcome in
      self?.chooser = nil
      self?.receive(outcome, hint: hint, onPick)
    }
  }

  /// The folder of a document that is a file, where the user may look for others.
  private static func folder(of page: Page) -> String? {
    page.source.isFile ? SymbolicLinks.resolve(Path.folder(of: page.path)) : nil
  }

  private func receive(
    _ outcome: FileDialog.Outcome, hint: Word, _ onPick: @MainActor ([String]) -> Void
  ) {
    guard let session else { return }
    switch outcome {
    case .chosen(let paths):
      onPick(paths)
      session.needsFrame = true
    case .canceled: break
    case .failed(let reason):
      let words = session.page.context.words
      session.page.show(note: words(.hint, ["reason": words[reason], "hint": words[hint]]))
      session.needsFrame = true
    }
  }

  /// Closes the dialog.
  func end() {
    chooser?.end()
    chooser = nil
  }
}

extension FileDialog.Request {
  /// Asks for screens.
  ///
  /// - Parameter folder: Where the dialog begins; nil leaves that to the desktop.
  init(screensIn folder: String?, window: String = "", _ words: Words = .english) {
    self.init(
      .files, window: window, folder: folder, title: words[.openScreen],
      filters: [
        FileDialog.Filter(words[.screens], ["*.json", "*.jsonc", "*.json5"]),
        FileDialog.Filter(words[.spotsScreens], ["*.spots.json"]),
        FileDialog.Filter(words[.allFiles], ["*"]),
      ])
  }
}
