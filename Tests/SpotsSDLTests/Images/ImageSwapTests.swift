import Spots
import Testing

@testable import SpotsSDL

/// What a screen shows while pictures come and go.
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

  private func paint(_ controller: SpotsController) throws -> (list: DrawList, picture: Picture) {
    let list = controller.frame(at: 0).list
    let picture = try Picture(size: size, scale: 1)
    picture.paint(list, background: .white, with: painter)
    return (list, picture)
  }

  @Test func aPictureThatComesMovesNothing() throws {
    try folder.write(SamplePictures.svg, to: "a.svg")
    try folder.write(SamplePictures.jpeg(orientation: 6), to: "b.jpg")
    try folder.write(Array("no picture".utf8), to: "broken.png")
    let controller = controller(["a.svg", "none.png", "b.jpg", "broken.png"])
    let before = try paint(controller)
    #expect(store.pending > 0)
    #expect(store.waitUntilIdle(timeout: 20))
    let after = try paint(controller)
    #expect(before.list == after.list)
    // A row of 200 has 168 for a picture of 3 to 2: 112 high, 8 below the top.
    #expect(before.picture.pixel(x: 20, y: 60) != after.picture.pixel(x: 20, y: 60))
    #expect(after.picture.pixel(x: 20, y: 60) == 0xFFFF_0000)
  }

  /// The cell shows another item by the time the first one's picture has come.
  @Test func aLateResultIsNotSeenInAnotherCell() throws {
    try folder.write(SamplePictures.svg, to: "red.svg")
    let blue = "<svg width='3' height='2'><rect width='3' height='2' fill='#0000ff'/></svg>"
    try folder.write(Array(blue.utf8), to: "blue.svg")
    let controller = controller(["red.svg"])
    _ = try paint(controller)
    controller.apply(
      Screen(components: [
        ComponentModel(kind: .list, items: [Item(title: "x", image: "blue.svg", kind: "image")])
      ]))
    for _ in 0..<3 {
      #expect(try paint(controller).picture.pixel(x: 20, y: 60) != 0xFFFF_0000)
      #expect(store.waitUntilIdle(timeout: 20))
    }
    #expect(try paint(controller).picture.pixel(x: 20, y: 60) == 0xFF00_00FF)
  }
}
