/// The first letters of the titles of sections, along the side of a screen. A press, or a drag
/// along them, leads to the section there, whose title is shown meanwhile.
package final class SectionIndex: Control {
  /// A section, by the title of its header and the index of its component.
  package struct Section: Equatable {
    let title: String
    let component: Int

    package init(_ title: String, component: Int) {
      (self.title, self.component) = (title, component)
    }

    /// What stands for it: its first character, as a capital.
    fileprivate var letter: String {
      title.first { !$0.isWhitespace }.map { String($0).uppercased() } ?? ""
    }
  }

  /// A letter, and the sections that it stands for: those in a row that begin with it, or those
  /// of several letters where not all of them have room.
  private typealias Mark = (text: String, sections: Range<Int>)

  /// Called with the component of a section.
  package var onChoose: (Int) -> Void = { _ in }
  private var sections: [Section] = []
  private var chosen: Int?
  private let letters = ElementView()
  private let bubble = ElementView()

  /// The least sections for which there is an index.
  private static let least = 4
  private static let (width, lineHeight) = (16.0, 16.0)
  private static let gap = 4.0

  package required init() {
    super.init()
    for view in [letters, bubble] { addSubview(view) }
    (isHidden, bubble.isHidden) = (true, true)
  }

  package override var sense: Sense { .drag }
  package override var isForPointer: Bool { true }

  /// Shows the letters of sections; few sections have none.
  package func show(_ sections: [Section]) {
    self.sections = sections.count < Self.least ? [] : sections
    isHidden = self.sections.isEmpty
    setNeedsLayout()
  }

  /// Puts the index beside the lane where there is room for it, else at the side of the window.
  ///
  /// - Parameters:
  ///   - area: The container's frame, in points.
  ///   - margin: The room at its right, beside the lane.
  package func place(in area: Rect, margin: Double) {
    guard !isHidden else { return }
    let width = (Self.width * scale).rounded()
    let beside = margin - width - Self.gap
    frame = Rect(
      x: area.maxX - width - (beside > Self.width ? beside : 0), y: area.y, width: width,
      height: area.height)
  }

  /// Letters grow less than other text, since they stand in a margin that does not grow.
  private var scale: Double { min(max(textScale, 1), 1.25) }
  private var textScale: Double { environment?.textScale ?? 1 }

  /// The marks that have room, from top to bottom.
  private var marks: [Mark] {
    var marks: [Mark] = []
    for (index, section) in sections.enumerated() {
      if marks.last?.text == section.letter {
        marks[marks.count - 1].sections = marks[marks.count - 1].sections.lowerBound..<index + 1
      } else {
        marks.append((section.letter, index..<index + 1))
      }
    }
    let most = max(Int(frame.height / (Self.lineHeight * scale)), 1)
    guard marks.count > most else { return marks }
    return (0..<most).map { place in
      let part = marks[place * marks.count / most..<(place + 1) * marks.count / most]
      let first = part.first?.sections.lowerBound ?? 0
      return (
        place.isMultiple(of: 2) ? part.first?.text ?? "" : "·",
        first..<(part.last?.sections.upperBound ?? first)
      )
    }
  }

  /// The part of the height that letters have, in its middle.
  private func range(of count: Int) -> (top: Double, height: Double) {
    let height = Double(count) * Self.lineHeight * scale
    return (((frame.height - height) / 2).rounded(), height)
  }

  package override func layoutSubviews() {
    let (marks, line) = (marks, Self.lineHeight * scale)
    let (top, height) = range(of: marks.count)
    var font = Font.caption
    (font.size, font.lineHeight) = (font.size * scale / textScale, line / textScale)
    letters.frame = Rect(x: 0, y: top, width: frame.width, height: height)
    letters.element = Box(
      color: .role(.background), cornerRadius: frame.width / 2,
      Column(
        marks.map { mark in
          Sized(
            SizeLimits(minimumHeight: line, maximumHeight: line),
            Aligned(
              horizontal: .center, vertical: .center,
              LabelElement(mark.text, font: font, color: .role(.accent))))
        }))
  }

  // MARK: The pointer

  package override func pointerPressed(at point: Point, clicks: Int) { choose(at: point.y) }

  package override func pointerDragged(to point: Point) { choose(at: point.y) }

  package override func pointerReleased(at point: Point) { pointerCancelled() }

  package override func pointerCancelled() { (chosen, bubble.isHidden) = (nil, true) }

  private func choose(at y: Double) {
    let marks = marks
    let (top, height) = range(of: marks.count)
    guard let last = marks.indices.last, height > 0 else { return }
    let place = min(max((y - top) / height, 0) * Double(marks.count), Double(last) + 0.999)
    let sections = marks[Int(place)].sections
    let part = (place - place.rounded(.down)) * Double(sections.count)
    let index = min(sections.lowerBound + Int(part), sections.upperBound - 1)
    guard index != chosen, self.sections.indices.contains(index) else { return }
    chosen = index
    showBubble(self.sections[index].title, at: min(max(y, top), top + height))
    onChoose(self.sections[index].component)
  }

  private func showBubble(_ title: String, at y: Double) {
    bubble.isHidden = false
    bubble.element = Box(
      color: .role(.surface), cornerRadius: 12, hasShadow: true,
      LabelElement(title, font: .title).inset(horizontal: 16, vertical: 8))
    let size = bubble.size(within: min(frame.x * 0.8, 320 * textScale))
    let top = min(max(y - size.height / 2, Self.gap), frame.height - size.height - Self.gap)
    bubble.frame = Rect(
      x: -size.width - 3 * Self.gap, y: top.rounded(), width: size.width, height: size.height)
  }
}
