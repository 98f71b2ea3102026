import Glibc
import SpotsTestSupport
import Testing

@testable import Spots

/// A layout that counts how often one is made.
private struct CountedLayout: RegisteredLayout {
  nonisolated(unsafe) static var made = 0

  init(model: ComponentModel, sizing: ItemSizing) { Self.made += 1 }

  var contentSize: Size { .zero }
  var isComplete: Bool { true }
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {}
  func frame(ofItem index: Int) -> Rect { .zero }
  func knownSize(ofItem index: Int) -> Size? { nil }
  func items(in rect: Rect) -> Range<Int> { 0..<0 }
}

/// As many components as a screen may have: opening and changing it walks over them a few times,
/// and frames do not.
@MainActor @Suite(.serialized) struct ManyComponentsTests {
  private static let most = Screen.maximumComponents

  private func opened(
    _ models: [ComponentModel], _ configuration: Configuration = Configuration()
  ) -> SpotsController {
    SpotsController(
      screen: Screen(components: models), size: Size(width: 400, height: 600),
      configuration: configuration, environment: .fixed())
  }

  private func empty(_ count: Int) -> [ComponentModel] {
    Array(repeating: ComponentModel(kind: .list), count: count)
  }

  /// If the work grew with the square of the number of components, this would take hours. The time
  /// includes other tests on the main actor.
  @Test(.timeLimit(.minutes(30 * Allowance.factor)))
  func theMostThereMayBeAreOpenedAndReplaced() {
    let controller = opened(empty(Self.most - 2) + [list(40)] + empty(1))
    _ = controller.renderFrame(at: 0)
    controller.scroll(to: 500)
    #expect(controller.scrollView.mountedComponents == [Self.most - 2])
    // Nothing of the old screen is left, so that no component is the one at the top of the window.
    let others = Array(repeating: ComponentModel(kind: .carousel), count: Self.most)
    controller.reload(Screen(components: others), animation: .none)
    _ = controller.renderFrame(at: 1)
    #expect(controller.scrollView.mountedComponents == [])
    #expect(controller.contentOffset == 0)
  }

  @Test func eachComponentIsLaidOutOnce() {
    let configuration = Configuration()
    configuration.register(layout: CountedLayout.self, kind: "counted")
    CountedLayout.made = 0
    let models = (0..<500).map {
      ComponentModel(identifier: "\($0)", kind: .init(rawValue: "counted"))
    }
    let controller = opened(models, configuration)
    _ = controller.renderFrame(at: 0)
    #expect(CountedLayout.made == 500)
    // A carousel among them turns none of the others into another layout.
    controller.reload(
      Screen(components: models + [ComponentModel(kind: .carousel)]), animation: .none)
    _ = controller.renderFrame(at: 1)
    #expect(CountedLayout.made <= 1000)
  }

  /// A frame asks nothing of components that have no height, wherever they stand.
  @Test func framesTouchOnlyWhatIsSeen() {
    let around = empty(2000)
    let controller = opened(around + [list(2)] + around + [list(1, from: 10)] + around)
    for offset in [0.0, 30, 0] {
      controller.scroll(to: offset)
      _ = controller.renderFrame(at: offset)
      #expect(controller.scrollView.mountedComponents == [2000, 4001])
      let loaded = controller.components.filter { $0.viewsIfLoaded != nil }.map(\.index)
      #expect(loaded == [2000, 4001])
    }
  }

  /// How much memory a component out of view uses, including its model on the screen.
  @Test func anEmptyComponentIsSmall() throws {
    let controller = opened(empty(3))
    _ = controller.renderFrame(at: 0)
    let component = controller.components[1]
    #expect(component.viewsIfLoaded == nil)
    // Declared for GNU programs only.
    typealias UsableSize = @convention(c) (UnsafeMutableRawPointer) -> Int
    let usableSize = unsafeBitCast(
      try #require(dlsym(nil, "malloc_usable_size")), to: UsableSize.self)
    let live = usableSize(Unmanaged.passUnretained(component).toOpaque())
    #expect(live > 0)
    #expect(live + MemoryLayout<ComponentModel>.stride < 1000)
  }

  @Test func viewsGoWithWhatIsSeen() {
    let controller = opened((0..<30).map { list(4, from: 10 * $0) })
    _ = controller.renderFrame(at: 0)
    #expect(controller.components[0].viewsIfLoaded != nil)
    #expect(controller.components[20].viewsIfLoaded == nil)
    controller.scroll(to: 4000)
    _ = controller.renderFrame(at: 1)
    #expect(controller.components[0].viewsIfLoaded == nil)
    #expect(controller.components[20].viewsIfLoaded != nil)
  }
}
