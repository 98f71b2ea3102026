import Testing

@testable import Spots
@testable import SpotsPlatform
@testable import SpotsSDL

/// What a screen shows while images come and go.
@Suite(.serialized) @MainActor
struct ImageSwapTests {
  private let folder: TemporaryFolder
  private let store: ImageStore
  private let painter: Painter
  private let environment: Environment
  private let size = Size(width: 200, height: 300)

  init() throws {
    folder = try TemporaryFolder()
    store = ImageStore(locator: ImageLocator(roots: [folder.path]), mailbox: Mailbox())
    let fonts = try FontBook(family: "DejaVu Sans", scale: 1)
    painter = Painter(fonts: fonts, images: store)
    environment = Environment(text: fonts, images: store)
  }

  private func controller(_ images: [String]) -> SpotsController {
    let items = images.map { Item(title: $0, image: $0, kind: "image") }
    return SpotsController(
      screen: Screen(components: [ComponentModel(kind: .list, items: ItemList(items))]),
      size: size, configuration: Configuration(), environment: environment)
  }

  private func paint(_ controller: SpotsController) throws -> (
    list: DrawList, canvas: OffscreenCanvas
  ) {
    let list = controller.renderFrame(at: 0).list
    let canvas = try OffscreenCanvas(size: size, scale: 1)
    canvas.paint(list, background: .white, with: painter)
    return (list, canvas)
  }

  @Test func anImageThatComesMovesNothing() throws {
    try folder.write(SampleImages.svg, to: "a.svg")
    try folder.write(SampleImages.jpeg(orientation: 6), to: "b.jpg")
    try folder.write(Array("no picture".utf8), to: "broken.png")
    let controller = controller(["a.svg", "none.png", "b.jpg", "broken.png"])
    let before = try paint(controller)
    #expect(store.pending > 0)
    #expect(store.waitUntilIdle(timeout: 20))
    let after = try paint(controller)
    #expect(before.list == after.list)
    // A row of 200 has 168 for an image of 3 to 2: 112 high, 8 below the top.
    #expect(before.canvas.pixel(x: 20, y: 60) != after.canvas.pixel(x: 20, y: 60))
    #expect(after.canvas.pixel(x: 20, y: 60) == 0xFFFF_0000)
  }

  /// The cell shows another item by the time the first one's image has come.
  @Test func aLateResultIsNotSeenInAnotherCell() throws {
    try folder.write(SampleImages.svg, to: "red.svg")
    let blue = "<svg width='3' height='2'><rect width='3' height='2' fill='#0000ff'/></svg>"
    try folder.write(Array(blue.utf8), to: "blue.svg")
    let controller = controller(["red.svg"])
    _ = try paint(controller)
    controller.reload(
      Screen(components: [
        ComponentModel(kind: .list, items: [Item(title: "x", image: "blue.svg", kind: "image")])
      ]), animation: .none)
    for _ in 0..<3 {
      #expect(try paint(controller).canvas.pixel(x: 20, y: 60) != 0xFFFF_0000)
      #expect(store.waitUntilIdle(timeout: 20))
    }
    #expect(try paint(controller).canvas.pixel(x: 20, y: 60) == 0xFF00_00FF)
  }

  /// The item at the top of the window.
  private func topItem(of controller: SpotsController) -> Int? {
    let place = Point(x: 100, y: controller.contentOffset + 0.5)
    return controller.components[0].geometry.item(at: place)
  }

  /// Where the disk is slow an image first has the room that fits most. When its size is known it
  /// gets its own, and what the user reads stays where it is.
  @Test func aSizeThatComesLateMovesNothingThatIsRead() throws {
    store.patienceForSizes = 0
    for index in 0..<30 {
      let wide = "<svg width='30' height='\(index % 2 == 0 ? 10 : 60)'></svg>"
      try folder.write(Array(wide.utf8), to: "\(index).svg")
    }
    let controller = controller((0..<30).map { "\($0).svg" })
    _ = try paint(controller)
    #expect(store.waitUntilIdle(timeout: 20))
    if store.beginFrame() { controller.imageSizesDidChange() }
    controller.scroll(to: 900)
    for _ in 0..<3 {
      _ = try paint(controller)
      let top = topItem(of: controller)
      #expect(store.waitUntilIdle(timeout: 20))
      if store.beginFrame() { controller.imageSizesDidChange() }
      _ = try paint(controller)
      #expect(top != nil && topItem(of: controller) == top)
    }
    // As if the disk had been fast.
    store.patienceForSizes = .infinity
    let component = controller.components[0]
    for index in component.geometry.items(in: Rect(y: 900, width: 200, height: 200)) {
      let wanted = self.controller(["\(index).svg"]).components[0].geometry
      #expect(component.geometry.knownSize(ofItem: index)?.height != nil)
      #expect(component.geometry.frame(ofItem: index).height == wanted.frame(ofItem: 0).height)
    }
  }
}
