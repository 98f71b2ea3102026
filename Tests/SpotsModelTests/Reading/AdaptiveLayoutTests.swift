import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Any value of a layout may depend on the class of the component's width.
@Suite struct AdaptiveLayoutTests {
  private func read(_ component: String) -> (ComponentModel?, [String]) {
    let reading = ScreenReader().read(Array(#"{"components":[\#(component)]}"#.utf8))
    return (reading.screen?.components.first, reading.diagnostics.map(\.message))
  }

  private func layouts(_ layout: String) throws -> [Layout] {
    let (component, faults) = read(#"{"size":{"height":9},"layout":\#(layout)}"#)
    #expect(faults == [])
    let model = try #require(component)
    return WidthClass.allCases.map { model.layout(for: $0) }
  }

  @Test func eachClassHasItsValue() throws {
    let layouts = try layouts(
      #"{"span":{"compact":1,"medium":2,"expanded":4},"item-spacing":8,"align":"leading"}"#)
    #expect(layouts.map(\.span) == [1, 2, 4])
    #expect(layouts.map(\.itemSpacing) == [8, 8, 8])
    #expect(layouts.map(\.align) == [.leading, .leading, .leading])
  }

  @Test func aClassThatIsMissingTakesTheNextSmallerOne() throws {
    #expect(try layouts(#"{"span":{"compact":2,"expanded":4}}"#).map(\.span) == [2, 2, 4])
    #expect(try layouts(#"{"span":{"medium":3}}"#).map(\.span) == [0, 3, 3])
    #expect(try layouts(#"{"peek":{"expanded":0}}"#).map(\.peek) == [1.0 / 6, 1.0 / 6, 0])
    let limits = try layouts(#"{"max-width":{"compact":300,"expanded":null}}"#).map(\.maxWidth)
    #expect(limits == [300, 300, nil])
    #expect(try layouts(#"{"span":{}}"#).map(\.span) == [0, 0, 0])
  }

  @Test func insetsHaveSidesOrClasses() throws {
    let inset = #"{"compact":{"left":16,"right":16},"expanded":{"left":32,"top":4}}"#
    #expect(
      try layouts(#"{"inset":\#(inset)}"#).map(\.inset) == [
        EdgeInsets(left: 16, right: 16), EdgeInsets(left: 16, right: 16),
        EdgeInsets(top: 4, left: 32),
      ])
    #expect(try layouts(#"{"inset":{"left":9}}"#).map(\.inset.left) == [9, 9, 9])
    #expect(
      try layouts(#"{"inset":{"left":9,"medium":{"left":20}}}"#).map(\.inset.left) == [9, 20, 20])
  }

  @Test func insetsMayBeNumbers() throws {
    func inset(_ value: String) throws -> EdgeInsets {
      try layouts(#"{"inset":\#(value)}"#)[0].inset
    }
    #expect(try inset("8") == EdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    #expect(try inset("[2,5]") == EdgeInsets(top: 2, left: 5, bottom: 2, right: 5))
    #expect(try inset("[1,2,3,4]") == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(
      try layouts(#"{"inset":{"compact":4,"expanded":[1,2]}}"#).map(\.inset.right) == [4, 4, 2])
  }

  @Test func everyKeyOfALayoutMayDependOnTheWidth() throws {
    let older = ["section-inset", "content-inset"]
    for key in LayoutKeys.layout.table.keys where !older.contains(key.name) {
      guard case .byWidth(let type) = key.type else {
        Issue.record("\(key.name) is the same at every width")
        continue
      }
      let (small, large) =
        switch type {
        case .number: ("0.5", "0.25")
        case .integer: ("2", "3")
        case .bool: ("true", "false")
        case .words(let words): ("\"\(words[0])\"", "\"\(words[1])\"")
        default: (#"{"top":1}"#, #"{"top":2}"#)
        }
      let both = try layouts(#"{"\#(key.name)":{"compact":\#(small),"expanded":\#(large)}}"#)
      let plain = try [small, large].map { try layouts(#"{"\#(key.name)":\#($0)}"#)[0] }
      #expect(both == [plain[0], plain[0], plain[1]], "\(key.name)")
    }
  }

  @Test func theSameAtEveryWidthIsOneLayout() {
    let (component, _) = read(#"{"layout":{"span":{"compact":2,"medium":2}}}"#)
    #expect(component?.layout.span == 2 && component?.widerLayouts == nil)
  }

  @Test func theOlderSpanIsForEveryClass() {
    let (component, _) = read(#"{"span":3,"layout":{"item-spacing":{"medium":4}}}"#)
    #expect(WidthClass.allCases.map { component?.layout(for: $0).span } == [3, 3, 3])
  }

  @Test func faultsAreNamedAtTheirPlace() {
    #expect(
      read(#"{"layout":{"span":{"compcat":1}}}"#).1 == [
        "unknown width class 'compcat'; did you mean 'compact'?"
      ])
    let (component, faults) = read(#"{"layout":{"span":{"compact":1,"medium":"wide"}}}"#)
    #expect(faults == ["'medium' expects a number, not the string 'wide'"])
    #expect(component?.layout(for: .medium).span == 0)
    let (_, nested) = read(#"{"layout":{"span":{"compact":{"medium":1}}}}"#)
    #expect(nested == ["'compact' expects a number, not an object"])
    let (_, both) = read(#"{"layout":{"inset":{"left":1,"compact":{"left":2}}}}"#)
    #expect(both == ["'compact' replaces the keys beside it"])
  }

  @Test func aRangeOfWidths() {
    let (component, faults) = read(#"{"when":{"min-width":600,"max-width":900.5}}"#)
    #expect(faults == [] && component?.when == WidthRange(minWidth: 600, maxWidth: 900.5))
    let isShown = [599.9, 600, 900.5, 901].map { component?.when?.contains($0) }
    #expect(isShown == [false, true, true, false])
    #expect(WidthRange().contains(0))
  }

  @Test func breakpointsAreTheScreens() {
    let text = #"{"breakpoints":{"medium":500},"components":[]}"#
    let screen = ScreenReader().read(Array(text.utf8)).screen
    #expect(screen?.breakpoints == Breakpoints(medium: 500))
    let breakpoints = Breakpoints()
    #expect(
      [0, 599.9, 600, 1023, 1024, 4000].map(breakpoints.widthClass) == [
        .compact, .compact, .medium, .medium, .expanded, .expanded,
      ])
  }

  /// A spacing set to 0 is not the same as one that is not set.
  @Test func spacingsThatAreSetAreKnown() throws {
    let unset = try layouts(#"{"item-spacing":null,"inset":null}"#)[0]
    #expect(unset == Layout() && unset.ownItemSpacing == nil && unset.ownInset == nil)
    #expect(try layouts(#"{"item-spacing":0}"#)[0].ownItemSpacing == 0)
    let set = try layouts(#"{"line-spacing":0,"inset":{}}"#)[0]
    #expect(set.ownItemSpacing == nil && set.ownLineSpacing == 0 && set.ownInset == .zero)
    let wider = try layouts(#"{"item-spacing":{"medium":4}}"#)
    #expect(wider.map(\.ownItemSpacing) == [nil, 4, 4])
    let layout = Layout(lineSpacing: 0)
    #expect(layout != Layout() && layout.clamped == layout && Layout().clamped == Layout())
  }

  @Test func whatIsWrittenIsReadAgain() {
    var random = SplitMix64(seed: 16)
    for _ in 0..<300 {
      let screen = Screen(
        components: (0..<3).map { _ in randomComponent(&random) },
        breakpoints: Breakpoints(medium: Double(Int.random(in: 599...601, using: &random))),
        spacing: Bool.random(using: &random) ? .none : .comfortable)
      let reading = ScreenReader().read(ScreenWriter().write(screen))
      #expect(reading.screen == screen && reading.diagnostics == [])
    }
  }

  private func randomComponent(_ random: inout SplitMix64) -> ComponentModel {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    func layout() -> Layout {
      Layout(
        span: pick([0, 2]), minItemWidth: pick([0, 120]), maxItemsPerRow: pick([0, 4]),
        itemRatio: pick([0, 1.5]), peek: pick([Layout.defaultPeek, 0, 0.5]),
        maxWidth: pick([nil, 0, 720]), align: pick(Layout.Alignment.allCases),
        itemSpacing: pick([nil, 0, 8]), lineSpacing: pick([nil, 0]), itemsPerRow: pick([1, 2]),
        inset: pick([nil, .zero, EdgeInsets(left: 4)]), pageIndicator: pick([.none, .below]),
        dynamicHeight: pick([true, true, false]))
    }
    var model = ComponentModel(
      kind: .grid, layout: layout(), items: [Item(title: "A")], size: Size(height: 100))
    let wider = WiderLayouts(medium: layout(), expanded: layout())
    model.widerLayouts = pick([nil, wider])
    model.when = pick([nil, WidthRange(minWidth: 300), WidthRange(maxWidth: 9), WidthRange()])
    return model
  }

  // MARK: Columns

  private func columns(_ json: String) -> (Columns?, [String]) {
    let reading = ScreenReader().read(Array(#"{"columns":\#(json),"components":[]}"#.utf8))
    return (reading.screen?.columns, reading.diagnostics.map(\.message))
  }

  @Test func columnsAreForExpandedScreensUnlessTheyNameClasses() {
    let side = Columns.Column(width: 260, isSticky: true)
    let plain = columns(#"[{"width":260,"sticky":true},{}]"#)
    #expect(plain.0 == Columns(expanded: [side, .init()]) && plain.1.isEmpty)
    let named = columns(#"{"medium":[{},{"max-width":0}]}"#)
    let pair: [Columns.Column] = [.init(), .init(maxWidth: 0)]
    #expect(named.0 == Columns(medium: pair, expanded: pair) && named.1.isEmpty)
    let stacked = columns(#"{"compact":[{}],"expanded":[]}"#)
    #expect(stacked.0 == Columns(compact: [.init()], medium: [.init()]))
  }

  @Test func columnsAreReadStrictly() {
    let many = columns("[" + [String](repeating: "{}", count: 30).joined(separator: ",") + "]")
    #expect(many.0?.expanded.count == 24)
    #expect(many.1 == ["there are at most 24 columns; from here on they are left out"])
    #expect(columns(#"[{"widht":1}]"#).1.first?.contains("did you mean 'width'?") == true)
    #expect(columns("3").1.first == "'columns' expects an array of columns, not the number 3")
    #expect(read(#"{"column":99}"#).1.first == "'column' must be at most 23, not 99")
    #expect(read(#"{"column":1}"#).0?.column == 1)
  }

  /// A written document reads as it was, for every way to give columns.
  @Test func columnsAreWrittenAsTheyAreRead() throws {
    var random = RandomComponents(seed: 24)
    for _ in 0..<200 {
      var screen = random.screen()
      screen.columns = random.columns()
      let reading = ScreenReader().read(ScreenWriter().write(screen))
      #expect(reading.screen?.columns == screen.columns)
      #expect(reading.screen?.components.map(\.column) == screen.components.map(\.column))
    }
  }
}
