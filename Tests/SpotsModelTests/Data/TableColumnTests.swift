import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// The columns of tables: what their cells show, what they are sorted by, and those that are made
/// for rows.
@Suite struct TableColumnTests {
  private static let people = #"""
    {"data":[{"name":"Ada","pay":1200.5,"First day":"2026-11-26"},{"name":"Bob","pay":null}],
    "components":[{"kind":"table","each":"","key":"name","sort":["-pay"],"columns":[
    {"title":"Name","field":"name","width":{"min":50,"grow":2}},{"field":"pay","format":"percent"},
    {"field":"First day","format":"date('yMMMd')","width":80},{"text":"{name}!"}],
    "item":{"action":"a:{name}","meta":{"own":1}}}]}
    """#

  private func screen(_ json: String) throws -> Screen {
    let document = ScreenReader().read(Array(json.utf8))
    #expect(document.diagnostics.isEmpty)
    return try #require(document.screen)
  }

  private func shown(_ screen: Screen) throws -> ComponentModel {
    try #require(ScreenBinding(screen, reader: ScreenReader())).screen.components[0]
  }

  /// Cells have the values of their columns, null where a row has none, and the rest of the item
  /// is that of the template.
  @Test func cellsAreMadeOfRows() throws {
    let table = try shown(screen(Self.people))
    let cells = table.items.map { table.columns.cells(of: $0) }
    #expect(cells[0] == ["Ada", "120,050%", "Nov 26, 2026", "Ada!"])
    #expect(cells[1] == ["Bob", "", .null, "Bob!"])
    #expect(table.items[0].action == "a:Ada" && table.items[0].meta.integer("own") == 1)
    #expect(table.items[0].identifier == .string("Ada"))
  }

  /// What is shown can be written out: without data it shows the same.
  @Test func writtenOutRowsAreTheSame() throws {
    let table = try shown(screen(Self.people))
    let again = ScreenReader().read(ScreenWriter().write(Screen(components: [table])))
    #expect(again.screen?.components[0] == table)
    #expect(table.columns.map(\.isSortable) == [true, true, true, false])
    #expect(table.sorting?.column == 1 && table.sorting?.order == .descending)
  }

  /// Columns are written as they were read.
  @Test func columnsAreWritten() throws {
    let screen = try screen(Self.people)
    #expect(ScreenReader().read(ScreenWriter().write(screen)).screen == screen)
    #expect(screen.components[0].columns[2].width == TableColumn.Width(min: 80, max: 80))
  }

  /// In items that are written out, a field is a text of the item or a key of its `meta`.
  @Test func cellsOfItems() {
    let columns = ["title", "subtitle", "text", "n", nil].map { TableColumn("", field: $0) }
    let item = Item(title: "a", subtitle: "b", text: "c", meta: ["n": 4])
    #expect(columns.cells(of: item) == ["a", "b", "c", 4, .null])
    #expect(
      Array(columns.prefix(3)).cells(of: Item(meta: ["cells": [1, "x"]])) == [1, "x", .null])
  }

  @Test func sortKeys() {
    #expect(TableColumn("", field: "a_1").sortKey == "a_1")
    #expect(TableColumn("", field: "it's").sortKey == #"row['it\'s']"#)
    #expect(TableColumn("", field: "data").sortKey == "row['data']")
    #expect(TableColumn("", text: "{a * 2}").sortKey == "a * 2")
    #expect(TableColumn("", text: "{a} {b}").sortKey == nil)
    #expect(TableColumn("").sortKey == nil)
  }

  /// A table has at most 64 columns.
  @Test func tooManyColumns() {
    let columns = (0..<70).map { #"{"field":"f\#($0)"}"# }.joined(separator: ",")
    let document = ScreenReader().read(
      Array(#"{"components":[{"kind":"table","columns":[\#(columns)]}]}"#.utf8))
    #expect(document.screen?.components[0].columns.count == 64)
    #expect(document.diagnostics.map(\.code) == [.limit])
  }

  /// The first rows tell which columns a file has, and how they are written.
  @Test func columnsOfRows() throws {
    let csv =
      "Name,Price,Day,At,Zip,None\nA,1.50,2026-01-02,2026-01-02T10:00Z,01234,\n"
      + "B,2.25,,,56789,\n"
    let data = DataValue.read(Array(csv.utf8), .csv).data
    guard case .rows(let rows)? = data else { throw FieldFault("no rows") }
    let columns = rows.tableColumns
    #expect(columns.map(\.title) == ["Name", "Price", "Day", "At", "Zip", "None"])
    #expect(columns.map(\.field) == columns.map(\.title))
    #expect(
      columns.map(\.format) == [
        nil, "number('group-off .00')", "date('yMMMd')", "date('yMMMdjm')", nil, nil,
      ])
    let lines = #"{"b":1,"a":[1]}\#n{"c":{"x":1},"d":true,"b":2.5}\#n7"#
    let (mixed, _) = RowList.lines(of: Array(lines.utf8))
    #expect(mixed.tableColumns.map(\.title) == ["b", "d"])
    let (numbers, _) = RowList.lines(of: Array("1\n2\n".utf8))
    #expect(numbers.tableColumns.map(\.text) == ["{row}"])
    #expect(RowList().tableColumns.isEmpty)
  }
}
