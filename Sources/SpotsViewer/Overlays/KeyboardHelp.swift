import Spots

/// Lists the keyboard shortcuts of the window.
struct KeyboardHelp: PanelContent {
  /// Alternative key caps, each with the keys pressed together, and what they do.
  private static let rows: [(keys: [String], meaning: String)] = [
    (["↑", "↓", "←", "→"], "Move the selection"),
    (["Tab"], "Next button or component"),
    (["Return", "Space"], "Open what is selected"),
    (["Ctrl A", "⇧ ↓"], "Select all, or further ones"),
    (["Alt ↑", "Alt ↓"], "Move what can be moved"),
    (["Del"], "Delete what can be deleted"),
    (["Menu", "⇧ F10"], "What else can be done with it"),
    (["Ctrl F"], "Filter a list that can be; typing does, too"),
    (["PgUp", "PgDn"], "Scroll by a page"),
    (["⇧ PgUp", "⇧ PgDn"], "Turn the pages of a carousel"),
    (["Home", "End"], "To the beginning or the end"),
    (["Ctrl +", "Ctrl −"], "Larger or smaller, as Ctrl and the wheel"),
    (["Ctrl 0"], "Usual size"),
    (["Ctrl O"], "Open a file"),
    (["F5", "Ctrl R"], "Read the screen again"),
    (["Shift F5"], "Start over"),
    (["Esc", "Alt ←"], "Back"),
    (["Alt →"], "Forward again"),
    (["F6"], "Light or dark"),
    (["F7"], "Size of the next device"),
    (["F8"], "What is wrong with the screen"),
    (["F11"], "Full screen"),
    (["F12"], "Inspector"),
    (["F1", "?"], "These keys"),
    (["Ctrl Q", "Ctrl W"], "Close"),
  ]

  private static let keysWidth = 132.0
  /// The least width of a meaning beside its keys, in points; a narrower one moves below them.
  private static let leastMeaning = 120.0

  var title: String { "Keyboard" }

  func element(width: Double, textScale: Double) -> any Element {
    let isNarrow = width < (Self.keysWidth + Self.leastMeaning) * textScale
    return Column(
      spacing: 8 * textScale,
      Self.rows.map { row in
        let meaning = LabelElement(row.meaning, font: .callout, lineLimit: 0)
        let keys = Row(
          spacing: 4, wraps: true, lineSpacing: 4, row.keys.map { cap($0, textScale) })
        let label = "\(row.keys.map(Self.words).joined(separator: " or ")): \(row.meaning)"
        if isNarrow { return Column(spacing: 4, [keys, meaning]).accessible(label: label) }
        return Row([
          keys.sized(width: Self.keysWidth * textScale), meaning.flexed(grow: 1, basis: 0),
        ]).accessible(label: label)
      })
  }

  /// A key as it is read aloud.
  private static func words(_ key: String) -> String {
    key.split(separator: " ").map { names[String($0)] ?? String($0) }.joined(separator: "+")
  }

  private static let names = [
    "⇧": "Shift", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "PgUp": "Page Up",
    "PgDn": "Page Down", "Del": "Delete", "Esc": "Escape", "Ctrl": "Control", "+": "Plus",
    "−": "Minus", "?": "Question mark",
  ]

  /// An element that looks like a key cap.
  private func cap(_ name: String, _ textScale: Double) -> any Element {
    let label = LabelElement(name, font: .caption, alignment: .center)
    return Sized(
      SizeLimits(minimumWidth: 20 * textScale),
      Box(
        color: .role(.surfaceHover), cornerRadius: 4, border: .role(.separator),
        label.inset(horizontal: 6, vertical: 2 * textScale)))
  }
}
