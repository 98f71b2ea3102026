import SpotsTestSupport
import Testing

@testable import SpotsViews

/// What every built-in view draws in every state and both themes, as text.
@MainActor
@Suite struct WidgetStatesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var type: any ItemConfigurable.Type
    var item: Item
    var cellStyle = CellStyle(isFirst: true, isLast: false)
    var width = 320.0

    var testDescription: String { name }
  }

  private nonisolated static let cell = CellStyle(isRow: false, margin: 12)
  private nonisolated static let photo = Item(
    title: "Anna Berg", subtitle: "Stockholm", image: "photo.png", action: "profile:1",
    meta: Meta(strings: ["detail": "3 km"]))
  private nonisolated static let texts = Item(
    title: "Version 2", subtitle: "1 March", text: "Everything is new.")

  private nonisolated static func chart(_ style: Chart.Style) -> Item {
    var item = Item(title: "Load", subtitle: "Today")
    item.chart = Chart(
      style, [Chart.Series(title: "user", [1, 3, .nan, 2]), Chart.Series(title: "idle", [2, 1])],
      labels: .texts(["6", "12", "18", "24"]))
    item.chart?.thresholds = [Chart.Threshold(2, title: "most")]
    item.chart?.maximum = 4
    return item
  }

  private nonisolated static func marked(_ item: Item, _ style: Badge.Style) -> Item {
    var item = item
    item.badge = Badge("New", style: style)
    return item
  }

  private nonisolated static let avatar: Item = {
    var item = marked(
      Item(title: "Anna Berg", meta: Meta(strings: ["shape": "avatar", "detail": "3 km"])), .status)
    item.accessory = .busy
    return item
  }()

  nonisolated static let cases = [
    Case(name: "badge-row", type: DefaultItemView.self, item: avatar),
    Case(
      name: "badge-card", type: CardItemView.self, item: marked(photo, .tag), cellStyle: cell,
      width: 200),
    Case(
      name: "progress-row", type: ProgressItemView.self,
      item: Item(
        title: "Copying", meta: Meta(strings: ["detail": "2 of 5"]), input: ItemInput(value: 0.4))),
    Case(name: "busy-row", type: ProgressItemView.self, item: Item(title: "Waiting")),
    Case(name: "default-row", type: DefaultItemView.self, item: photo),
    Case(
      name: "default-last-row-of-a-group", type: DefaultItemView.self, item: Item(title: "Wi-Fi"),
      cellStyle: CellStyle(isFirst: false, isLast: true, groupRadius: 12)),
    Case(
      name: "default-cell", type: DefaultItemView.self, item: Item(title: "Anna Berg"),
      cellStyle: cell, width: 160),
    Case(name: "label-row", type: LabelItemView.self, item: texts),
    Case(name: "label-cell", type: LabelItemView.self, item: texts, cellStyle: cell, width: 160),
    Case(name: "image-row", type: ImageItemView.self, item: photo),
    Case(name: "image-cell", type: ImageItemView.self, item: photo, cellStyle: cell, width: 160),
    Case(
      name: "card", type: CardItemView.self,
      item: Item(
        title: "Blue Chair", subtitle: "120 €", text: "Oak and wool", image: "photo.png"),
      cellStyle: cell, width: 200),
    Case(name: "card-row", type: CardItemView.self, item: texts),
    Case(name: "chart-row", type: ChartItemView.self, item: chart(.area)),
    Case(name: "chart-cell", type: ChartItemView.self, item: chart(.stacked), cellStyle: cell),
    Case(name: "donut", type: ChartItemView.self, item: chart(.donut), cellStyle: cell),
    Case(name: "gauge", type: ChartItemView.self, item: chart(.gauge), cellStyle: cell),
    Case(name: "sparkline-row", type: SparklineItemView.self, item: chart(.line)),
    Case(
      name: "header", type: HeaderView.self,
      item: Item(
        title: "New Releases", subtitle: "This week", action: "all",
        meta: Meta(strings: ["actionTitle": "Show all"]))),
    Case(
      name: "header-section", type: HeaderView.self,
      item: Item(title: "Network", meta: Meta(strings: ["style": "section"]))),
    Case(name: "footer", type: FooterView.self, item: Item(title: "42 contacts")),
  ]

  @Test(arguments: cases)
  func everyState(_ widget: Case) {
    let states = ViewStates(type: widget.type, cellStyle: widget.cellStyle, width: widget.width)
    expectGolden(states.text(of: widget.item), widget.name)
  }

  /// Every state that can be seen looks unlike the others.
  @Test(arguments: cases.filter { !["header", "header-section", "footer"].contains($0.name) })
  func statesDiffer(_ widget: Case) {
    let states = ViewStates(type: widget.type, cellStyle: widget.cellStyle, width: widget.width)
    let lists = [ViewState(), .hover, [.hover, .highlighted], .selected, .disabled].map {
      states.draw(widget.item, state: $0).text
    }
    #expect(Set(lists).count == lists.count)
  }
}
