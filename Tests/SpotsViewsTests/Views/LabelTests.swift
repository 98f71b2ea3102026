import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct LabelTests {
  private let font = FixedFont()
  private let environment: Environment
  private let label = Label(Font(size: 10, lineHeight: 14), lineLimit: 0)

  init() {
    environment = Environment(text: font, images: FixedImages([:]))
    label.environment = environment
  }

  private func texts() -> [DrawCommand] {
    var list = DrawList(viewport: Rect(x: 0, y: 0, width: 1000, height: 1000))
    label.draw(in: &list)
    return list.entries.map(\.command)
  }

  private func places() -> [Double] {
    texts().compactMap { command in
      guard case .text(_, _, _, let origin, _, _) = command else { return nil }
      return origin.x
    }
  }

  @Test func theSameTextIsNotLaidOutAgain() {
    label.text = "one two three"
    _ = label.sizeThatFits(Size(width: 35, height: 0))
    label.frame = Rect(x: 0, y: 0, width: 40, height: 28)
    _ = texts()
    let measured = font.measuredCharacters
    for _ in 0..<10 {
      label.text = "one two three"
      label.lineLimit = 0
      _ = label.sizeThatFits(Size(width: 35, height: 0))
      _ = texts()
    }
    #expect(font.measuredCharacters == measured)
    label.text = "one two four"
    _ = texts()
    #expect(font.measuredCharacters > measured)
  }

  @Test func onlyWhatIsDrawnNextIsMeasuredToBeDrawn() {
    for text in ["one two", "naïve", "שלום"] {
      for limit in [0, 1] {
        label.lineLimit = limit
        label.text = text
        _ = label.sizeThatFits(Size(width: 200, height: 0))
        #expect(font.linesToDraw == [])
      }
    }
    for text in ["one two", "naïve"] {
      label.text = text
      label.frame = Rect(x: 0, y: 0, width: 100, height: 14)
      _ = texts()
      #expect(font.linesToDraw.last == text)
    }
    #expect(font.linesToDraw.count == 2)
    // Not the pieces of what goes on more than one line.
    label.lineLimit = 0
    label.text = "one two three four naïve"
    label.frame.height = 28
    _ = texts()
    #expect(font.linesToDraw.count == 2)
  }

  @Test func anotherEnvironmentLaysOutAnew() {
    label.text = "one two"
    #expect(label.sizeThatFits(Size(width: 100, height: 0)) == Size(width: 35, height: 14))
    label.environment?.textScale = 2
    #expect(label.sizeThatFits(Size(width: 100, height: 0)) == Size(width: 70, height: 28))
  }

  @Test func linesStandWhereTheAlignmentSays() {
    label.text = "abc\nאב"
    label.frame = Rect(x: 0, y: 0, width: 100, height: 28)
    #expect(places() == [0, 0])
    label.alignment = .center
    #expect(places() == [42.5, 45])
    label.alignment = .trailing
    #expect(places() == [85, 90])
  }

  @Test func linesKnowTheirParagraphsDirection() {
    label.text = "אב abc\nabc\n12"
    label.frame = Rect(x: 0, y: 0, width: 24, height: 100)
    label.environment?.isRightToLeft = true
    let directions = texts().compactMap { command -> TextDirection? in
      guard case .text(_, _, _, _, _, let direction) = command else { return nil }
      return direction
    }
    #expect(directions == [.rightToLeft, .rightToLeft, .leftToRight, .rightToLeft])
  }
}
