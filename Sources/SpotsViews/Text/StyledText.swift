/// A text whose parts have styles of their own, such as bold letters or a link.
struct StyledText: Hashable, Sendable {
  /// The style of a part.
  struct Style: Hashable, Sendable {
    var isBold = false
    var isItalic = false
    /// Whether a line goes through it.
    var isStruck = false
    /// Whether it is source text, in a monospaced font.
    var isCode = false
    /// The action that a click sends; nil for text that is only read.
    var link: String?

    /// The font of the part, in a text whose other parts have the font `base`.
    func font(_ base: Font) -> Font {
      var font = base
      if isBold { font.weight = .bold }
      font.isItalic = isItalic || base.isItalic
      guard isCode, base.design != .monospaced else { return font }
      // Monospaced letters look larger than others of the same size.
      (font.design, font.size) = (.monospaced, base.size * 0.9)
      return font
    }
  }

  /// A part in one style.
  struct Run: Hashable, Sendable {
    /// In UTF-8 offsets of the text.
    var range: Range<Int>
    var style: Style
  }

  private(set) var text = ""
  /// One after another, from the start of the text to its end; none is empty.
  private(set) var runs: [Run] = []

  init() {}

  init(_ text: String, _ style: Style = Style()) {
    append(text, style)
  }

  var isEmpty: Bool { runs.isEmpty }

  mutating func append(_ part: String, _ style: Style) {
    guard !part.isEmpty else { return }
    let start = text.utf8.count
    text += part
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].range = last.range.lowerBound..<text.utf8.count
    } else {
      runs.append(Run(range: start..<text.utf8.count, style: style))
    }
  }

  /// The text without spaces and line ends at its start and its end.
  var trimmed: StyledText {
    let bytes = text.utf8
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }
    let head = bytes.prefix(while: isBlank).count
    let tail = head < bytes.count ? bytes.reversed().prefix(while: isBlank).count : 0
    guard head + tail > 0 else { return self }
    var result = StyledText()
    for run in runs {
      let kept = run.range.clamped(to: head..<bytes.count - tail)
      result.append(text.bytes(in: kept), run.style)
    }
    return result
  }

  /// The index of the run that `offset` is in; that of the last one behind the end.
  func runIndex(at offset: Int) -> Int {
    var (low, high) = (0, max(runs.count - 1, 0))
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The links, in order, each with its whole text; parts of one link may differ in style.
  var links: [(action: String, range: Range<Int>)] {
    var links: [(action: String, range: Range<Int>)] = []
    for run in runs {
      guard let link = run.style.link else { continue }
      if let last = links.last, last.action == link, last.range.upperBound == run.range.lowerBound {
        links[links.count - 1].range = last.range.lowerBound..<run.range.upperBound
      } else {
        links.append((link, run.range))
      }
    }
    return links
  }
}

extension String {
  /// The text between two UTF-8 offsets, which need not be between characters.
  func bytes(in range: Range<Int>) -> String {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return String(decoding: utf8[start..<utf8.index(start, offsetBy: range.count)], as: UTF8.self)
  }
}
