import Observation
import SpotsTestSupport
import Testing

@testable import Spots

@Observable @MainActor private final class Track: Identifiable {
  let id: Int
  var title: String

  init(_ id: Int) { (self.id, title) = (id, "Track \(id)") }
}

@Observable @MainActor private final class Album {
  var tracks: [Track]

  init(_ count: Int) { tracks = (0..<count).map(Track.init) }
}

/// Counts how often its views are configured.
private final class TrackView: View, ItemConfigurable {
  static var configurations: [String] = []

  required init() { super.init() }

  func configure(with item: Item) { Self.configurations.append(item.title) }

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: containerSize.width, height: 40)
  }

  static var measuresUnconfigured: Bool { true }
}

/// Items of a program's objects, each of which is made again when it has changed.
@Suite(.serialized) @MainActor struct ObservedRowsTests {
  private func controller(_ album: Album) -> SpotsController {
    let configuration = Configuration()
    configuration.register(view: TrackView.self, identifier: "track")
    return SpotsController(
      size: Size(width: 400, height: 600), configuration: configuration, environment: .fixed()
    ) {
      Screen {
        ComponentModel(
          items: ItemList(observing: album.tracks) { Item(title: $0.title, kind: "track") })
      }
    }
  }

  /// Lets tasks of the main actor run until `condition` holds.
  private func until(_ condition: () -> Bool) async {
    for _ in 0..<10_000 {
      if condition() { return }
      await Task.yield()
    }
    Issue.record("the condition never holds")
  }

  private func titles(_ controller: SpotsController) -> [String] {
    controller.components[0].model.items.map(\.title)
  }

  @Test(arguments: [50, 100_000])
  func oneChangedPropertyIsOneConfiguredView(count: Int) async {
    let album = Album(count)
    let controller = controller(album)
    _ = controller.renderFrame(at: 1)
    #expect(controller.components[0].visibleViews.count < 20)
    TrackView.configurations = []
    album.tracks[3].title = "Marigold"
    await until { controller.components[0].model.items[3].title == "Marigold" }
    _ = controller.renderFrame(at: 2)
    #expect(TrackView.configurations == ["Marigold"])
    // And the next time.
    album.tracks[3].title = "Low Tide"
    await until { controller.components[0].model.items[3].title == "Low Tide" }
    _ = controller.renderFrame(at: 3)
    #expect(TrackView.configurations == ["Marigold", "Low Tide"])
  }

  /// Nothing is done for rows that nobody has asked for.
  @Test func rowsOutOfSightAreMadeWhenTheyAreShown() async throws {
    let album = Album(100_000)
    let controller = controller(album)
    _ = controller.renderFrame(at: 1)
    TrackView.configurations = []
    album.tracks[90_000].title = "Marigold"
    for _ in 0..<100 { await Task.yield() }
    _ = controller.renderFrame(at: 2)
    #expect(TrackView.configurations.isEmpty)
    try controller.scroll(to: ItemPath(component: 0, item: 90_000))
    _ = controller.renderFrame(at: 3)
    #expect(TrackView.configurations.contains("Marigold"))
  }

  @Test func whatIsInsertedIsOneInsertion() async {
    let album = Album(10_000)
    let controller = controller(album)
    _ = controller.renderFrame(at: 1)
    let view = controller.view(at: ItemPath(component: 0, item: 2))
    album.tracks.insert(Track(20_000), at: 0)
    await until { controller.components[0].model.items.count == 10_001 }
    _ = controller.renderFrame(at: 9)
    #expect(controller.view(at: ItemPath(component: 0, item: 3)) === view)
    album.tracks[3].title = "Marigold"
    await until { titles(controller)[3] == "Marigold" }
  }

  /// Whatever has changed, the screen is the one that a new controller would show.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func changesEqualAnewStart(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let album = Album(Int.random(in: 0...60, using: &random))
    let controller = controller(album)
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let count = album.tracks.count
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where count > 0: album.tracks.remove(at: .random(in: 0..<count, using: &random))
        case 1:
          album.tracks.insert(
            Track(1000 + step * 10 + count), at: .random(in: 0...count, using: &random))
        case 2 where count > 0:
          let track = album.tracks.remove(at: .random(in: 0..<count, using: &random))
          album.tracks.append(track)
        default: album.tracks.randomElement(using: &random)?.title = "Changed \(step)"
        }
      }
      if Bool.random(using: &random) { _ = controller.renderFrame(at: Double(step)) }
      if Bool.random(using: &random) { await Task.yield() }
    }
    let wanted = album.tracks.map(\.title)
    await until { titles(controller) == wanted }
    _ = controller.renderFrame(at: 100)
    for (slot, view) in controller.components[0].visibleViews.sorted(by: { $0.key < $1.key }) {
      #expect(slot < wanted.count && view is TrackView, "seed \(seed)")
    }
    let other = self.controller(album)
    _ = other.renderFrame(at: 1)
    #expect(other.components[0].model.items == controller.components[0].model.items)
    #expect(other.contentSize == controller.contentSize, "seed \(seed)")
  }

  @Test func aFilterFindsWhatIsThere() async {
    let album = Album(2000)
    let configuration = Configuration()
    let controller = SpotsController(
      size: Size(width: 400, height: 600), configuration: configuration, environment: .fixed()
    ) {
      Screen {
        ComponentModel(items: ItemList(observing: album.tracks) { Item(title: $0.title) })
          .with { $0.filter = .words }
      }
    }
    _ = controller.renderFrame(at: 1)
    album.tracks[1500].title = "Marigold"
    controller.components[0].openFilter()
    controller.handle(.textEntered("marigold"), at: 2)
    _ = controller.renderFrame(at: 3)
    await until { controller.components[0].shownCount == 1 }
    album.tracks[7].title = "Marigold, again"
    await until { controller.components[0].shownCount == 2 }
    album.tracks[1500].title = "Low Tide"
    await until { controller.components[0].shownCount == 1 }
  }
}
