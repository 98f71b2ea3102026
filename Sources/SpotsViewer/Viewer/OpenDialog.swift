import Spots
import SpotsSDL

/// Lets the user pick files in the dialog of the desktop, one dialog at a time, and opens them.
@MainActor
final class OpenDialog {
  private weak var session: Session?
  private let window: Window
  private let open: ([String]) -> Void
  /// The dialog, while there is one.
  private var chooser: FileChooser?

  /// - Parameter open: Opens the files that were picked.
  init(_ session: Session, window: Window, open: @escaping ([String]) -> Void) {
    (self.session, self.window, self.open) = (session, window, open)
    session.listen { [weak self] event in
      guard let self, case .chooseFile = event else { return false }
      show()
      return true
    }
  }

  /// Shows the dialog; does nothing while there is one.
  private func show() {
    guard chooser == nil, let session else { return }
    let request = FileChooser.Request(
      window: window.portalName, folder: Self.folder(of: session.page))
    chooser = FileChooser(request, mailbox: session.context.mailbox) { [weak self] outcome in
      self?.chooser = nil
      self?.receive(outcome)
    }
  }

  /// The folder of a document that is a file, where the user may look for others.
  private static func folder(of page: Page) -> String? {
    page.source.isFile ? SymbolicLinks.resolve(Path.folder(of: page.path)) : nil
  }

  private func receive(_ outcome: FileChooser.Outcome) {
    guard let session else { return }
    switch outcome {
    case .chosen(let paths): open(paths)
    case .canceled: break
    case .failed(let reason):
      session.page.show(note: "\(reason). A file can be dropped on the window")
      session.needsFrame = true
    }
  }

  /// Closes the dialog.
  func end() {
    chooser?.end()
    chooser = nil
  }
}
