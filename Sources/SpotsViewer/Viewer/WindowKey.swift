import Spots

/// A row of the list of keys. The list, the article and what windows do with keys come from here.
@MainActor
struct WindowKey {
  /// Keys that do the same, by their names; see `KeyName`.
  let names: [String]
  /// Others that are not listed.
  private let others: [String]
  let meaning: Word
  /// nil for keys that are meant for the screen rather than for the window.
  private let perform: ((Session) -> Void)?

  private init(
    _ names: String..., or others: [String] = [], does meaning: Word,
    _ perform: ((Session) -> Void)? = nil
  ) {
    (self.names, self.others, self.meaning, self.perform) = (names, others, meaning, perform)
  }

  /// In the order in which they are listed.
  static let all = [
    WindowKey("Up", "Down", "Left", "Right", does: .moveSelection),
    WindowKey("Tab", does: .nextButton),
    WindowKey("Return", "Space", does: .openSelected),
    WindowKey("Ctrl+A", "Shift+Down", does: .selectMore),
    WindowKey("Alt+Up", "Alt+Down", does: .moveMovable),
    WindowKey("Delete", does: .deleteDeletable),
    WindowKey("Menu", "Shift+F10", does: .whatElse),
    WindowKey("Ctrl+F", does: .filterList),
    WindowKey("Ctrl+Z", does: .undoLast) {
      ActionPerformer(session: $0).undo()
    },
    WindowKey("Ctrl+Shift+Z", or: ["Ctrl+Y"], does: .doAgain) {
      ActionPerformer(session: $0).redo()
    },
    WindowKey("PageUp", "PageDown", does: .scrollPage),
    WindowKey("Shift+PageUp", "Shift+PageDown", does: .turnPages),
    WindowKey("Ctrl+PageUp", "Ctrl+PageDown", does: .otherTab),
    WindowKey("Home", "End", does: .toEnds),
    WindowKey("Ctrl+Plus", or: ["Ctrl+=", "Ctrl+Shift+="], does: .larger) {
      $0.zoom(by: 1)
    },
    WindowKey("Ctrl+Minus", does: .smaller) { $0.zoom(by: -1) },
    WindowKey("Ctrl+0", does: .usualSize) { $0.zoom(to: 1) },
    WindowKey("Ctrl+O", does: .openFile) { $0.chooseFile() },
    WindowKey("F5", "Ctrl+R", does: .readAgain) { $0.refresh() },
    WindowKey("Shift+F5", or: ["Ctrl+Shift+R"], does: .startOver) { $0.startOver() },
    WindowKey("Escape", does: .leave) { $0.leave() },
    WindowKey("Alt+Left", or: ["Backspace", "Back"], does: .back) { $0.goBack() },
    WindowKey("Alt+Right", or: ["Forward"], does: .forwardAgain) { $0.goForward() },
    WindowKey("F6", does: .otherColumn) { session in
      if !session.split.switchColumn() { session.change { $0.switchBrightness() } }
    },
    WindowKey("F7", does: .nextDevice) { $0.tell(.nextDevice) },
    WindowKey("F8", does: .whatIsWrong) { $0.page.overlays.listFaults() },
    WindowKey("F11", does: .fullScreen) { $0.tell(.toggleFullScreen) },
    WindowKey("F12", or: ["Ctrl+Shift+C"], does: .inspector) { $0.inspector.toggle(on: $0.page) },
    WindowKey("F1", "?", or: ["Shift+?", "Shift+/"], does: .theseKeys) {
      $0.page.show(Self.help(in: $0.context.words))
    },
    WindowKey("Ctrl+Q", "Ctrl+W", does: .close) { $0.close() },
  ]

  private static func help(in words: Words) -> Panel {
    KeyboardHelp(rows: all.map { ($0.names, $0.meaning) }, words: words).panel
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
