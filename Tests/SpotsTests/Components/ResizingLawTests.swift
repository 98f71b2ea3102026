import SpotsTestSupport
import Testing

@testable import Spots

/// A window that is made wider, a point at a time from 320 to 3 840, and narrower again, shows one
/// motion.
@Suite @MainActor struct ResizingLawTests {
  private static let widths = Array(stride(from: 320.0, through: 3840, by: 1))
  private static let height = 120.0

  private let rows = (0..<30).map { Item(title: "Row \($0)", action: "go:\($0)") }
  private let cards = (0..<24).map { Item(title: "Card \($0)", size: Size(height: 90)) }
  private let texts = (0..<8).map { number in
    Item(text: String(repeating: "Words in lines. ", count: 4 + number % 7), kind: "label")
  }

  private func list(_ items: [Item]) -> ComponentModel {
    ComponentModel(kind: .list, items: ItemList(items))
  }

  private func grid(_ least: Double) -> ComponentModel {
    ComponentModel(
      header: Item(title: "Grid"), kind: .grid, layout: Layout(minItemWidth: least),
      items: ItemList(cards))
  }

  private func rig(_ components: [ComponentModel], _ columns: Columns = Columns()) -> ScreenRig {
    ScreenRig(
      screen: Screen(components: components, spacing: .comfortable, columns: columns),
      size: Size(width: 320, height: Self.height), environment: .fixed())
  }

  /// What is at the top of the window stays there, in rows, texts, cards and columns.
  @Test(arguments: 0..<3) func theTopStays(screen: Int) throws {
    var (side, main) = (list(rows), grid(180))
    (side.column, main.column) = (0, 1)
    let columns = Columns(expanded: [Columns.Column(width: 300), Columns.Column()])
    let rig =
      switch screen {
      case 0: rig([list(rows), list(texts)])
      case 1: rig([grid(150), list(texts), grid(300)])
      default: rig([grid(150), side, main], columns)
      }
    let scrollView = rig.controller.scrollView
    rig.settle()
    rig.controller.scroll(to: 900)
    rig.settle()
    // All of them in one direction, and every seventh in the other.
    let back = stride(from: 3840.0, through: 320, by: -7)
    for width in Self.widths.dropFirst() + back {
      let anchor = try #require(scrollView.currentAnchor(), "\(width)")
      let before = try #require(anchor.contentY(in: scrollView)) - rig.offset
      rig.controller.resize(to: Size(width: width, height: Self.height))
      // Frames measure what is seen, which takes longer than all else.
      if width.truncatingRemainder(dividingBy: 8) == 0 { rig.frame() }
      let after = anchor.contentY(in: scrollView).map { $0 - rig.offset } ?? .infinity
      guard abs(after - before) > 1 else { continue }
      Issue.record("\(width): \(anchor) was at \(before) and is at \(after)")
      return
    }
  }

  /// A list has the columns that its document gives to a class of its widths, and as many as fit
  /// where it gives a least width.
  @Test func columnsOfListsChangeAtStatedWidths() {
    var (classes, fitting) = (list(rows), list(rows))
    classes.layout.span = 1
    classes.widerLayouts = WiderLayouts(medium: Layout(span: 2), expanded: Layout(span: 3))
    fitting.layout.minItemWidth = 400
    let rig = rig([grid(150), list(rows), classes, fitting])
    for width in Self.widths {
      rig.controller.resize(to: Size(width: width, height: Self.height))
      let margin: Double = width < 600 ? 16 : width < 1024 ? 24 : width < 1440 ? 32 : 40
      let lane = min(width - 2 * margin, 1600)
      let wanted = [
        1, width < 600 ? 1 : width < 1024 ? 2 : 3, max(((lane + 12) / 412).rounded(.down), 1),
      ]
      let counts = rig.components.dropFirst().map { component in
        let sizing = component.geometry.sizing
        return (sizing.rowWidth / (sizing.fixedWidth ?? .infinity)).rounded(.down)
      }
      guard counts != wanted else { continue }
      Issue.record("\(width): \(counts) columns rather than \(wanted)")
      return
    }
  }
}
