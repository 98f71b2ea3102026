import SpotsTestSupport
import Testing

@testable import Spots

/// Numbers nobody meant, from the document to the frame.
@MainActor
@Suite struct ExtremeNumbersTests {
  private nonisolated static let numbers = [
    "1e308", "-1e308", "-1", "0", "1e-320", "9223372036854775808",
    "1" + String(repeating: "0", count: 400), "0.5", "\"1e400\"",
  ]
  private nonisolated static let kinds = ["list", "grid", "carousel"]
  /// The number of places for numbers in a component; values are given by index.
  private static let placeCount = 18

  private static func document(_ kind: String, _ value: (Int) -> String) -> String {
    func item(_ index: Int) -> String {
      #"{"title":"T","kind":"\#(["", "label", "card", "image"][index % 4])","#
        + #""size":{"width":\#(value(0)),"height":\#(value(1))}}"#
    }
    func edge(_ kind: String, _ first: Int) -> String {
      #"{"title":"H","kind":"\#(kind)","#
        + #""size":{"width":\#(value(first)),"height":\#(value(first + 1))}}"#
    }
    return """
      [{"kind":"\(kind)","header":\(edge("header", 2)),"footer":\(edge("footer", 4)),
      "size":{"width":\(value(6)),"height":\(value(7))},"span":\(value(8)),
      "layout":{"span":\(value(9)),"item-spacing":\(value(10)),"line-spacing":\(value(11)),
      "items-per-row":\(value(12)),"inset":{"top":\(value(13)),"left":\(value(14)),
      "bottom":\(value(15)),"right":\(value(16))},"page-indicator":"below",
      "header-mode":"sticky","dynamic-height":\(value(17).utf8.count.isMultiple(of: 2))},
      "items":[\((0..<9).map(item).joined(separator: ","))]},
      {"items":[{"title":"after"}]}]
      """
  }

  /// An infinite height counts as none, also for headers: the content below is still visible.
  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func aHeaderWithoutAnEndHasNoHeightOfItsOwn(height: Double) {
    func shownHeight(_ header: Item) -> Double {
      let screen = Screen(components: [
        ComponentModel(header: header, kind: .list, items: [Item(title: "T")])
      ])
      return SpotsController(
        screen: screen, size: Size(width: 400, height: 300), configuration: Configuration(),
        environment: .fixed()
      ).components[0].geometry.contentSize.height
    }
    let header = Item(title: "H", size: Size(width: 0, height: height))
    #expect(shownHeight(header) == shownHeight(Item(title: "H")))
  }

  /// Lays a screen out at several widths and scrolls from end to end; returns what it took.
  private func layOut(_ document: String) throws -> Duration {
    try layOut(try #require(ScreenReader().read(Array(document.utf8)).screen), document)
  }

  private func layOut(_ screen: Screen, _ document: String) throws -> Duration {
    let start = ContinuousClock.now
    for width in [0.0, 1, 375, 16384] {
      let controller = SpotsController(
        screen: screen, size: Size(width: width, height: 300), configuration: Configuration(),
        environment: .fixed())
      for offset in [0, 1e3, .greatestFiniteMagnitude] {
        controller.scroll(to: offset)
        try controller.scroll(carousel: 0, to: offset)
        for entry in controller.renderFrame(at: 0).list.entries { check(entry.clip, document) }
      }
      controller.prepareAll()
      check(Rect(origin: .zero, size: controller.contentSize), document)
      for (index, component) in controller.components.enumerated() {
        check(controller.scrollView.placement(of: index).frame, document)
        check(Rect(origin: .zero, size: component.geometry.contentSize), document)
        for item in component.model.items.indices {
          check(component.geometry.frame(ofItem: item), document)
        }
        if let frame = component.geometry.headerFrame(inner: 1e3) { check(frame, document) }
        if let frame = component.geometry.footerFrame { check(frame, document) }
      }
    }
    return start.duration(to: .now)
  }

  private func check(_ rect: Rect, _ document: String) {
    let isFinite =
      rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite
    if !isFinite || rect.width < 0 || rect.height < 0 { Issue.record("\(rect) in \(document)") }
  }

  @Test(arguments: kinds)
  func oneOddNumberInEachPlace(kind: String) throws {
    for number in Self.numbers {
      for place in 0..<Self.placeCount {
        let document = Self.document(kind) { $0 == place ? number : "\(($0 * 7) % 5 + 1)" }
        #expect(try layOut(document) < Allowance.elapsed(.seconds(1)), "\(document)")
      }
    }
  }

  @Test(arguments: kinds)
  func theSameOddNumberInEveryPlace(kind: String) throws {
    for number in Self.numbers {
      let document = Self.document(kind) { _ in number }
      #expect(try layOut(document) < Allowance.elapsed(.seconds(1)), "\(document)")
    }
  }

  @Test func oddNumbersTogether() throws {
    for seed in 0..<4 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      for kind in Self.kinds {
        for _ in 0..<12 {
          let values = (0..<Self.placeCount).map { _ in
            Self.numbers.randomElement(using: &random) ?? "0"
          }
          let document = Self.document(kind) { values[$0] }
          #expect(
            try layOut(document) < Allowance.elapsed(.seconds(1)), "seed \(seed): \(document)")
        }
      }
    }
  }

  // MARK: From Swift

  private static func model(
    _ kind: ComponentModel.Kind, _ number: Double, _ count: Int
  ) -> ComponentModel {
    let odd = Size(width: number, height: number)
    return ComponentModel(
      header: Item(title: "H", size: odd), footer: Item(title: "F", size: odd), kind: kind,
      layout: Layout(
        span: number, itemSpacing: number, lineSpacing: number, itemsPerRow: count,
        inset: EdgeInsets(top: number, left: number, bottom: number, right: number),
        pageIndicator: .below, headerMode: .sticky, infiniteScrolling: count > 1,
        dynamicHeight: count % 2 == 0),
      items: ItemList((0..<9).map { Item(title: "T", size: $0 % 2 == 0 ? odd : .zero) }),
      size: odd)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e308, 1e-300, 3])
  func modelsOfAProgramMayHoldAnyNumber(number: Double) throws {
    for kind in [ComponentModel.Kind.list, .grid, .carousel] {
      for count in [Int.max, .min, 0, -1, 1, 2] {
        let screen = Screen(components: [Self.model(kind, number, count)])
        #expect(
          try layOut(screen, "\(kind.rawValue) \(number) \(count)") < Allowance.elapsed(.seconds(1))
        )
        let rig = ScreenRig(screen.components)
        rig.frame()
        for key in [Key.down, .right, .right, .up, .left, .end, .home] {
          rig.key(key)
          rig.frame()
        }
      }
    }
  }
}
