import SpotsTestSupport
import Testing

@testable import Spots

/// A row whose height is set from outside, without any view being told.
private final class MoodyView: View, ItemConfigurable {
  static var height = 44.0

  func configure(with item: Item) {}
  func computeSize(for item: Item, containerSize: Size) -> Size { Size(height: Self.height) }
}

private final class LowView: View, ItemConfigurable {
  func configure(with item: Item) {}
  func computeSize(for item: Item, containerSize: Size) -> Size { Size(height: 44) }
}

private final class HighView: View, ItemConfigurable {
  func configure(with item: Item) {}
  func computeSize(for item: Item, containerSize: Size) -> Size { Size(height: 77) }
}

/// Composite items follow whatever the views inside depend on, on the screen and measured.
@MainActor
@Suite(.serialized) struct CompositeSurroundingsTests {
  private static func composite(_ children: ComponentModel...) -> Item {
    Item(identifier: .string("composite"), kind: "composite", children: children)
  }

  private func opened(
    _ components: [ComponentModel], configuration: Configuration = Configuration(),
    environment: Environment = .fixed()
  ) -> SpotsController {
    SpotsController(
      screen: Screen(components: components), size: Size(width: 400, height: 600),
      configuration: configuration, environment: environment)
  }

  private func height(_ controller: SpotsController) -> Double {
    controller.components[0].geometry.frame(ofItem: 0).height
  }

  /// The heights of the rows on the screen inside of the first item.
  private func rows(_ controller: SpotsController) -> [Double] {
    _ = controller.renderFrame(at: 0)
    let inside = ItemPath(component: 0, item: 0).appending(ItemPath(component: 0, item: 0))
    guard let component = controller.component(at: inside.componentPath) else { return [] }
    return component.visibleIndexes.map { component.view(at: $0)?.frame.height ?? 0 }
  }

  /// The document says how far apart things are and where classes begin.
  @Test(arguments: [Animation.none, .automatic])
  func theyFollowTheDocumentsSpacingAndBreakpoints(animation: Animation) throws {
    let cards = ComponentModel(
      kind: .grid, layout: Layout(span: 2), items: numbered(6, height: 50),
      widerLayouts: WiderLayouts(medium: Layout(span: 3), expanded: Layout(span: 6)))
    // Equally high in all documents, so that only the inside differs.
    var item = Self.composite(cards, list(3, from: 50))
    item.size.height = 400
    let components = [ComponentModel(kind: .list, layout: Layout(inset: .zero), items: [item])]
    let documents = [
      Screen(components: components), Screen(components: components, spacing: .comfortable),
      Screen(components: components, breakpoints: Breakpoints(medium: 300, expanded: 390)),
      Screen(components: components, breakpoints: Breakpoints(medium: 300)),
    ]
    let rig = ScreenRig([])
    var pictures: Set<String> = []
    let order = [0, 1, 0, 2, 1, 2, 0, 3, 1].map { documents[$0] }
    for (old, new) in zip(order, order.dropFirst()) {
      rig.controller.reload(old, animation: .none)
      rig.settle()
      rig.controller.reload(new, animation: animation)
      let fresh = ScreenRig([])
      fresh.controller.reload(new, animation: .none)
      let wanted = fresh.settle()
      #expect(rig.settle().difference(from: wanted) == nil)
      pictures.insert(wanted.text)
    }
    #expect(pictures.count == documents.count)
  }

  @Test func theyFollowTextZoom() {
    let inside = ComponentModel(
      header: Item(title: "Inside"),
      kind: .list,
      items: [
        Item(title: "one", subtitle: "sub"),
        Item(title: "a long label that wraps, and once more when it is larger", kind: "label"),
      ])
    let components = [
      ComponentModel(kind: .list, items: [Self.composite(inside), Item(title: "after")])
    ]
    let controller = opened(components, environment: .fixed())
    _ = controller.renderFrame(at: 0)
    for scale in [1.1, 1.21, 1.331, 1.4641, 2, 1] {
      controller.environment.textScale = scale
      controller.environmentDidChange()
      let fresh = opened(components, environment: .fixed(textScale: scale))
      #expect(height(controller) == height(fresh), "\(scale)")
      let list = controller.renderFrame(at: scale).list
      #expect(list.difference(from: fresh.renderFrame(at: scale).list) == nil, "\(scale)")
    }
  }

  @Test func theyFollowWhateverElseViewsDependOn() {
    let configuration = Configuration()
    configuration.register(view: MoodyView.self, identifier: "moody")
    MoodyView.height = 44
    let row = Item(kind: "moody")
    let controller = opened(
      [
        ComponentModel(
          kind: .list, items: [Self.composite(ComponentModel(kind: .list, items: [row, row]))])
      ],
      configuration: configuration)
    #expect(height(controller) == 88 && rows(controller) == [44, 44])
    MoodyView.height = 50
    controller.environmentDidChange()
    #expect(height(controller) == 100 && rows(controller) == [50, 50])
  }

  @Test func theyFollowRegistrations() throws {
    let configuration = Configuration()
    configuration.register(view: LowView.self, identifier: "tile")
    let inner = Self.composite(ComponentModel(kind: .list, items: [Item(kind: "tile")]))
    let controller = opened(
      [ComponentModel(kind: .list, items: [inner, Item(kind: "tile")])],
      configuration: configuration)
    #expect(height(controller) == 44 && rows(controller) == [44])
    configuration.register(view: HighView.self, identifier: "tile")
    controller.registrationsDidChange()
    #expect(height(controller) == 77 && rows(controller) == [77])
    for high in [51.0, 93] {
      let nib = #"{"kind":"tile","surface":"none","label":"x","size":[0,\#(Int(high))]}"#
      configuration.register(
        nib: try #require(Nib.read(Array(nib.utf8)).nib))
      controller.registrationsDidChange()
      #expect(height(controller) == high && rows(controller) == [high])
    }
    configuration.remove(nibFor: "tile")
    controller.registrationsDidChange()
    #expect(height(controller) == 77 && rows(controller) == [77])
  }

  /// Controllers in one environment, as the pages of one window are.
  @Test func eachShowsTheViewsOfItsOwnConfiguration() {
    let environment = Environment.fixed()
    let (low, high) = (Configuration(), Configuration())
    low.register(view: LowView.self, identifier: "tile")
    high.register(view: HighView.self, identifier: "tile")
    let components = [
      ComponentModel(
        kind: .list,
        items: [
          Self.composite(ComponentModel(kind: .list, items: [Item(kind: "tile")])),
          Item(size: Size(height: 900)),
          Self.composite(ComponentModel(kind: .list, items: [Item(kind: "tile")])),
        ])
    ]
    let first = opened(components, configuration: low, environment: environment)
    let second = opened(components, configuration: high, environment: environment)
    #expect(height(second) == 77 && rows(second) == [77])
    #expect(height(first) == 44 && rows(first) == [44])
    // A component that only now comes into view, and one that is laid out again.
    first.scrollToBottom()
    _ = first.renderFrame(at: 1)
    let inside = ItemPath(component: 0, item: 2).appending(ItemPath(component: 0, item: 0))
    #expect(first.view(at: inside) is LowView)
    first.environmentDidChange()
    _ = first.renderFrame(at: 2)
    #expect(first.view(at: inside) is LowView && height(first) == 44)
  }

  @Test func viewsInsideComeFromTheSamePool() {
    let rows = ComponentModel(kind: .list, items: numbered(3))
    let controller = opened([
      ComponentModel(kind: .list, items: [Self.composite(rows), Item(size: Size(height: 2000))]),
      ComponentModel(kind: .list, items: [Self.composite(rows)]),
    ])
    _ = controller.renderFrame(at: 0)
    let created = controller.state.pool.counters.created
    controller.scrollToBottom()
    _ = controller.renderFrame(at: 1)
    #expect(controller.state.pool.counters.created == created)
  }

  @Test func poolsGoWithTheirController() {
    weak var pool: ReusePool?
    do {
      let inner = Self.composite(list(3), carousel(9))
      let controller = opened([
        ComponentModel(
          kind: .list, items: [Self.composite(ComponentModel(kind: .list, items: [inner])), inner]),
        list(99),
      ])
      _ = controller.renderFrame(at: 0)
      controller.scrollToBottom()
      _ = controller.renderFrame(at: 1)
      pool = controller.state.pool
    }
    #expect(pool == nil)
  }

  /// Carousels two levels deep keep their place while the item is out of sight, and when the window
  /// gets another size.
  @Test func carouselsFurtherInsideKeepTheirPlaces() throws {
    let deep = Self.composite(ComponentModel(kind: .list, items: [Self.composite(carousel(20))]))
    let controller = opened([ComponentModel(kind: .list, items: [deep]), list(60)])
    _ = controller.renderFrame(at: 0)
    let item = ItemPath(component: 0, item: 0)
    let path = ComponentPath(0, in: item.appending(item))
    try #require(controller.component(at: path)).scroll.horizontalScroll.jump(to: 300)
    func offset(at now: Double) -> Double? {
      _ = controller.renderFrame(at: now)
      return controller.component(at: path)?.horizontalScroll.offset
    }
    #expect(offset(at: 1) == 300)
    controller.scrollToBottom()
    #expect(offset(at: 2) == nil)
    controller.scroll(to: 0)
    #expect(offset(at: 3) == 300)
    controller.resize(to: Size(width: 500, height: 400))
    #expect(offset(at: 4) == 300)
    controller.registrationsDidChange()
    #expect(offset(at: 5) == 300)
    controller.startOver()
    #expect(offset(at: 6) == 0)
  }
}
