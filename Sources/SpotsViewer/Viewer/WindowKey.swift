import Spots

/// A row of the list of keys. The list, the article and what windows do with keys come from here.
@MainActor
struct WindowKey {
  /// Keys that do the same, by their names; see `KeyName`.
  let names: [String]
  /// Others that are not listed.
  private let others: [String]
  let meaning: String
  /// nil for keys that are meant for the screen rather than for the window.
  private let perform: ((Session) -> Void)?

  private init(
    _ names: String..., or others: [String] = [], does meaning: String,
    _ perform: ((Session) -> Void)? = nil
  ) {
    (self.names, self.others, self.meaning, self.perform) = (names, others, meaning, perform)
  }

  /// In the order in which they are listed.
  static let all = [
    WindowKey("Up", "Down", "Left", "Right", does: "Move the selection"),
    WindowKey("Tab", does: "Next button or component"),
    WindowKey("Return", "Space", does: "Open what is selected"),
    WindowKey("Ctrl+A", "Shift+Down", does: "Select all, or further ones"),
    WindowKey("Alt+Up", "Alt+Down", does: "Move what can be moved"),
    WindowKey("Delete", does: "Delete what can be deleted"),
    WindowKey("Menu", "Shift+F10", does: "What else can be done with it"),
    WindowKey("Ctrl+F", does: "Filter a list that can be; typing does, too"),
    WindowKey("Ctrl+Z", does: "Undo the last deletion or move") {
      ActionPerformer(session: $0).undo()
    },
    WindowKey("Ctrl+Shift+Z", or: ["Ctrl+Y"], does: "Do it again") {
      ActionPerformer(session: $0).redo()
    },
    WindowKey("PageUp", "PageDown", does: "Scroll by a page"),
    WindowKey("Shift+PageUp", "Shift+PageDown", does: "Turn the pages of a carousel"),
    WindowKey("Ctrl+PageUp", "Ctrl+PageDown", does: "The tab before, or the next one"),
    WindowKey("Home", "End", does: "To the beginning or the end"),
    WindowKey("Ctrl+Plus", or: ["Ctrl+=", "Ctrl+Shift+="], does: "Larger, as Ctrl and the wheel") {
      $0.zoom(by: 1)
    },
    WindowKey("Ctrl+Minus", does: "Smaller") { $0.zoom(by: -1) },
    WindowKey("Ctrl+0", does: "Usual size") { $0.zoom(to: 1) },
    WindowKey("Ctrl+O", does: "Open a file") { $0.chooseFile() },
    WindowKey("F5", "Ctrl+R", does: "Read the screen again") { $0.refresh() },
    WindowKey("Shift+F5", or: ["Ctrl+Shift+R"], does: "Start over") { $0.startOver() },
    WindowKey("Escape", does: "Leave full screen, or go back") { $0.leave() },
    WindowKey("Alt+Left", or: ["Backspace", "Back"], does: "Back") { $0.goBack() },
    WindowKey("Alt+Right", or: ["Forward"], does: "Forward again") { $0.goForward() },
    WindowKey("F6", does: "The other column, or else light or dark") { session in
      if !session.split.switchColumn() { session.change { $0.switchBrightness() } }
    },
    WindowKey("F7", does: "Size of the next device") { $0.tell(.nextDevice) },
    WindowKey("F8", does: "What is wrong with the screen") { $0.page.overlays.listFaults() },
    WindowKey("F11", does: "Full screen") { $0.tell(.toggleFullScreen) },
    WindowKey("F12", or: ["Ctrl+Shift+C"], does: "Inspector") { $0.inspector.toggle(on: $0.page) },
    WindowKey("F1", "?", or: ["Shift+?", "Shift+/"], does: "These keys") {
      $0.page.show(Self.help)
    },
    WindowKey("Ctrl+Q", "Ctrl+W", does: "Close") { $0.close() },
  ]

  private static var help: Panel {
    KeyboardHelp(rows: all.map { ($0.names, $0.meaning) }).panel
  }

  private static let performers = Dictionary(
    uniqueKeysWithValues: all.flatMap { row in
      (row.names + row.others).compactMap { name in
        row.perform.flatMap { perform in
          KeyName.parse(name).map { (KeyName.name(of: $0, $1), perform) }
        }
      }
    })

  /// Does what a key of the window is for, and returns whether it is one.
  static func press(_ key: Key, _ modifiers: Modifiers, in session: Session) -> Bool {
    guard let perform = performers[KeyName.name(of: key, modifiers)] else { return false }
    perform(session)
    return true
  }
}
