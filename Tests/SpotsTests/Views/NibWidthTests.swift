import SpotsTestSupport
import Testing

@testable import Spots

/// Nibs adapt to the width of the component that shows them.
@MainActor
@Suite struct NibWidthTests {
  /// One line high in compact components, two in medium and three in expanded ones.
  private static let classes = """
    { "kind": "sized", "padding": 0, "surface": "none", "column": { "children": [
      { "label": { "compact": "compact", "medium": "medium", "expanded": "expanded" },
        "size": { "compact": [0, 20], "medium": [0, 40], "expanded": [0, 60] } } ] } }
    """

  private func rig(
    _ nib: String, _ components: [ComponentModel], width: Double = 400
  ) throws -> ScreenRig {
    let reading = Nib.read(Array(nib.utf8))
    #expect(reading.diagnostics == [])
    let configuration = Configuration()
    configuration.register(nib: try #require(reading.nib))
    return ScreenRig(
      components, size: Size(width: width, height: 600), configuration: configuration)
  }

  private func texts(_ rig: ScreenRig) -> [String] {
    rig.settle().entries.compactMap { entry in
      guard case .text(let text, _, _, _, _, _) = entry.command else { return nil }
      return text
    }
  }

  private func component(_ layout: Layout = Layout(), items: Int = 1) -> ComponentModel {
    ComponentModel(
      kind: .grid, layout: layout,
      items: ItemList((0..<items).map { _ in Item(kind: "sized") }))
  }

  @Test func anItemFollowsTheWidthOfItsComponent() throws {
    let rig = try rig(Self.classes, [component()])
    for (width, wanted, height) in [
      (400.0, "compact", 20.0), (599.5, "compact", 20), (600, "medium", 40),
      (1023, "medium", 40), (1024, "expanded", 60), (400, "compact", 20),
    ] {
      rig.controller.resize(to: Size(width: width, height: 600))
      #expect(texts(rig) == [wanted], "\(width)")
      #expect(rig.components[0].geometry.frame(ofItem: 0).height == height, "\(width)")
    }
  }

  /// Not that of the item: all items of a component agree, however many are in a row.
  @Test func theWidthIsTheComponentsOwn() throws {
    let rig = try rig(Self.classes, [component(Layout(span: 4), items: 4)], width: 1280)
    #expect(texts(rig) == Array(repeating: "expanded", count: 4))
    let limited = try self.rig(Self.classes, [component(Layout(maxWidth: 620))], width: 1280)
    #expect(texts(limited) == ["medium"])
    let carousel = ComponentModel(
      kind: .carousel, items: [Item(kind: "sized", size: Size(width: 100))])
    #expect(texts(try self.rig(Self.classes, [carousel], width: 700)) == ["medium"])
  }

  @Test func headersAndFootersFollowTheirComponent() throws {
    var model = component(Layout(maxWidth: 620, showEmptyComponent: true), items: 0)
    (model.header, model.footer) = (Item(kind: "sized"), Item(kind: "sized"))
    let rig = try rig(Self.classes, [model], width: 1280)
    #expect(texts(rig) == ["medium", "medium"])
    #expect(rig.components[0].geometry.headerHeight == 40)
    #expect(rig.components[0].geometry.footerHeight == 40)
  }

  /// The component inside has the width of the composite item, also where the item is a header.
  @Test func insideOfCompositeItemsTheComponentThereCounts() throws {
    let inner = component()
    let composite = Item(kind: "composite", children: [inner])
    var outer = ComponentModel(
      kind: .grid, layout: Layout(span: 2), items: [composite, Item(kind: "sized")])
    outer.header = composite
    let rig = try rig(Self.classes, [outer], width: 1280)
    #expect(texts(rig).sorted() == ["expanded", "expanded", "medium"])
    #expect(rig.components[0].geometry.headerHeight == 60)
    #expect(rig.components[0].geometry.frame(ofItem: 0).height == 40)
    #expect(rig.components[0].geometry.frame(ofItem: 1).height == 60)
  }

  @Test func theDocumentSetsTheBreakpoints() throws {
    let rig = try rig(Self.classes, [component()])
    #expect(texts(rig) == ["compact"])
    let screen = Screen(
      components: [component()], breakpoints: Breakpoints(medium: 300, expanded: 390))
    rig.controller.reload(screen, animation: .none)
    #expect(texts(rig) == ["expanded"])
    #expect(rig.components[0].geometry.frame(ofItem: 0).height == 60)
    rig.controller.reload(Screen(components: [component()]), animation: .none)
    #expect(texts(rig) == ["compact"])
  }

  // MARK: Elements for some widths

  private static let parts = """
    { "kind": "sized", "padding": 0, "surface": "none", "row": { "spacing": 10, "children": [
      { "label": "a", "size": [30, 20] },
      { "label": "b", "size": [50, 40], "when": { "min-width": 500 } },
      { "column": { "when": { "max-width": 700 }, "children": [{ "label": "c" }] } },
      { "icon": "check", "thickness": 20 } ] } }
    """

  /// Neither its room nor the spacing beside it.
  @Test func anElementForOtherWidthsTakesNoRoom() throws {
    let rig = try rig(Self.parts, [component()])
    func places() -> [Double] {
      rig.settle().entries.compactMap { entry -> Double? in
        guard case .text(_, _, _, let origin, _, _) = entry.command else { return nil }
        return origin.x
      }
    }
    #expect(texts(rig) == ["a", "c"])
    #expect(places() == [0, 40])
    #expect(rig.components[0].geometry.frame(ofItem: 0).height < 40)
    for (width, wanted, left) in [
      (499.75, ["a", "c"], [0.0, 40]), (500, ["a", "b", "c"], [0, 40, 100]),
      (700, ["a", "b", "c"], [0, 40, 100]), (700.25, ["a", "b"], [0, 40]),
    ] {
      rig.controller.resize(to: Size(width: width, height: 600))
      #expect(texts(rig) == wanted, "\(width)")
      #expect(places() == left, "\(width)")
    }
  }

  @Test func aNibForOtherWidthsShowsNothing() throws {
    let nib = #"{"kind":"sized","label":"x","when":{"min-width":600},"surface":"none"}"#
    let rig = try rig(nib, [component()])
    #expect(texts(rig) == [])
    #expect(rig.components[0].geometry.frame(ofItem: 0).height == 0)
    rig.controller.resize(to: Size(width: 600, height: 600))
    #expect(texts(rig) == ["x"])
  }

  /// The size measured for an item is the size its view needs.
  @Test func measuringAgreesWithDrawing() throws {
    for seed in 0..<40 as Range<UInt64> {
      var nibs = RandomNibs(seed: seed)
      var random = RandomComponents(seed: seed)
      let items = (0..<9).map { index in
        Item(
          title: random.words(), subtitle: random.words(), image: "a.png",
          kind: RandomNibs.kinds[index % 3])
      }
      let configuration = Configuration()
      for document in nibs.documents() {
        configuration.register(nib: try #require(Nib.read(Array(document.utf8)).nib))
      }
      let rig = ScreenRig(
        [ComponentModel(kind: .list, items: ItemList(items))], configuration: configuration)
      for width in [400, 599, 600, 1023, 1024, 1600, 300] as [Double] {
        rig.controller.resize(to: Size(width: width, height: 600))
        rig.settle()
        for index in rig.components[0].visibleIndexes {
          let view = try #require(rig.components[0].view(at: index) as? NibItemView)
          let wanted = view.computeSize(
            for: items[index], containerSize: Size(width: view.frame.width, height: .infinity))
          #expect(wanted.height == view.frame.height, "seed \(seed), \(width), item \(index)")
        }
      }
    }
  }
}
