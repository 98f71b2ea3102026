import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Tables: cells below the titles of columns, which sort the rows.
@MainActor
@Suite struct TableTests {
  private static let document = #"""
    {"data":[{"n":"Ada","c":"London","p":3},{"n":"Bob","c":"Rome","p":10},{"n":"Cleo","c":"","p":7}],
    "components":[{"kind":"table","header":{"title":"People"},"each":"","key":"n","columns":[
    {"title":"Name","field":"n"},{"title":"City","field":"c"},{"title":"Points","field":"p"}]}]}
    """#

  private func rig(
    _ json: String = document, width: Double = 800, height: Double = 300
  ) throws -> ScreenRig {
    let reader = ScreenReader(configuration: Configuration())
    let screen = try #require(reader.read(Array(json.utf8)).screen)
    let rig = ScreenRig(
      screen: screen, size: Size(width: width, height: height), environment: .fixed())
    rig.frame()
    return rig
  }

  private func layout(_ rig: ScreenRig) throws -> TableLayout {
    try #require(rig.controller.components[0].view(of: .header)?.cellStyle.table)
  }

  private func names(_ rig: ScreenRig) -> [String] {
    rig.controller.components[0].model.items.map {
      TableLayout.text(of: rig.controller.components[0].model.columns.cells(of: $0)[0])
    }
  }

  private func title(_ text: String, _ rig: ScreenRig) throws -> Point {
    let column = try #require(layout(rig).columns.first { $0.column.title == text })
    let frame = try #require(rig.controller.frame(of: ItemPath(component: 0, part: .header)))
    return Point(x: column.x + column.width / 2, y: frame.maxY - 8)
  }

  /// Cells are below the titles, numbers and their title at the end, and the last column ends
  /// where the row does.
  @Test func cellsAreAligned() throws {
    let rig = try rig()
    let columns = try layout(rig).columns
    #expect(columns.map(\.alignment) == [.leading, .leading, .trailing])
    #expect(columns[0].x == 24 && columns[2].x + columns[2].width > 770)
    let row = try #require(rig.controller.components[0].view(at: 1))
    let labels = row.subviews.compactMap { $0 as? Label }
    #expect(labels.map(\.text) == ["Bob", "Rome", "10"])
    #expect(labels.map(\.frame.x) == columns.map(\.x))
  }

  /// A click on a title sorts by its column, again the other way round, and once more as it was.
  @Test func clicksSort() throws {
    let rig = try rig()
    var events: [String] = []
    rig.controller.onEvent = {
      if case .sorted(_, let column, let order) = $0 {
        events.append(column.map { "\($0) \(order)" } ?? "none")
      }
      return false
    }
    for expected in [["Ada", "Cleo", "Bob"], ["Bob", "Cleo", "Ada"], ["Ada", "Bob", "Cleo"]] {
      rig.click(try title("Points", rig))
      rig.settle()
      #expect(names(rig) == expected)
      rig.wait(1)
    }
    #expect(events == ["2 ascending", "2 descending", "none"])
    #expect(try layout(rig).columns.allSatisfy { $0.order == nil })
  }

  /// Tab comes to the titles, arrows go along them, and Enter sorts.
  @Test func keysSort() throws {
    let rig = try rig()
    for key in [Key.tab, .right, .right, .right, .left, .enter] {
      rig.controller.handle(.keyPressed(key, []), at: rig.now)
      rig.settle()
    }
    #expect(names(rig) == ["Cleo", "Ada", "Bob"])
    #expect(try layout(rig).columns[1].order == .ascending)
    rig.controller.handle(.keyPressed(.down, []), at: rig.now)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 0))
    rig.controller.handle(.keyPressed(.up, []), at: rig.now)
    #expect(rig.controller.focused == ItemPath(component: 0, part: .header))
  }

  /// The titles stay in sight while the rows scroll; the title of the table does not.
  @Test func titlesStay() throws {
    let rows = (0..<500).map { #"{"n":"Row \#($0)"}"# }.joined(separator: ",")
    let rig = try rig(
      #"{"data":[\#(rows)],"components":[{"kind":"table","header":{"title":"T"},"each":"","columns":[{"title":"N","field":"n"}]}]}"#
    )
    rig.controller.scroll(to: 5000)
    rig.frame()
    let frame = try #require(rig.controller.frame(of: ItemPath(component: 0, part: .header)))
    #expect(frame.maxY == 32)
  }

  /// Columns become wider for what comes into view, and never narrower.
  @Test func widthsGrow() throws {
    let rows = (0..<400).map { number in
      let name = number == 200 ? "A name that is longer than all of the others" : "Ada"
      return #"{"n":"\#(name)","p":\#(number)}"#
    }.joined(separator: ",")
    let columns = #"[{"field":"n","width":{"grow":0}},{"field":"p"}]"#
    let rig = try rig(
      #"{"data":[\#(rows)],"components":[{"kind":"table","each":"","columns":\#(columns)}]}"#)
    let narrow = try layout(rig).columns[0].width
    rig.controller.scroll(to: 200 * 36)
    rig.frame()
    let wide = try layout(rig).columns[0].width
    #expect(wide > narrow)
    let row = try #require(rig.controller.components[0].view(at: 201))
    #expect(row.subviews[1].frame.x == (try layout(rig).columns[1].x))
    rig.controller.scroll(to: 0)
    rig.frame()
    #expect(try layout(rig).columns[0].width == wide)
  }

  /// A narrow table has no titles, but each row has them; it unfolds again where there is room.
  @Test func narrowRowsAreFolded() throws {
    let rig = try rig(width: 390)
    let component = rig.controller.components[0]
    let row = try #require(component.view(at: 0) as? FoldedRowView)
    #expect(component.view(of: .header) is HeaderView)
    let reading = row.accessibility(for: component.model.items[0])
    #expect(reading.label == "Ada, City: London, Points: 3")
    rig.controller.resize(to: Size(width: 800, height: 300))
    rig.frame()
    #expect(component.view(at: 0) is TableRowView)
    #expect(component.view(of: .header) is TableHeaderView)
  }

  /// Typing finds what cells show.
  @Test func cellsAreSearched() throws {
    let rig = try rig(Self.document.replacing(#""each""#, with: #""filter":true,"each""#))
    rig.controller.handle(.textEntered("rome"), at: rig.now)
    rig.settle()
    #expect(rig.controller.components[0].shownCount == 1)
  }

  /// The edge of a column is dragged, and two clicks undo that; keys do the same.
  @Test func columnsAreResized() throws {
    let rig = try rig()
    let before = try layout(rig).columns.map(\.width)
    let frame = try #require(rig.controller.frame(of: ItemPath(component: 0, part: .header)))
    func edge() throws -> Point {
      let column = try layout(rig).columns[0]
      return Point(x: column.x + column.width + TableLayout.gap / 2, y: frame.maxY - 8)
    }
    let start = try edge()
    rig.move(start)
    #expect(rig.controller.pointerShape == .sideways)
    rig.drag(start, to: Point(x: start.x - 100, y: start.y))
    rig.release(Point(x: start.x - 100, y: start.y))
    rig.settle()
    #expect(abs(try layout(rig).columns[0].width - (before[0] - 100)) < 1.5)
    let row = try #require(rig.controller.components[0].view(at: 0))
    #expect(row.subviews[1].frame.x == (try layout(rig).columns[1].x))
    rig.wait(2)
    for clicks in 1...2 { rig.click(try edge(), clicks: clicks) }
    rig.settle()
    #expect(try layout(rig).columns.map(\.width) == before)
    rig.controller.handle(.keyPressed(.tab, []), at: rig.now)
    rig.controller.handle(.keyPressed(.right, .shift), at: rig.now)
    rig.settle()
    #expect(try layout(rig).columns[0].width == before[0] + 16)
  }

  /// Keys select rows, one or several.
  @Test func keysSelectRows() throws {
    for (selection, expected) in [("single", [1]), ("several", [0, 1])] {
      let rig = try rig(
        Self.document.replacing(
          #""each""#, with: #""interaction":{"selection":"\#(selection)"},"each""#))
      // Past the titles.
      for key in [Key.tab, .down, .space] { rig.key(key) }
      rig.key(.down, selection == "several" ? .shift : [])
      if selection == "single" { rig.key(.space) }
      rig.settle()
      let selected = rig.controller.selection[ComponentPath(0)]
      #expect(selected.ranges.flatMap { Array($0) } == expected, "\(selection)")
    }
  }
}
