import Spots

/// Lists the keyboard shortcuts of the window.
@MainActor
struct KeyboardHelp {
  /// Alternative keys, by their names, and what they do.
  let rows: [(names: [String], meaning: Word)]
  let words: Words

  private static let (keysWidth, gap) = (132.0, 8.0)
  /// The least width of a meaning beside its keys, in points; a narrower one moves below them.
  private static let leastMeaning = 120.0

  var panel: Panel { Panel(words[.keyboard], body: element) }

  private func element(width: Double, textScale: Double) -> any Element {
    let isNarrow = width < (Self.keysWidth + Self.leastMeaning) * textScale
    return Column(
      spacing: 8 * textScale,
      rows.map { row in
        let meaning = LabelElement(words[row.meaning], font: .callout, lineLimit: 0)
        let caps = Row(
          spacing: 4, wraps: true, lineSpacing: 4, row.names.map { cap($0, textScale) })
        let names = row.names.map(spoken)
        let keys = names.dropFirst().reduce(names[0]) {
          words(.either, ["first": $0, "second": $1])
        }
        let label = words(.labeled, ["name": keys, "text": words[row.meaning]])
        if isNarrow { return Column(spacing: 4, [caps, meaning]).accessible(label: label) }
        return Row([
          caps.inset(by: EdgeInsets(right: Self.gap)).sized(width: Self.keysWidth * textScale),
          meaning.flexed(grow: 1, basis: 0),
        ]).accessible(label: label)
      })
  }

  /// The names of keys, as they are read aloud.
  private static let spokenNames: [Substring: Word] = [
    "Ctrl": .keyControl, "Shift": .keyShift, "Return": .keyReturn, "Space": .keySpace,
    "Tab": .keyTab, "Menu": .keyMenu, "Home": .keyHome, "End": .keyEnd, "Delete": .keyDelete,
    "Escape": .keyEscape, "Up": .keyUp, "Down": .keyDown, "Left": .keyLeft, "Right": .keyRight,
    "PageUp": .keyPageUp, "PageDown": .keyPageDown, "Plus": .keyPlus, "Minus": .keyMinus,
    "?": .keyQuestionMark,
  ]

  /// What is written on keys, where that differs from their names.
  private static let capNames: [Substring: Word] = [
    "Ctrl": .capControl, "PageUp": .capPageUp, "PageDown": .capPageDown, "Delete": .capDelete,
    "Escape": .capEscape,
  ]

  /// The signs on keys whose names are not written on them.
  private static let signs: [Substring: String] = [
    "Shift": "⇧", "Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Plus": "+", "Minus": "−",
    "?": "?",
  ]

  private func spoken(_ name: String) -> String {
    name.split(separator: "+").map { key in
      Self.spokenNames[key].map { words[$0] } ?? String(key)
    }.joined(separator: "+")
  }

  /// An element that looks like a key cap.
  private func cap(_ name: String, _ textScale: Double) -> any Element {
    let signs = name.split(separator: "+").map { key in
      Self.signs[key] ?? (Self.capNames[key] ?? Self.spokenNames[key]).map { words[$0] }
        ?? String(key)
    }
    let label = LabelElement(signs.joined(separator: " "), font: .caption, alignment: .center)
    return Sized(
      SizeLimits(minimumWidth: 20 * textScale),
      Box(
        color: .role(.surfaceHover), cornerRadius: 4, border: .role(.separator),
        LeftToRightLabel(label: label).inset(horizontal: 6, vertical: 2 * textScale)))
  }
}
