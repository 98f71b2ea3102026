import Spots

/// A panel in the middle of the window that lists the keys.
final class KeyboardHelp: View {
  /// A row of the panel: keys, of which those pressed together are joined by `+`, and what they do.
  private static let rows: [(keys: [String], meaning: String)] = [
    (["↑", "↓", "←", "→"], "Move the selection"),
    (["Tab"], "Next component"),
    (["Return", "Space"], "Open what is selected"),
    (["PgUp", "PgDn"], "Scroll by a page"),
    (["Home", "End"], "To the beginning or the end"),
    (["Ctrl +", "Ctrl −"], "Larger or smaller"),
    (["Ctrl 0"], "Usual size"),
    (["F5", "Ctrl R"], "Read the screen again"),
    (["Shift F5"], "Start over"),
    (["Esc", "Alt ←"], "Back"),
    (["F6"], "Light or dark"),
    (["F7"], "Size of the next device"),
    (["F11"], "Full screen"),
    (["F12"], "Inspector"),
    (["F1", "?"], "These keys"),
    (["Ctrl Q", "Ctrl W"], "Close"),
  ]

  private let title = Label(.headline)
  private var keys: [[Label]] = []
  private var meanings: [Label] = []
  private var panel = Rect.zero
  private var caps: [Rect] = []

  private static let padding = 20.0
  private static let titleHeight = 36.0
  private static let rowHeight = 28.0
  private static let capHeight = 20.0
  private static let capPadding = 6.0
  private static let keysWidth = 132.0
  private static let widest = 400.0

  required init() {
    super.init()
    title.text = "Keyboard"
    addSubview(title)
    for row in Self.rows {
      keys.append(row.keys.map { label($0, .caption, .primary) })
      meanings.append(label(row.meaning, .callout, .primary))
    }
  }

  private func label(_ text: String, _ font: Font, _ color: ColorRole) -> Label {
    let label = Label(font, color)
    label.text = text
    addSubview(label)
    return label
  }

  override func layoutSubviews() {
    // Everything that holds text grows with it.
    let scale = max(environment?.textScale ?? 1, 1)
    let titleHeight = Self.titleHeight * scale
    let rowHeight = Self.rowHeight * scale
    let fixed = Self.padding * 2 + titleHeight
    let room = frame.height - 24 - fixed
    // A window too low for all shows whole rows only.
    let count = Int(min(max(room / rowHeight, 0), Double(Self.rows.count)))
    let size = Size(
      width: min(Self.widest * scale, max(frame.width - 24, 0)),
      height: fixed + Double(count) * rowHeight)
    panel = Rect(
      x: ((frame.width - size.width) / 2).rounded(),
      y: ((frame.height - size.height) / 2).rounded(),
      width: size.width, height: size.height)
    let left = panel.x + Self.padding
    let width = max(panel.width - Self.padding * 2, 0)
    title.frame = Rect(x: left, y: panel.y + Self.padding, width: width, height: 22 * scale)
    caps = []
    for index in Self.rows.indices {
      let y = panel.y + Self.padding + titleHeight + Double(index) * rowHeight
      let row = Rect(x: left, y: y, width: width, height: rowHeight)
      layOut(row: index, row, scale, isShown: index < count)
    }
  }

  private func layOut(row index: Int, _ row: Rect, _ scale: Double, isShown: Bool) {
    for label in keys[index] + [meanings[index]] { label.isHidden = !isShown }
    guard isShown else { return }
    var x = row.x
    let capHeight = Self.capHeight * scale
    let y = row.y + ((row.height - capHeight) / 2).rounded()
    for key in keys[index] {
      let text = key.sizeThatFits(row.size)
      let width = max(text.width + Self.capPadding * 2, capHeight)
      caps.append(Rect(x: x, y: y, width: width, height: capHeight))
      key.frame = Rect(
        x: x + ((width - text.width) / 2).rounded(), y: y + (capHeight - text.height) / 2,
        width: text.width, height: text.height)
      x += width + 4
    }
    let meaning = meanings[index]
    let start = row.x + Self.keysWidth * scale
    let height = meaning.sizeThatFits(row.size).height
    meaning.frame = Rect(
      x: start, y: row.y + ((row.height - height) / 2).rounded(),
      width: max(row.maxX - start, 0), height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, Color.black.opacity(0.32))
    list.append(
      .shadow(panel, Color.black.opacity(0.24), blur: 24, offset: 8, cornerRadius: 12))
    list.fill(panel, theme[.surface], cornerRadius: 12)
    for cap in caps {
      list.fill(cap, theme[.surfaceHover], cornerRadius: 4)
      list.append(.stroke(cap, theme[.separator], width: 1, cornerRadius: 4))
    }
  }
}
