import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// The law: whatever was shown before, the canvas looks as if the last list had been painted from
/// scratch, and all that changed is in the areas that are brought to the screen.
@Suite(.serialized) @MainActor
struct RepainterTests {
  private let size = Size(width: 240, height: 180)

  /// A canvas that is kept up to date, and a screen that sees its areas only.
  @MainActor
  private final class Bench {
    let painter: Painter
    private let canvas: PixelBuffer
    private let screen: PixelBuffer
    private var repainter = Repainter()
    /// Whether what moves is moved on the screen alone.
    private let movesScreen: Bool

    init(size: Size, scale: Double, movesScreen: Bool = false) throws {
      self.movesScreen = movesScreen
      painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: scale))
      let grid = PixelGrid(scale: scale)
      (canvas, screen) = (
        try PixelBuffer(width: grid.edge(size.width), height: grid.edge(size.height)),
        try PixelBuffer(width: grid.edge(size.width), height: grid.edge(size.height))
      )
    }

    /// The areas that the last frame has brought to the screen.
    private var shown: [PixelRect] = []
    /// How many frames moved something on the screen.
    private(set) var moves = 0

    /// The number of pixels that differ on the screen after `list` was shown.
    func differences(_ list: DrawList, background: Color) throws -> Int {
      // Only what the last frame has brought to the screen may be relied on.
      let all = canvas.canvas.bounds
      if movesScreen {
        canvas.canvas.fill(all, clip: all, color: 0xFFBA_D000)
        for area in shown { canvas.canvas.copy(area, from: screen.canvas) }
      }
      let repaint = repainter.update(
        list, background: background, with: painter, on: canvas.canvas, movesScreen: movesScreen)
      #expect(movesScreen || repaint.movement == nil)
      if let movement = repaint.movement {
        screen.canvas.move(to: movement.destination, x: movement.x, y: movement.y)
      }
      if repaint.movement != nil { moves += 1 }
      shown = repaint.areas
      for area in repaint.areas {
        for y in area.top..<area.bottom {
          let start = canvas.canvas.row(y) + area.left
          (screen.canvas.row(y) + area.left).update(from: start, count: area.width)
        }
      }
      let fresh = try PixelBuffer(width: canvas.width, height: canvas.height)
      painter.paint(
        list, background: background, areas: [fresh.canvas.bounds], on: fresh.canvas)
      if let arrival = list.arrival { return arriving(fresh, arrival, over: background.pixel) }
      var count = 0
      for y in 0..<canvas.height {
        let (shown, wanted) = (screen.canvas.row(y), fresh.canvas.row(y))
        guard memcmp(shown, wanted, canvas.width * 4) != 0 else { continue }
        for x in 0..<canvas.width where shown[x] != wanted[x] { count += 1 }
      }
      return count
    }

    /// The number of pixels on the screen that are not those of `place`, moved and mixed with the
    /// background, but for rounding.
    private func arriving(
      _ place: PixelBuffer, _ arrival: DrawList.Arrival, over backdrop: UInt32
    ) -> Int {
      let x = painter.grid.edge(arrival.x)
      var count = 0
      for line in 0..<screen.height {
        for column in 0..<screen.width {
          let source = column - x
          let isSeen = (0..<screen.width).contains(source)
          let color = isSeen ? place[source, line] : backdrop
          let isSame = [0, 8, 16].allSatisfy { shift in
            let (new, old) = (Double(color >> shift & 255), Double(backdrop >> shift & 255))
            let wanted = old + (new - old) * arrival.opacity
            return abs(wanted - Double(screen[column, line] >> shift & 255)) < 1.6
          }
          if !isSame { count += 1 }
        }
      }
      return count
    }
  }

  /// A screen that comes in front of another one is that screen in every frame, faded as one, and
  /// still once it is there, whatever changes meanwhile.
  @Test(arguments: [Size(width: 160, height: 120), Size(width: 9, height: 40)], [false, true])
  func arrivingEqualsPaintingFromScratch(size: Size, movesScreen: Bool) throws {
    let bench = try Bench(size: size, scale: 1.5, movesScreen: movesScreen)
    var random = RandomLists(seed: 9, viewport: Rect(origin: .zero, size: size))
    var content = random.list(count: 20)
    for step in 0..<30 {
      if step % 3 == 2 { content = random.changed(content) }
      if step % 10 == 0 { content = random.list(count: 20) }
      var list = content
      let rest = Double(7 - step % 10)
      if rest > 0 {
        let x = (step < 10 ? 24 : -24) * rest / 7
        list.arrival = DrawList.Arrival(x: x, opacity: 1 - rest / 7)
      }
      let count = try bench.differences(list, background: Color(0xF5F5F7))
      #expect(count == 0, "step \(step)")
    }
  }

  @Test(arguments: [1, 1.25, 1.5, 2], [false, true])
  func scrollingAndChangingEqualsPaintingFromScratch(scale: Double, movesScreen: Bool) throws {
    let size = Size(width: 160, height: 120)
    for seed in UInt64(1)...5 {
      let bench = try Bench(size: size, scale: scale, movesScreen: movesScreen)
      var generator = SplitMix64(seed: seed &* 77)
      var random = RandomLists(seed: seed, viewport: Rect(width: 160, height: 400))
      var content = random.list(count: 28)
      let still = random.list(count: 3)
      var offset = Point.zero
      for step in 0..<14 {
        // By whole pixels mostly, as scrolling goes; sometimes by any length.
        let pixels = Double(Int.random(in: -90...140, using: &generator))
        let length = step % 5 == 4 ? pixels * 0.7137 : pixels / scale
        if step % 7 == 6 { offset.x -= length } else { offset.y -= length }
        if step % 4 == 3 { content = random.changed(content) }
        var list = DrawList(viewport: Rect(origin: .zero, size: size))
        let clip = seed % 2 == 0 ? Rect(x: 20, y: 30, width: 120, height: 60) : list.visibleRect
        list.clipped(to: clip) { list in
          list.translated(to: offset) { list in
            for entry in content.entries { list.append(entry.command) }
          }
        }
        for entry in still.entries { list.append(entry.command) }
        let count = try bench.differences(list, background: Color(0xF5F5F7))
        #expect(count == 0, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(arguments: [1, 1.25, 1.5, 2], [false, true])
  func scrollingAScreenEqualsPaintingFromScratch(scale: Double, movesScreen: Bool) throws {
    let bench = try Bench(size: size, scale: scale, movesScreen: movesScreen)
    let rows = (0..<200).map {
      Item(title: "Row \($0)", subtitle: $0 % 3 == 0 ? "below" : "", action: "row:\($0)")
    }
    let cards = (0..<9).map {
      Item(title: "Card \($0)", kind: "card", size: Size(width: 90, height: 60))
    }
    let screen = Screen(components: [
      ComponentModel(kind: .carousel, items: ItemList(cards)),
      ComponentModel(header: Item(title: "Rows"), kind: .list, items: ItemList(rows)),
    ])
    let environment = Environment(
      scale: scale, text: bench.painter.fonts, images: FixedImages([:]))
    let controller = SpotsController(
      screen: screen, size: size, configuration: Configuration(), environment: environment)
    var generator = SplitMix64(seed: 5)
    for step in 0..<40 {
      switch step % 8 {
      case 5: try controller.scroll(carousel: 0, to: Double.random(in: 0...300, using: &generator))
      case 7: controller.scroll(to: Double.random(in: 0...3000, using: &generator))
      default: controller.scroll(to: controller.contentOffset + Double(step * 3))
      }
      let frame = controller.renderFrame(at: Double(step) / 60)
      let count = try bench.differences(frame.list, background: .white)
      #expect(count == 0, "step \(step)")
    }
    #expect(movesScreen == (bench.moves > 10))
  }

  /// The cards move, and the fades over them stay.
  @Test(arguments: [1, 1.5, 2], [false, true])
  func scrollingACarouselEqualsPaintingFromScratch(scale: Double, movesScreen: Bool) throws {
    let bench = try Bench(size: size, scale: scale, movesScreen: movesScreen)
    let cards = (0..<30).map {
      Item(title: "Card \($0)", kind: "card", size: Size(width: 90, height: 120))
    }
    let model = ComponentModel(
      kind: .carousel, layout: Layout(itemSpacing: 10), items: ItemList(cards))
    let environment = Environment(
      scale: scale, text: bench.painter.fonts, images: FixedImages([:]))
    let controller = SpotsController(
      screen: Screen(components: [model]), size: size, configuration: Configuration(),
      environment: environment)
    var generator = SplitMix64(seed: 6)
    var (offset, fades) = (0.0, 0)
    for step in 0..<60 {
      offset += Double.random(in: -20...60, using: &generator)
      try controller.scroll(carousel: 0, to: offset)
      let list = controller.renderFrame(at: Double(step) / 60).list
      fades += list.entries.count { if case .fade = $0.command { true } else { false } }
      let count = try bench.differences(list, background: environment.theme[.background])
      #expect(count == 0, "step \(step)")
    }
    #expect(fades > 60)
    #expect(movesScreen == (bench.moves > 10))
  }

  /// Rows of a wide window, above, below and between things that stay.
  @Test(arguments: [1, 1.5], [false, true])
  func scrollingWideRowsEqualsPaintingFromScratch(scale: Double, movesScreen: Bool) throws {
    let size = Size(width: 700, height: 150)
    var moves = 0
    for seed in UInt64(1)...12 {
      let bench = try Bench(size: size, scale: scale, movesScreen: movesScreen)
      var generator = SplitMix64(seed: seed &* 91)
      var (offset, special) = (0.0, -1)
      // Where in the list something stays, if anything does.
      let stays = Int.random(in: -1...9, using: &generator)
      for step in 0..<12 {
        offset += (Double.random(in: -9...16, using: &generator) * scale).rounded() / scale
        if step % 3 == 2 { special = Int.random(in: 0...9, using: &generator) }
        var list = DrawList(viewport: Rect(origin: .zero, size: size))
        for row in 0...9 {
          let y = Double(row) * 24 - offset
          let color = row == special ? Color(0xDDE0E8) : .white
          list.fill(Rect(x: 0, y: y, width: 700, height: 24), color)
          list.append(.text("Row \(row)", .body, .black, origin: Point(x: 9, y: y + 17), width: 60))
          if seed % 3 > 0 { list.fill(Rect(x: 8, y: y + 23, width: 692, height: 1), .black) }
          if row == stays { list.fill(Rect(x: 300, y: 40, width: 80, height: 50), Color(0x99CC66)) }
        }
        let count = try bench.differences(list, background: Color(0xF5F5F7))
        #expect(count == 0, "seed \(seed), step \(step)")
      }
      moves += bench.moves
    }
    #expect(moves > 0 || !movesScreen)
  }

  @Test(arguments: [0.75, 1, 1.25, 1.5, 2])
  func changingEqualsPaintingFromScratch(scale: Double) throws {
    let size = Size(width: 160, height: 120)
    for seed in UInt64(1)...8 {
      let bench = try Bench(size: size, scale: scale)
      var random = RandomLists(seed: seed, viewport: Rect(origin: .zero, size: size))
      var list = random.list(count: 16)
      for _ in 0..<4 {
        #expect(try bench.differences(list, background: Color(0xF5F5F7)) == 0, "seed \(seed)")
        list = random.changed(list)
      }
    }
  }

  @Test func anotherBackgroundOrScalePaintsEverything() throws {
    let bench = try Bench(size: size, scale: 1)
    var random = RandomLists(seed: 3, viewport: Rect(origin: .zero, size: size))
    let list = random.list(count: 20)
    for background in [Color.white, .black, .white] {
      #expect(try bench.differences(list, background: background) == 0)
    }
    bench.painter.fonts.scale = 1.5
    #expect(try bench.differences(list, background: .white) == 0)
  }
}
