import SpotsTestSupport
import Testing

@testable import Spots

/// The example of "Building views in Spots", in its own words.
private class MyAwesomeView: View, ItemConfigurable {
  fileprivate let textLabel = Label(.body, lineLimit: 0)

  required init() {
    super.init()
    addSubview(textLabel)
  }

  func configure(with item: Item) {
    textLabel.text = item.title
    textLabel.sizeToFit()
  }

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: item.size.width, height: textLabel.frame.size.height)
  }
}

/// The example as older documents have it, without the room on offer.
private final class MyFirstView: View, ItemConfigurable {
  private let textLabel = Label(.body, lineLimit: 0)

  required init() {
    super.init()
    addSubview(textLabel)
  }

  func configure(with item: Item) {
    textLabel.text = item.title
    textLabel.sizeToFit()
  }

  func computeSize(for item: Item) -> Size {
    Size(width: item.size.width, height: textLabel.frame.size.height)
  }
}

/// The same with a width of its own.
private final class NarrowView: MyAwesomeView {
  override func configure(with item: Item) {
    textLabel.text = item.title
    textLabel.frame.size = textLabel.sizeThatFits(Size(width: 300, height: .infinity))
  }
}

/// Records its surroundings whenever it is called.
private final class WitnessView: View, ItemConfigurable {
  static var log: [String] = []

  func configure(with item: Item) { note("configure", item) }

  func computeSize(for item: Item, containerSize: Size) -> Size {
    note("measure", item)
    return Size(width: 0, height: 30)
  }

  func prepareForReuse() { Self.log.append("prepare") }

  private func note(_ call: String, _ item: Item) {
    let surroundings = environment == nil ? "nothing" : "environment"
    let style = "\(cellStyle.isRow ? "row" : "cell") \(cellStyle.margin)"
    Self.log.append("\(call) \(item.title): \(surroundings), \(style), \(frame.width)")
  }
}

/// Counts how often it is configured; all items are as high.
private final class UniformView: View, ItemConfigurable {
  static var hasUniformHeight: Bool { true }
  static var configured = 0

  func configure(with item: Item) { Self.configured += 1 }
  func computeSize(for item: Item, containerSize: Size) -> Size { Size(height: 30) }
}

/// Keeps what it is configured with for its body, though it should not.
private final class ForgetfulCell: ElementCell {
  private var text = ""

  override func configure(with item: Item) {
    text = item.title
    super.configure(with: item)
  }

  override func body(for item: Item) -> (any Element)? { LabelElement(text, lineLimit: 0) }
  override var surface: ItemSurface { .none }
}

/// A view has its environment, its cell style and the width on offer before it is configured, and
/// is configured before it is measured.
@MainActor
@Suite(.serialized) struct MeasuringContractTests {
  /// Four words to a line of 300 points, eight to one of 600: a letter is 7.5 points wide.
  private static func title(words: Int) -> String {
    Array(repeating: "spotlight", count: words).joined(separator: " ")
  }

  private func opened(
    _ components: [ComponentModel], width: Double = 300, _ view: any ItemConfigurable.Type
  ) -> SpotsController {
    let configuration = Configuration()
    configuration.register(view: view, identifier: "my-awesome-view")
    return SpotsController(
      screen: Screen(components: components), size: Size(width: width, height: 600),
      configuration: configuration, environment: .fixed())
  }

  private func item(_ words: Int) -> Item {
    Item(title: Self.title(words: words), kind: "my-awesome-view")
  }

  private func heights(_ controller: SpotsController) -> [Double] {
    let component = controller.components[0]
    return component.model.items.indices.map { component.geometry.frame(ofItem: $0).height }
  }

  private func lines(_ controller: SpotsController, at now: Double) -> Int {
    controller.renderFrame(at: now).list.entries.count {
      if case .text = $0.command { true } else { false }
    }
  }

  @Test func theExampleIsAsHighAsItsText() {
    let controller = opened([ComponentModel(kind: .list, items: [item(12)])], MyAwesomeView.self)
    #expect(heights(controller) == [63])
    // And what was measured is what is drawn, from the first frame on.
    #expect(lines(controller, at: 0) == 3)
  }

  @Test func theOlderExampleIsToo() {
    let controller = opened([ComponentModel(kind: .list, items: [item(12)])], MyFirstView.self)
    #expect(heights(controller) == [63])
    #expect(lines(controller, at: 0) == 3)
  }

  @Test func aWidthOfItsOwnGivesTheSame() {
    let controller = opened(
      [ComponentModel(kind: .list, items: [item(12)])], width: 400, NarrowView.self)
    #expect(heights(controller) == [63])
    #expect(lines(controller, at: 0) == 3)
  }

  @Test func whatWasMeasuredBeforeMakesNoDifference() {
    let items = ItemList([12, 1, 5, 1, 12].map(item))
    let controller = opened([ComponentModel(kind: .list, items: items)], MyAwesomeView.self)
    #expect(heights(controller) == [63, 21, 42, 21, 63])
    #expect(lines(controller, at: 0) == 10)
  }

  @Test func anotherWidthAndAnotherScaleConfigureAgain() {
    let header = item(8)
    let controller = opened(
      [ComponentModel(header: header, kind: .list, items: [item(12)])], MyAwesomeView.self)
    #expect(lines(controller, at: 0) == 2 + 3)
    controller.resize(to: Size(width: 600, height: 600))
    #expect(controller.components[0].geometry.headerHeight == 21)
    #expect(heights(controller) == [42])
    #expect(lines(controller, at: 1) == 1 + 2)
    controller.environment.textScale = 2
    controller.environmentDidChange()
    #expect(heights(controller) == [126])
    #expect(lines(controller, at: 2) == 2 + 3)
  }

  /// The items are the same; only the available room differs.
  @Test func anotherLayoutConfiguresAgain() {
    var model = ComponentModel(kind: .grid, layout: Layout(span: 2), items: [item(8)])
    let controller = opened([model], width: 600, MyAwesomeView.self)
    #expect(lines(controller, at: 0) == 2)
    model.layout.span = 1
    controller.reload(Screen(components: [model]), animation: .none)
    #expect(lines(controller, at: 1) == 1)
    #expect(heights(controller) == [21])
  }

  @Test func everythingIsThereInTime() {
    let rows = ComponentModel(
      header: Item(title: "h", kind: "my-awesome-view"),
      kind: .list,
      items: [Item(title: "a", kind: "my-awesome-view"), Item(title: "b", kind: "my-awesome-view")])
    let cells = ComponentModel(
      kind: .grid, layout: Layout(span: 2), items: [Item(title: "c", kind: "my-awesome-view")])
    WitnessView.log = []
    let controller = opened([rows, cells], WitnessView.self)
    _ = controller.renderFrame(at: 0)
    func measured(_ title: String, _ style: String, _ width: Double) -> [String] {
      let has = "\(title): environment, \(style), \(width)"
      return ["configure \(has)", "measure \(has)", "prepare"]
    }
    let log = WitnessView.log
    let asked = measured("h", "row 16.0", 300) + measured("a", "row 16.0", 300)
    let measuring =
      measured("h", "row 16.0", 300) + measured("c", "cell 12.0", 150)
      + measured("a", "row 16.0", 300) + measured("b", "row 16.0", 300)
    #expect(Set(asked).isSubset(of: log))
    #expect(Set(log) == Set(measuring))
    // Each measurement is one configuration and one question, in this order.
    for (index, line) in log.enumerated() where line.hasPrefix("measure ") {
      #expect(log[index - 1] == "configure " + line.dropFirst(8))
      #expect(log[index + 1] == "prepare")
    }
  }

  @Test func itemsOfUniformHeightAreConfiguredOnceToBeMeasured() {
    UniformView.configured = 0
    let items = ItemList(repeatElement(Item(kind: "my-awesome-view"), count: 900))
    let controller = opened([ComponentModel(kind: .list, items: items)], UniformView.self)
    #expect(controller.contentSize.height == 27_000)
    #expect(UniformView.configured == 1)
    _ = controller.renderFrame(at: 0)
    #expect(UniformView.configured == 1 + 20)
  }

  @Test func whatIsBuiltInIsMeasuredWithoutBeingConfigured() {
    let configuration = Configuration()
    for kind in configuration.kinds + ["unknown"] {
      for role in ViewRole.allCases {
        let view = configuration.source(forKind: kind, role: role).makeView()
        #expect(type(of: view).measuresUnconfigured, "\(kind), \(role)")
      }
    }
  }

  @Test func subclassesOfHostsAreConfigured() {
    let controller = opened(
      [ComponentModel(kind: .list, items: [item(12), item(1)])], ForgetfulCell.self)
    #expect(heights(controller) == [63, 21])
  }

  /// The default view may be the program's own, also when it stands in for a presenter's view.
  @Test func theViewInPlaceOfAPresentersIsConfigured() {
    let configuration = Configuration()
    configuration.register(defaultView: MyAwesomeView.self)
    configuration.register(
      presenter: Presenter(identifier: "number") { (_: View, _: Int, _: Size) in Size(height: 9) })
    let controller = SpotsController(
      screen: Screen(components: [
        ComponentModel(kind: .list, items: [Item(title: Self.title(words: 12), kind: "number")])
      ]), size: Size(width: 300, height: 600), configuration: configuration, environment: .fixed())
    #expect(heights(controller) == [63])
    #expect(lines(controller, at: 0) == 3)
  }

  // MARK: Fitting

  @Test func aViewFitsIntoWhatIsLeftOfItsSuperview() {
    let parent = View()
    parent.environment = .fixed()
    parent.frame.size = Size(width: 316, height: 10)
    let label = Label(.body, lineLimit: 0)
    label.text = Self.title(words: 12)
    parent.addSubview(label)
    label.frame.x = 16
    label.sizeToFit()
    #expect(label.frame == Rect(x: 16, width: 293, height: 63))
    label.text = "ab"
    label.sizeToFit()
    #expect(label.frame.size == Size(width: 15, height: 21))
    // Shorter text before leaves no trace.
    label.text = Self.title(words: 12)
    label.sizeToFit()
    #expect(label.frame.size == Size(width: 293, height: 63))
    parent.frame.width = 0
    label.sizeToFit()
    #expect(label.frame.size == Size(width: 893, height: 21))
  }

  @Test func aViewThatTakesWhatItGetsKeepsItsHeight() {
    let parent = View()
    parent.frame.size = Size(width: 100, height: 10)
    let view = View()
    view.frame = Rect(x: 10, width: 5, height: 7)
    view.sizeToFit()
    #expect(view.frame.size == Size(width: 5, height: 7))
    parent.addSubview(view)
    view.sizeToFit()
    #expect(view.frame.size == Size(width: 90, height: 7))
  }
}
