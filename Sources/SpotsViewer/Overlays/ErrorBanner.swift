import Spots

/// A banner over the last good version of a file that shows the first error of the current one. A
/// click on it lists all of them.
final class ErrorBanner: ElementView {
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

    func footnote(in words: Words) -> String {
      let others = otherErrors == 0 ? nil : words(.moreErrors, ["count": otherErrors])
      let state = words[hasGoodVersion ? .lastGoodVersion : .nothingToShow]
      return [others, state].compactMap { $0 }.joined(separator: " · ")
    }
  }

  var content: Content?
  /// Called when the banner is clicked.
  var onPress: () -> Void = {}

  /// Shows as many texts as fit in `limit`; the title is always included.
  ///
  /// - Returns: The height, in points.
  func fit(width: Double, limit: Double) -> Double {
    guard let content else { return 0 }
    let title = LabelElement(
      content.title, font: .bodyMedium, color: .role(.error), lineLimit: 0)
    let footnote = LabelElement(
      content.footnote(in: words), font: .caption, color: .role(.secondary))
    var height = 0.0
    for texts in [[title] + code(content) + [footnote], [title, footnote], [title]] {
      element = banner(texts, content)
      height = sizeThatFits(Size(width: width, height: .infinity)).height
      if height <= limit { break }
    }
    return height
  }

  /// The first faulty line, and a mark below the fault.
  private func code(_ content: Content) -> [any Element] {
    guard let excerpt = content.excerpt else { return [] }
    // On mirrored screens, too, code begins at the left.
    let side = environment?.isRightToLeft == true ? Label.Alignment.trailing : .leading
    let lines = [(excerpt.text, ColorRole.primary), (excerpt.caretLine, .error)].map {
      LeftToRightLabel(label: LabelElement($0, font: .code, color: .role($1), alignment: side))
    }
    // Closes the gap between the code and the mark.
    return [lines[0], lines[1].inset(by: EdgeInsets(top: -4))]
  }

  private func banner(_ texts: [any Element], _ content: Content) -> any Element {
    let mark = LabelElement(
      "!", font: .bodyMedium, color: .role(.errorSurface), alignment: .center)
    let icon = Box(color: .role(.error), cornerRadius: 10, mark.centered()).sized(
      width: 20, height: 20)
    let row = Row(
      spacing: 12, alignment: .start, [icon, Column(texts).flexed(grow: 1, basis: 0)])
    let label = [content.title, content.footnote(in: words)].joined(separator: ", ")
    return Box(
      color: .role(.errorSurface), cornerRadius: 10, border: .role(.error), hasShadow: true,
      Tappable(row.inset(horizontal: 12, vertical: 12)) { [weak self] in self?.onPress() }
    ).accessible(label: label, role: .alert)
  }
}
