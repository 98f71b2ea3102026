import SpotsTestSupport
import SpotsViews
import Testing

@testable import Spots

/// What stands side by side, or below each other, begins and ends at one edge.
@Suite @MainActor struct SiblingTests {
  private func rig(
    _ components: [ComponentModel], spacing: Screen.Spacing = .comfortable, width: Double = 400,
    textScale: Double = 1
  ) -> ScreenRig {
    let rig = ScreenRig(
      screen: Screen(components: components, spacing: spacing),
      size: Size(width: width, height: 800),
      environment: .fixed(
        textScale: textScale, images: ["a.png": Size(width: 300, height: 300)]))
    rig.settle()
    return rig
  }

  private func labels(of view: View?) -> [(text: String, frame: Rect)] {
    guard let view else { return [] }
    return view.subviews.filter { !$0.isHidden }.flatMap { inner in
      let own = (inner as? Label).map { [($0.text, $0.frame)] } ?? []
      return own
        + labels(of: inner).map { ($0.text, $0.frame.offsetBy(x: inner.frame.x, y: inner.frame.y)) }
    }
  }

  private func bottomOfPicture(in view: View?) -> Double? {
    if let picture = view as? ImageView { return picture.frame.maxY }
    for inner in view?.subviews ?? [] {
      if let bottom = bottomOfPicture(in: inner) { return bottom }
    }
    return nil
  }

  private func titles(_ rig: ScreenRig, _ component: Int = 0) -> [Rect] {
    rig.components[component].model.items.indices.compactMap { index in
      labels(of: rig.components[component].view(at: index)).first { $0.text == "Title" }?.frame
    }
  }

  /// Icons of 28 points, pictures of 40, rows without either, and answers.
  @Test func titlesOfRowsBeginAtOneEdge() {
    let items: ItemList = [
      Item(title: "Title", image: "a.png"),
      Item(title: "Title", subtitle: "Two lines", image: "a.png"),
      Item(title: "Title"),
      Item(title: "Title", image: "a.png", kind: "toggle"),
      Item(title: "Title", subtitle: "Two lines", image: "a.png", kind: "toggle"),
      Item(title: "Title", image: "a.png", kind: "slider"),
      Item(title: "Title", kind: "stepper"),
    ]
    let pictured = rig([ComponentModel(kind: .list, items: items)])
    #expect(titles(pictured).map(\.x) == Array(repeating: 16 + 40 + 12, count: items.count))
    let plain = rig([ComponentModel(kind: .list, items: [Item(title: "Title")])])
    #expect(titles(plain).map(\.x) == [16])
  }

  @Test(arguments: [1.0, 1.3, 2, 3]) func picturesOfCardsEndAtOneEdge(textScale: Double) {
    func card(_ title: String) -> Item {
      Item(
        title: title, subtitle: "Subtitle", image: "a.png", kind: "card", size: Size(height: 260))
    }
    let long = "A title that is much too long for a single line of a card"
    let cards = rig(
      [
        ComponentModel(kind: .grid, layout: Layout(span: 2), items: [card("Short"), card(long)])
      ], width: 800, textScale: textScale)
    let pictures = (0..<2).compactMap { bottomOfPicture(in: cards.components[0].view(at: $0)) }
    #expect(pictures.count == 2 && pictures[0] == pictures[1], "\(pictures)")
    let alone = rig(
      [
        ComponentModel(kind: .grid, layout: Layout(span: 2), items: [card("Short"), card("Brief")])
      ], width: 800, textScale: textScale)
    #expect(alone.components[0].content.cellStyle(ofItem: 0).titleLines == 1)
  }

  /// One with a width of its own, one without a subtitle, and one whose subtitle needs more lines.
  @Test(arguments: [1.0, 2]) func subtitlesLeavePicturesAtOneEdge(textScale: Double) {
    let subtitles = ["Brief", "", "A subtitle too long for a single line of any card here"]
    let cards = subtitles.map { subtitle in
      Item(
        title: "Title", subtitle: subtitle, image: "a.png", kind: "card",
        size: Size(width: subtitle == "Brief" ? 180 : 0, height: 260))
    }
    let rig = rig(
      [ComponentModel(kind: .grid, layout: Layout(span: 3), items: ItemList(cards))], width: 800,
      textScale: textScale)
    let pictures = cards.indices.compactMap {
      bottomOfPicture(in: rig.components[0].view(at: $0))
    }
    #expect(pictures.count == 3 && Set(pictures).count == 1, "\(pictures)")
  }

  @Test func noLineStandsBesideAField() {
    let kinds = ["toggle", "text-field", "toggle", "toggle"]
    let fields = rig([
      ComponentModel(
        kind: .list, items: ItemList(kinds.map { Item(title: "Title", kind: $0) }))
    ])
    let styles = kinds.indices.compactMap { fields.components[0].view(at: $0)?.cellStyle }
    #expect(styles.map(\.hasSeparator) == [false, false, true, true])
  }

  @Test func rowsOfAllColumnsHaveOneMargin() {
    let columns = (0..<2).map { column in
      var model = ComponentModel(kind: .list, items: [Item(title: "Title")])
      model.column = column
      return model
    }
    var screen = Screen(components: columns, spacing: .comfortable)
    screen.columns = Columns(expanded: [Columns.Column(width: 300), Columns.Column()])
    let rig = ScreenRig(screen: screen, size: Size(width: 1400, height: 800), environment: .fixed())
    rig.settle()
    #expect(rig.components.map { titles(rig, $0.index).map(\.x) } == [[16], [16]])
  }

  @Test func theFirstHeaderIsTheTitleOfTheScreen() {
    let part = ComponentModel(header: Item(title: "Title"), kind: .list, items: [Item(title: "a")])
    func heights(_ spacing: Screen.Spacing) -> [Double] {
      let rig = rig([part, part], spacing: spacing)
      return (0..<2).compactMap {
        labels(of: rig.components[$0].view(of: .header)).first { $0.text == "Title" }?.frame.height
      }
    }
    #expect(heights(.comfortable) == [34, 24])
    #expect(heights(.none) == [28, 28])
  }

  @Test func theTitleIsSmallerWhereAWordWouldBreak() {
    func height(_ title: String) -> Double? {
      let rig = rig(
        [ComponentModel(header: Item(title: title), kind: .list, items: [Item(title: "a")])],
        width: 390, textScale: 2)
      return labels(of: rig.components[0].view(of: .header)).first?.frame.height
    }
    #expect(height("Glass house") == 68)
    #expect(height("Conservatories") == 48)
  }

  // MARK: Buttons and signs

  @Test func actionsAreButtonsAtTheEndAndInNoMenu() throws {
    let item = Item(
      kind: "actions",
      actions: [
        ItemAction("Cancel", action: "cancel"),
        ItemAction("Send", action: "submit", emphasis: .primary),
      ])
    let field = Item(title: "Name", kind: "text-field")
    let rig = rig([ComponentModel(kind: .list, items: [field, item])])
    let view = try #require(rig.components[0].view(at: 1))
    let buttons = view.controls.compactMap { $0 as? ButtonControl }
    #expect(buttons.map(\.title) == ["Cancel", "Send"])
    #expect(buttons.allSatisfy { $0.frame.width >= 96 })
    let row = try #require(rig.windowFrame(0, 1))
    rig.click(Point(x: row.maxX - 20, y: row.midY))
    #expect(rig.submits == ["submit"])
    rig.click(Point(x: row.x + 4, y: row.midY))
    #expect(rig.submits == ["submit"] && rig.controller.selected == nil)
    // Enter in the field presses the primary one.
    try rig.controller.focus(ItemPath(component: 0, item: 0))
    rig.key(.enter)
    #expect(rig.submits == ["submit", "submit"])
  }

  @Test func rowsThatDoNothingDoNotLightUp() {
    let rows: ItemList = [
      Item(title: "Nothing"), Item(title: "Something", action: "go"),
      Item(title: "Menu", actions: [ItemAction("More", action: "more")]),
      Item(title: "Name", kind: "text-field"), Item(title: "Wi-Fi", kind: "toggle"),
    ]
    for isAnswered in [false, true] {
      let rig = rig([ComponentModel(kind: .list, items: rows)])
      rig.answersIdleItems = isAnswered
      let lit = rows.indices.map { index -> Bool in
        rig.move(rig.center(0, index))
        rig.settle()
        return rig.state(0, index).contains(.hover)
      }
      #expect(lit == [isAnswered, true, true, false, true])
      rig.click(rig.center(0, 0))
      #expect((rig.controller.selected != nil) == isAnswered)
    }
  }
}
