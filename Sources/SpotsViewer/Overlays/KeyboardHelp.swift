import Spots

/// Lists the keyboard shortcuts of the window.
@MainActor
struct KeyboardHelp {
  /// Alternative keys, by their names, and what they do.
  let rows: [(names: [String], meaning: String)]

  private static let keysWidth = 132.0
  /// The least width of a meaning beside its keys, in points; a narrower one moves below them.
  private static let leastMeaning = 120.0

  var panel: Panel { Panel("Keyboard", body: element) }

  private func element(width: Double, textScale: Double) -> any Element {
    let isNarrow = width < (Self.keysWidth + Self.leastMeaning) * textScale
    return Column(
      spacing: 8 * textScale,
      rows.map { row in
        let meaning = LabelElement(row.meaning, font: .callout, lineLimit: 0)
        let keys = Row(
          spacing: 4, wraps: true, lineSpacing: 4, row.names.map { cap($0, textScale) })
        let label = "\(row.names.map(Self.words).joined(separator: " or ")): \(row.meaning)"
        if isNarrow { return Column(spacing: 4, [keys, meaning]).accessible(label: label) }
        return Row([
          keys.sized(width: Self.keysWidth * textScale), meaning.flexed(grow: 1, basis: 0),
        ]).accessible(label: label)
      })
  }

  /// A key as it is read aloud.
  private static func words(_ name: String) -> String {
    let words = [
      "Ctrl": "Control", "?": "Question mark", "PageUp": "Page Up", "PageDown": "Page Down",
    ]
    return name.split(separator: "+").map { words[String($0)] ?? String($0) }
      .joined(separator: "+")
  }

  /// The signs on keys whose names are not written on them.
  private static let signs = [
    "Shift": "⇧", "Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "PageUp": "PgUp",
    "PageDown": "PgDn", "Delete": "Del", "Escape": "Esc", "Plus": "+", "Minus": "−",
  ]

  /// An element that looks like a key cap.
  private func cap(_ name: String, _ textScale: Double) -> any Element {
    let signs = name.split(separator: "+").map { Self.signs[String($0)] ?? String($0) }
    let label = LabelElement(signs.joined(separator: " "), font: .caption, alignment: .center)
    return Sized(
      SizeLimits(minimumWidth: 20 * textScale),
      Box(
        color: .role(.surfaceHover), cornerRadius: 4, border: .role(.separator),
        label.inset(horizontal: 6, vertical: 2 * textScale)))
  }
}
