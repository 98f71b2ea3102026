import SpotsModel
import SpotsTestSupport
import Testing

@testable import Spots

/// Many rows are chosen and sorted on another thread.
@MainActor
@Suite struct RowOrderTests {
  private static func row(_ number: Int) -> JSONValue {
    ["id": .integer(number), "n": .integer(number * 7919 % 30_011)]
  }

  private static let document =
    #"{"data":{"from":"later.json"},"components":[{"each":"","key":"id","where":"n > 100","sort":["-n"],"#
    + #""item":{"title":"{n}"},"loading":{"title":"wait"},"empty":{"title":"none"}}]}"#

  private func titles(_ rig: ScreenRig) -> [String] {
    rig.controller.components[0].model.items.map(\.title)
  }

  /// Until they are in their order, those before stay; then the order is that of the rows of then,
  /// whatever has come meanwhile.
  @Test(.timeLimit(.minutes(30))) func manyRowsAreSortedElsewhere() async throws {
    let reader = ScreenReader(configuration: Configuration())
    let screen = try #require(reader.read(Array(Self.document.utf8)).screen)
    var environment = Environment.fixed()
    environment.isInteractive = true
    let rig = ScreenRig(
      screen: screen, size: Size(width: 400, height: 300), environment: environment)
    rig.frame()
    #expect(titles(rig) == ["wait"])
    var rows = (0..<30_000).map(Self.row)
    rig.controller.change { $0.load(DataValue(.array(rows))) }
    rig.frame()
    #expect(titles(rig) == ["wait"])
    rows.append(["id": -1, "n": 1_000_000])
    let line = #"{"append":[{"id":-1,"n":1000000}],"to":"/data"}"#
    try rig.controller.change { _ = try $0.apply(line: line) }
    let expected = rows.compactMap { row -> Int? in
      guard case .object(let members) = row, case .integer(let number)? = members["n"] else {
        return nil
      }
      return number > 100 ? number : nil
    }.sorted(by: >).map { "\($0)" }
    while titles(rig).first != "1000000" {
      await Task.yield()
      rig.frame()
    }
    #expect(titles(rig) == expected)
  }

  /// Many rows in another order, or others, are compared with those before elsewhere; where only a
  /// few have changed, they are there at once.
  @Test(.timeLimit(.minutes(30))) func manyOtherRowsAreComparedElsewhere() async throws {
    let json = #"{"data":[],"components":[{"each":"","key":"id","item":{"title":"{n}"}}]}"#
    let reader = ScreenReader(configuration: Configuration())
    var environment = Environment.fixed()
    environment.isInteractive = true
    let rig = ScreenRig(
      screen: try #require(reader.read(Array(json.utf8)).screen),
      size: Size(width: 400, height: 300), environment: environment)
    func load(_ rows: [JSONValue]) {
      rig.controller.change { $0.load(DataValue(.array(rows))) }
      rig.frame()
    }
    var rows = (0..<5000).map(Self.row)
    load(rows)
    #expect(titles(rig).count == 5000)
    rows[10] = ["id": 10, "n": -1]
    rows.insert(["id": -1, "n": -2], at: 0)
    load(rows)
    #expect(titles(rig).prefix(1) == ["-2"] && titles(rig)[11] == "-1")
    let before = titles(rig)
    load(rows.reversed())
    #expect(titles(rig) == before)
    while titles(rig).first != before.last {
      await Task.yield()
      rig.frame()
    }
    #expect(titles(rig) == before.reversed())
  }
}
