import SpotsTestSupport
import Testing

@testable import Spots

/// The lines between the rows of a list.
@Suite @MainActor struct SeparatorTests {
  private static let nib = #"{"kind":"line","padding":20,"label":"{title}"}"#

  /// Left and right ends of the lines between rows, from top to bottom.
  private func lines(
    _ item: Item, _ layout: Layout = Layout(), width: Double, textScale: Double = 1
  ) throws -> [[Double]] {
    let configuration = Configuration()
    configuration.register(nib: try #require(Nib.read(Array(Self.nib.utf8)).nib))
    let environment = Environment.fixed(textScale: textScale)
    let rig = ScreenRig(
      [ComponentModel(kind: .list, layout: layout, items: [item, item, item])],
      size: Size(width: width, height: 600), environment: environment,
      configuration: configuration)
    let color = environment.theme[.separator]
    return rig.settle().entries.compactMap { entry in
      guard case .fill(let rect, color, _) = entry.command else { return nil }
      let seen = rect.intersection(entry.clip)
      return [seen.x, seen.maxX]
    }
  }

  private let plain = Item(title: "Row")
  private let pictured = Item(title: "Row", image: "a.png")
  private let described = Item(title: "Row", kind: "line")
  private let whole = Layout(maxWidth: 0)

  /// From the text to the end of the content; margins grow with the row.
  @Test func inWideListsTheyEndWithTheContent() throws {
    for (width, margin) in [(760.0, 16.0), (1000, 24), (1920, 32)] {
      let content = [margin, width - margin]
      #expect(try lines(plain, whole, width: width) == [content, content], "\(width)")
      let beside = [margin + 40 + 12, width - margin]
      #expect(try lines(pictured, whole, width: width) == [beside, beside], "\(width)")
      #expect(try lines(described, whole, width: width)[0] == [20, width - 20], "\(width)")
    }
  }

  /// Up to the width that rows keep by default.
  @Test func inNarrowListsTheyEndAtTheEdge() throws {
    for layout in [Layout(), whole] {
      #expect(try lines(plain, layout, width: 720) == [[16, 720], [16, 720]])
      #expect(try lines(described, layout, width: 400)[0] == [20, 400])
    }
  }

  /// Buttons stand alone: a box ends above them and a new one begins below.
  @Test func buttonsEndBoxes() {
    let button = Item(title: "Go", kind: "button")
    let items: ItemList = [plain, plain, button, button, plain]
    let layout = Layout(inset: EdgeInsets(left: 16, right: 16))
    let rig = ScreenRig([ComponentModel(kind: .list, layout: layout, items: items)])
    rig.settle()
    let styles = (0..<5).compactMap { rig.components[0].view(at: $0)?.cellStyle }
    #expect(styles.map(\.isFirst) == [true, false, false, true, true])
    #expect(styles.map(\.isLast) == [false, true, true, false, true])
  }

  /// A box has an edge of its own.
  @Test func inALaneTheyEndWithTheBox() throws {
    #expect(try lines(plain, width: 1920) == [[616, 1320], [616, 1320]])
    #expect(try lines(plain, Layout(maxWidth: 900), width: 1920)[0] == [534, 1410])
    let inset = Layout(maxWidth: 0, inset: EdgeInsets(left: 50, right: 50))
    #expect(try lines(plain, inset, width: 1920)[0] == [82, 1870])
  }

  @Test func largerTextChangesNothingAboutThem() throws {
    #expect(try lines(plain, whole, width: 1920, textScale: 2)[0] == [32, 1888])
  }
}
