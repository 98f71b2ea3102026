import Spots

// While the inspector is on, clicks and Return act on the screen's source, not on the screen.

extension Session {
  /// Handles input to the inspector.
  ///
  /// - Returns: Whether the input is consumed.
  func inspect(_ input: InputEvent) -> Bool {
    switch inspector.handle(input) {
    case .passes: return false
    case .toggles: showInspector()
    case .copies:
      guard let place = inspector.place(on: page) else { break }
      onCopy(place.text)
      page.furniture.show(note: "Copied \(place.text.printable(limit: 100))", at: now)
    case .edits:
      if mayStartPrograms, let place = inspector.place(on: page) { edit(place) }
    case .takes: break
    }
    return true
  }

  /// Outlines the inspected part of the page in front, or nothing while the inspector is off.
  func showInspector() {
    guard inspector.isOn else { return page.furniture.show(inspector: nil) }
    page.furniture.show(inspector: { [weak self, weak page] in
      if let self, let page { self.inspector.target(on: page) } else { nil }
    })
  }

  private func edit(_ place: Inspector.Place) {
    guard let editor = Editor.chosen, let path = place.file else {
      page.furniture.show(note: "Set VISUAL to the editor that shows lines", at: now)
      return
    }
    guard let (program, arguments) = editor.command(opening: path, line: place.line) else {
      onCopy(place.text)
      let name = editor.name.printable(limit: 40)
      page.furniture.show(
        note: "\(name) needs a terminal; copied \(place.text.printable(limit: 100))", at: now)
      return
    }
    start(program, arguments)
  }
}
