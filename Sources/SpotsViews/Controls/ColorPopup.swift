/// Colors in a grid, of which users pick one: eight hues, the same darker and lighter, and grays.
final class ColorPopup: Popup {
  private let swatches: [ColorSwatch]
  private var current: Int {
    didSet { for (index, swatch) in swatches.enumerated() { swatch.isCurrent = index == current } }
  }
  private let onPick: (Color) -> Void

  private static let columns = 8
  private static let side = 34.0
  private static let padding = 8.0

  private static let hues: [(word: Word, color: Color)] = [
    (.red, Color(0xD1293D)), (.orange, Color(0xE07A1F)), (.yellow, Color(0xE5B800)),
    (.green, Color(0x2E9E4F)), (.teal, Color(0x00927A)), (.blue, Color(0x2458D6)),
    (.purple, Color(0x7A4FD0)), (.pink, Color(0xC8458E)),
  ]

  /// The colors from top to bottom, with their names.
  private static func palette(_ words: Words) -> [(name: String, color: Color)] {
    let names = hues.map { words[$0.word] }
    func row(_ word: Word, _ other: Color, _ part: Double) -> [(String, Color)] {
      zip(names, hues).map { name, hue in
        (words(word, ["color": name]), hue.color.mixed(with: other, part))
      }
    }
    let grays = (0..<columns).map { step in
      let name =
        step == 0
        ? words[.black] : step == columns - 1 ? words[.white] : words(.gray, ["step": step])
      return (name, Color.black.mixed(with: .white, Double(step) / Double(columns - 1)))
    }
    let all =
      zip(names, hues).map { ($0, $1.color) } + row(.dark, .black, 0.4) + row(.light, .white, 0.6)
      + grays
    return all.map { ($0.prefix(1).uppercased() + $0.dropFirst(), $1) }
  }

  /// - Parameter chosen: The color of the field; nil where it has none.
  init(_ chosen: Color?, _ words: Words = .english, onPick: @escaping (Color) -> Void) {
    self.onPick = onPick
    swatches = Self.palette(words).map { ColorSwatch($0.0, $0.1, isChosen: $0.1 == chosen) }
    current = swatches.firstIndex(where: \.isChosen) ?? 0
    super.init()
    for (index, swatch) in swatches.enumerated() {
      swatch.isCurrent = index == current
      swatch.onPress = { [weak self] in self?.pick(index) }
      area.content.addSubview(swatch)
    }
  }

  required convenience init() { self.init(nil) { _ in } }

  override var fillsAnchor: Bool { false }

  private var side: Double { Self.side * (environment?.growth ?? 1) }

  override func sizeThatFits(_ size: Size) -> Size {
    let rows = Double(swatches.count / Self.columns)
    return Size(
      width: min(Double(Self.columns) * side + Self.padding * 2, size.width),
      height: min(rows * side + Self.padding * 2, size.height))
  }

  override func layoutSubviews() {
    area.frame = bounds
    area.insets = EdgeInsets(
      top: Self.padding, left: Self.padding, bottom: Self.padding, right: Self.padding)
    let side = max((frame.width - Self.padding * 2) / Double(Self.columns), 0)
    area.show(height: side * Double(swatches.count / Self.columns))
    for (index, swatch) in swatches.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      swatch.frame = Rect(
        x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
  }

  override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard modifiers.isEmpty else { return false }
    switch key {
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .up: move(by: -Self.columns)
    case .down: move(by: Self.columns)
    case .home: current = 0
    case .end: current = swatches.count - 1
    case .enter, .space: pick(current)
    default: return false
    }
    return true
  }

  private func move(by count: Int) {
    if swatches.indices.contains(current + count) { current += count }
  }

  private func pick(_ index: Int) {
    close()
    onPick(swatches[index].color)
  }
}

/// A color that can be picked.
private final class ColorSwatch: PressControl {
  let name: String
  let color: Color
  let isChosen: Bool
  var isCurrent = false { didSet { if isCurrent != oldValue { setNeedsDisplay() } } }

  init(_ name: String, _ color: Color, isChosen: Bool) {
    (self.name, self.color, self.isChosen) = (name, color, isChosen)
    super.init()
  }

  required convenience init() { self.init("", .black, isChosen: false) }

  override var isPart: Bool { true }

  override var reading: Accessibility {
    var reading = Accessibility(role: .button, label: name, details: color.hex)
    reading.isChecked = isChosen
    return reading
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let theme = environment.theme
    let square = bounds.expanded(by: -4)
    list.fill(square, color, cornerRadius: 6)
    list.append(.stroke(square, theme[.separator], width: 1, cornerRadius: 6))
    if isCurrent || hoverProgress(in: &list) > 0 {
      let ring = theme[isCurrent ? .focusRing : .secondary]
      list.append(.stroke(bounds.expanded(by: -1), ring, width: 2, cornerRadius: 8))
    }
    if isChosen {
      IconView.draw(
        .check, in: square.expanded(by: -6), theme.text(on: color), environment, into: &list)
    }
  }
}
