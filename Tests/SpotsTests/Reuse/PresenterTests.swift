import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct PresenterTests {
  private struct Profile: Codable, Equatable, Sendable {
    var name: String
    var height: Double
  }

  /// Draws its text, so that a frame shows what it was given.
  private final class ProfileView: View {
    var text = ""

    override func draw(in list: inout DrawList) {
      list.append(.text(text, .body, .black, origin: .zero, width: frame.width))
    }
  }

  private final class Calls {
    var measured: [String] = []
    var shown: [String] = []
    var faults: [String] = []
  }

  private let calls = Calls()
  private let configuration = Configuration()

  init() {
    configuration.register(
      presenter: Presenter(identifier: "profile") {
        [calls] (view: ProfileView, profile: Profile, room: Size) in
        if room.height.isFinite {
          calls.shown.append("\(profile.name) \(room.width)x\(room.height)")
        } else {
          calls.measured.append("\(profile.name) \(room.width)")
        }
        view.text = profile.name
        return Size(width: 0, height: profile.height)
      })
    configuration.onModelError = { [calls] in calls.faults.append("\($0): \($1)") }
  }

  private func item(_ name: String, height: Double = 50, title: String = "") throws -> Item {
    var item = Item(title: title, kind: "profile")
    try item.update(model: Profile(name: name, height: height))
    return item
  }

  private func controller(_ items: [Item]) -> SpotsController {
    SpotsController(
      screen: Screen(components: [ComponentModel(kind: .list, items: ItemList(items))]),
      size: Size(width: 300, height: 200), configuration: configuration,
      environment: Environment(text: FixedFont(), images: FixedImages()))
  }

  /// The texts in a frame, from top to bottom.
  private func texts(_ controller: SpotsController) -> [String] {
    let found: [(y: Double, text: String)] = controller.renderFrame(at: 0).list.entries.compactMap {
      guard case .text(let text, _, _, let origin, _, _) = $0.command else { return nil }
      return (origin.y, text)
    }
    return found.sorted { $0.y < $1.y }.map(\.text)
  }

  @Test func modelsAreMeasuredAndShownByThePresenter() throws {
    let controller = controller([try item("Ada"), try item("Bo", height: 70)])
    #expect(texts(controller) == ["Ada", "Bo"])
    #expect(calls.measured == ["Ada 300.0", "Bo 300.0"])
    #expect(calls.shown == ["Ada 300.0x50.0", "Bo 300.0x70.0"])
    #expect(controller.components[0].geometry.frame(ofItem: 1).y == 50)
    #expect(controller.components[0].viewName(of: try item(""), role: .item) == "ProfileView")
    #expect(calls.faults.isEmpty)
  }

  @Test func nothingIsPresentedAgainWhenNothingChanged() throws {
    let controller = controller([try item("Ada")])
    _ = texts(controller)
    let shown = calls.shown
    _ = texts(controller)
    controller.reload(controller.screen, animation: .none)
    #expect(texts(controller) == ["Ada"])
    // A title the presenter does not see is a change of the item, but not of its model.
    controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [try item("Ada", title: "New")])]),
      animation: .none)
    #expect(texts(controller) == ["Ada"])
    #expect(calls.shown == shown)
  }

  @Test func aChangedModelIsShownInTheSameView() throws {
    let controller = controller([try item("Ada")])
    _ = texts(controller)
    let view = controller.components[0].visibleViews[0]
    controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [try item("Bo")])]), animation: .none)
    #expect(texts(controller) == ["Bo"])
    #expect(controller.components[0].visibleViews[0] === view)
    #expect(calls.shown == ["Ada 300.0x50.0", "Bo 300.0x50.0"])
  }

  @Test func aChangedRoomIsShownAnew() throws {
    let controller = controller([try item("Ada")])
    _ = texts(controller)
    controller.resize(to: Size(width: 200, height: 200))
    _ = texts(controller)
    #expect(calls.shown.last == "Ada 200.0x50.0")
    #expect(calls.measured.last == "Ada 200.0")
  }

  @Test func aReusedViewIsGivenItsModelAgain() throws {
    let controller = controller(try (0..<40).map { try item("\($0)") })
    #expect(texts(controller) == ["0", "1", "2", "3"])
    controller.scroll(to: 1000)
    #expect(texts(controller) == ["20", "21", "22", "23"])
    controller.scroll(to: 0)
    #expect(texts(controller) == ["0", "1", "2", "3"])
    #expect(calls.measured.count == Set(calls.measured).count)
  }

  @Test func whatDoesNotFitIsShownByTheDefaultViewAndReportedOnce() throws {
    let wrong = JSONValue.object(["name": .string("X"), "height": .string("high")])
    let items = (0..<3).map { Item(title: "Title \($0)", kind: "profile", model: wrong) }
    let missing = Item(title: "No model", kind: "profile")
    let controller = controller(items + [missing, missing])
    #expect(texts(controller).prefix(4) == ["Title 0", "Title 1", "Title 2", "No model"])
    #expect(
      calls.faults == [
        "profile: '/model/height': expected a number, not the string 'high'",
        "profile: 'model' is missing",
      ])
    #expect(calls.measured.isEmpty && calls.shown.isEmpty)
    #expect(controller.components[0].geometry.frame(ofItem: 1).y == 44)
  }

  @Test func aViewChangesBetweenModelAndDefaultView() throws {
    let controller = controller([try item("Ada", title: "Title")])
    #expect(texts(controller) == ["Ada"])
    controller.reload(
      Screen(components: [
        ComponentModel(kind: .list, items: [Item(title: "Title", kind: "profile")])
      ]), animation: .none)
    #expect(texts(controller) == ["Title"])
    controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [try item("Bo")])]), animation: .none)
    #expect(texts(controller) == ["Bo"])
  }

  @Test func twoPresentersOfTheSameTypesAreTwo() throws {
    configuration.register(
      presenter: Presenter(identifier: "other") { (view: ProfileView, profile: Profile, _) in
        view.text = "other " + profile.name
        return Size(width: 0, height: 30)
      })
    var other = try item("Ada")
    other.kind = "other"
    let controller = controller([try item("Ada"), other])
    #expect(texts(controller) == ["Ada", "other Ada"])
    controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [other, try item("Ada")])]),
      animation: .none)
    #expect(texts(controller) == ["other Ada", "Ada"])
    #expect(configuration.kinds.contains("other"))
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e308])
  func whateverSizeIsGivenFramesAreFinite(height: Double) throws {
    configuration.register(
      presenter: Presenter(identifier: "odd") { (_: ProfileView, _: [Int], _) in
        Size(width: height, height: height)
      })
    var item = Item(kind: "odd")
    try item.update(model: [1])
    let controller = controller([item, item])
    _ = controller.renderFrame(at: 0)
    for index in 0..<2 {
      let frame = controller.components[0].geometry.frame(ofItem: index)
      let isFinite = [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite)
      #expect(isFinite, "\(frame)")
    }
  }

  @Test func whatIsRegisteredLastCounts() throws {
    let nib = try #require(Nib.read(Array(#"{"kind": "profile", "label": "{title}"}"#.utf8)).nib)
    let configuration = Configuration()
    func name() -> String { configuration.source(forKind: "profile", role: .item).name }
    configuration.register(nib: nib)
    #expect(name() == "profile.view.json")
    configuration.register(
      presenter: Presenter(identifier: "profile") { (_: ProfileView, _: Profile, _) in .zero })
    #expect(name() == "ProfileView")
    configuration.register(nib: nib)
    configuration.register(view: CardItemView.self, identifier: "profile")
    #expect(name() == "CardItemView")
  }
}
