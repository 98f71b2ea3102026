import Spots

/// A banner over the last good version of a file that shows the first error of the current one. A
/// click on it lists all of them.
final class ErrorBanner: PressControl {
  /// The texts of the banner.
  struct Content: Equatable {
    /// `name:line:column — message`.
    var title: String
    var excerpt: Excerpt?
    var otherErrors: Int
    /// All errors.
    var faults = FaultList()
    /// Whether a good version is shown behind the banner.
    var hasGoodVersion: Bool

    /// - Returns: nil when `errors` is empty; only the first one is quoted.
    init?(errors: [Diagnostic], file: String, hasGoodVersion: Bool) {
      guard let first = errors.first else { return nil }
      title = "\(file):\(first.line):\(first.column) — \(first.message)"
      excerpt = Excerpt(first, width: 64, isIndented: false)
      otherErrors = errors.count - 1
      faults.append(errors, path: file)
      self.hasGoodVersion = hasGoodVersion
    }

    var footnote: String {
      let others =
        otherErrors == 0 ? nil : "\(otherErrors) more error\(otherErrors == 1 ? "" : "s")"
      let state = hasGoodVersion ? "showing the last good version" : "nothing to show yet"
      return [others, state].compactMap { $0 }.joined(separator: " · ")
    }
  }

  var content: Content? { didSet { contentDidChange() } }

  private let title = Label(.bodyMedium, .error, lineLimit: 0)
  private let code = Label(.code, .primary)
  private let caret = Label(.code, .error)
  private let footnote = Label(.caption, .secondary)

  private static let padding = 12.0
  private static let icon = 20.0

  required init() {
    super.init()
    for label in [title, code, caret, footnote] { addSubview(label) }
    // Right-to-left layout would move the brackets and the blanks before the caret.
    for label in [code, caret] { label.direction = .leftToRight }
  }

  override var reading: Accessibility {
    let texts = [content?.title, content?.footnote].compactMap { $0 }
    return Accessibility(role: .alert, label: texts.joined(separator: ", "))
  }

  private func contentDidChange() {
    title.text = content?.title ?? ""
    code.text = content?.excerpt?.text ?? ""
    caret.text = content?.excerpt?.caretLine ?? ""
    footnote.text = content?.footnote ?? ""
    setNeedsLayout()
  }

  /// The height, in points, of as many labels as fit in `limit`; the title is always included.
  func height(width: Double, limit: Double) -> Double {
    (frames(width: width, limit: limit).last?.frame.maxY ?? 0) + Self.padding
  }

  /// The labels that fit in `limit`, one below another.
  private func frames(width: Double, limit: Double) -> [(label: Label, frame: Rect)] {
    let left = Self.padding * 2 + Self.icon
    let room = max(width - left - Self.padding, 0)
    func stacked(_ labels: [Label]) -> [(label: Label, frame: Rect)] {
      var y = Self.padding
      return labels.map { label in
        let height = label.sizeThatFits(Size(width: room, height: .infinity)).height
        // Closes the gap between the code and its caret.
        defer { y += label === code ? height - 4 : height }
        return (label, Rect(x: left, y: y, width: room, height: height))
      }
    }
    let full = [title, code, caret, footnote].filter { !$0.text.isEmpty }
    return [full, [title, footnote]].lazy.map(stacked)
      .first { ($0.last?.frame.maxY ?? 0) + Self.padding <= limit } ?? stacked([title])
  }

  override func layoutSubviews() {
    let shown = frames(width: frame.width, limit: frame.height)
    for label in [title, code, caret, footnote] {
      let place = shown.first { $0.label === label }?.frame
      label.isHidden = place == nil
      if let place { label.frame = place }
    }
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(
      .shadow(bounds, Color.black.opacity(0.18), blur: 16, offset: 4, cornerRadius: 10))
    let tint = state.contains(.highlighted) ? 0.1 : 0.05 * hoverProgress(in: &list)
    let surface = theme[.errorSurface].mixed(with: theme[.error], tint)
    list.fill(bounds, surface, cornerRadius: 10)
    let edge = theme[.error].opacity(theme.isHighContrast ? 1 : 0.25)
    list.append(.stroke(bounds, edge, width: 1, cornerRadius: 10))
    drawKeyboardMark(around: bounds.expanded(by: -2), cornerRadius: 8, in: &list)
    drawIcon(in: &list, color: theme[.error], mark: surface)
  }

  /// Draws an exclamation mark in a disc.
  private func drawIcon(in list: inout DrawList, color: Color, mark: Color) {
    let disc = Rect(x: Self.padding, y: Self.padding, width: Self.icon, height: Self.icon)
    list.fill(disc, color, cornerRadius: Self.icon / 2)
    for (start, end) in [(5.0, 11.0), (15, 15.01)] {
      let stroke = [Point(x: disc.midX, y: disc.y + start), Point(x: disc.midX, y: disc.y + end)]
      list.append(.polyline(stroke, mark, width: 2))
    }
  }
}
