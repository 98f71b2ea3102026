import SpotsTestSupport
import Testing

@testable import Spots

/// A screen with a clock, a pointer and a memory of what it was told.
@MainActor
final class ScreenRig: ComponentDelegate, ScrollDelegate, CarouselScrollDelegate {
  let controller: SpotsController
  private(set) var now = 10.0
  private(set) var selections: [ItemPath] = []
  private(set) var scrolls = 0
  private(set) var ends: [@MainActor () -> Void] = []
  private(set) var carousels: [ItemPath] = []
  private(set) var submits: [String] = []
  /// Whether anything happens when an item without actions is clicked.
  var answersIdleItems = true

  convenience init(
    _ components: [ComponentModel], size: Size = Size(width: 400, height: 600),
    environment: Environment = .fixed(images: ["a.png": Size(width: 300, height: 200)]),
    breakpoints: Breakpoints = Breakpoints(), configuration: Configuration = Configuration(),
    columns: Columns = Columns()
  ) {
    self.init(
      screen: Screen(components: components, breakpoints: breakpoints, columns: columns),
      size: size, environment: environment, configuration: configuration)
  }

  init(
    screen: Screen, size: Size, environment: Environment,
    configuration: Configuration = Configuration()
  ) {
    controller = SpotsController(
      screen: screen, size: size, configuration: configuration, environment: environment)
    controller.componentDelegate = self
    controller.scrollDelegate = self
    controller.carouselDelegate = self
  }

  // MARK: Time

  func wait(_ seconds: Double) { now += seconds }

  /// One frame, a sixtieth of a second later.
  @discardableResult
  func frame() -> DrawList {
    now += 1.0 / 60
    return controller.renderFrame(at: now).list
  }

  /// Frames until nothing moves any more, `step` seconds apart.
  @discardableResult
  func settle(step: Double = 0.1) -> DrawList {
    var frame = controller.renderFrame(at: now)
    for _ in 0..<600 {
      guard let next = frame.next else { return frame.list }
      now = max(next, now + step)
      frame = controller.renderFrame(at: now)
    }
    Issue.record("never comes to rest")
    return frame.list
  }

  // MARK: The user

  func move(_ point: Point) { controller.handle(.pointerMoved(point), at: now) }

  func press(_ point: Point, clicks: Int = 1) {
    controller.handle(.pointerMoved(point), at: now)
    controller.handle(.pointerPressed(point, .left, clicks: clicks), at: now)
  }

  func release(_ point: Point) { controller.handle(.pointerReleased(point, .left), at: now) }

  func click(_ point: Point, clicks: Int = 1) {
    press(point, clicks: clicks)
    release(point)
  }

  /// Presses at `start`, moves evenly to `end` within `seconds`, a step each frame.
  func drag(_ start: Point, to end: Point, seconds: Double = 0.2) {
    press(start)
    let steps = max(Int(seconds * 60), 1)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      now += seconds / Double(steps)
      move(
        Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
      _ = controller.renderFrame(at: now)
    }
  }

  func wheel(
    _ point: Point = Point(x: 200, y: 300), x: Double = 0, y: Double = 0, precise: Bool = false,
    shift: Bool = false
  ) {
    controller.handle(
      .wheel(point, delta: Point(x: x, y: y), precise: precise, shift ? .shift : []), at: now)
  }

  @discardableResult
  func key(_ key: Key, _ modifiers: Modifiers = []) -> Bool {
    controller.handle(.keyPressed(key, modifiers), at: now)
  }

  // MARK: The screen

  var offset: Double { controller.contentOffset }
  var components: [Component] { controller.components }

  func horizontalOffset(_ component: Int) -> Double {
    components[component].horizontalScroll.offset
  }

  /// The frame of a part in the window; nil when there is no such part.
  func windowFrame(_ path: ItemPath) -> Rect? {
    controller.scrollView.paths.contentFrame(of: path)?.offsetBy(y: -offset)
  }

  func windowFrame(_ component: Int, _ item: Int) -> Rect? {
    windowFrame(ItemPath(component: component, item: item))
  }

  func center(_ component: Int, _ item: Int) -> Point {
    let frame = windowFrame(component, item) ?? .zero
    return Point(x: frame.midX, y: frame.midY)
  }

  func state(_ component: Int, _ item: Int) -> ViewState {
    components[component].visibleViews[item]?.state ?? []
  }

  // MARK: Delegates

  func controller(
    _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
  ) {
    var known = controller.item(at: path)
    // A button in the view may send another action.
    known?.action = item.action
    known?.input.payload = item.input.payload
    #expect(known == item)
    selections.append(path)
  }

  func controller(_ controller: SpotsController, answers item: Item, at path: ItemPath) -> Bool {
    answersIdleItems
  }

  func controller(
    _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
    at path: ItemPath
  ) {
    submits.append(action)
  }

  func controllerDidScroll(_ controller: SpotsController) { scrolls += 1 }

  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    ends.append(completion)
  }

  func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool
  ) {
    carousels.append(path.item(item))
  }
}

/// `count` items with identifiers from `first` on, each `height` high or as high as its text.
func numbered(_ count: Int, from first: Int = 0, height: Double = 0, width: Double = 0) -> ItemList
{
  ItemList(
    (first..<first + count).map {
      Item(
        identifier: .integer($0), title: "Item \($0)", size: Size(width: width, height: height))
    })
}

/// A list of numbered items, 50 high unless said otherwise.
func list(_ count: Int, from first: Int = 0, height: Double = 50) -> ComponentModel {
  ComponentModel(
    identifier: "list \(first)", kind: .list, items: numbered(count, from: first, height: height))
}

/// A carousel of numbered items, 100 high.
func carousel(
  _ count: Int, from first: Int = 0, width: Double = 150,
  paginate: Interaction.Paginate = .disabled,
  indicator: Layout.PageIndicator = .none
) -> ComponentModel {
  ComponentModel(
    identifier: "carousel \(first)", kind: .carousel,
    layout: Layout(itemSpacing: 10, pageIndicator: indicator),
    interaction: Interaction(paginate: paginate),
    items: numbered(count, from: first, height: 100, width: width))
}

/// Items whose heights nobody can guess: labels of one to thirty lines.
func ragged(_ count: Int, seed: UInt64 = 7) -> ComponentModel {
  var random = SplitMix64(seed: seed)
  return ComponentModel(
    identifier: "ragged",
    kind: .list,
    items: ItemList(
      (0..<count).map { index in
        let lines = Int.random(in: 1...30, using: &random)
        return Item(
          identifier: .integer(index), title: "Item \(index)",
          text: String(repeating: "line\n", count: lines), kind: "label")
      }))
}
