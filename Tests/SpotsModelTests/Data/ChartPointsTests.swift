import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct ChartPointsTests {
  private func rows(_ count: Int, _ random: inout SplitMix64) -> [JSONValue] {
    (0..<count).map { _ in
      var members: [String: JSONValue] = ["t": .integer(Int.random(in: 0...9, using: &random))]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: members["v"] = .null
      case 1: members["v"] = "7.5"
      case 2: break
      default: members["v"] = .of(Double.random(in: -9...9, using: &random))
      }
      return .object(members)
    }
  }

  /// Following rows through changes gives the numbers that reading them anew gives.
  @Test func followingEqualsReading() {
    var random = SplitMix64(seed: 21)
    var chart = Chart(.line, [Chart.Series(title: "a"), Chart.Series(title: "b")])
    (chart.series[0].field, chart.series[1].field, chart.labelField) = ("v", "t", "t")
    let fields = ChartPoints.Fields(chart)
    var (points, list) = (ChartPoints(fields), RowList())
    for _ in 0..<200 {
      let start = Int.random(in: 0...list.count, using: &random)
      let end = Int.random(in: start...list.count, using: &random)
      let new = RowList(rows(Int.random(in: 0...6, using: &random), &random))
      if Bool.random(using: &random) {
        list.append(contentsOf: new)
      } else {
        list.replaceSubrange(start..<end, with: new)
      }
      points.follow(list)
      var fresh = ChartPoints(fields)
      fresh.follow(list)
      var (followed, read) = (chart, chart)
      points.fill(&followed)
      fresh.fill(&read)
      #expect(followed == read)
      #expect(followed.count == list.count)
      #expect(points.unread(in: list) == 0)
    }
  }

  private func shown(_ json: String) -> Screen? {
    let parsed = ScreenReader().read(Array(json.utf8))
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
    return parsed.screen.flatMap { ScreenBinding($0, reader: ScreenReader(), waits: true)?.screen }
  }

  @Test func numbersComeFromHolesAndPointers() throws {
    let screen = try #require(
      shown(
        #"""
        {"data":{"plain":[1,null,3],"log":[{"at":"2026-11-26","cpu":0.5,"io":2},{"at":"2026-11-27","cpu":0.75}]},
         "components":[{"items":[
          {"kind":"chart","chart":{"values":"{plain}"}},
          {"kind":"chart","chart":{"from":"/plain"}},
          {"kind":"chart","chart":{"from":"/log","x":"at","series":[{"title":"CPU","y":"cpu"},{"y":"io"}]}}]}]}
        """#))
    let charts = screen.components[0].items.compactMap(\.chart)
    #expect(charts.count == 3)
    #expect(charts[0].own.values == [1, .nan, 3])
    #expect(charts[1].own.values == [1, .nan, 3])
    #expect(charts[2].series.map(\.values) == [[0.5, 0.75], [2, .nan]])
    #expect(charts[2].labels == .texts(["2026-11-26", "2026-11-27"]))
  }

  @Test func rowsHaveChartsOfTheirOwn() throws {
    let screen = try #require(
      shown(
        #"""
        {"data":{"hosts":[{"name":"a","load":[1,2]},{"name":"b","load":[3]}]},
         "components":[{"each":"/hosts","item":{"kind":"sparkline","title":"{name}","chart":{"from":"load"}}}]}
        """#))
    let items = screen.components[0].items
    #expect(items.map { $0.chart?.own.values } == [[1, 2], [3]])
    #expect(items.map { $0.chart?.source } == ["/hosts/0/load", "/hosts/1/load"])
  }

  @Test func chartsAreWrittenAsTheyAreRead() throws {
    let json = #"""
      {"components":[{"items":[{"kind":"chart","chart":{"type":"stacked","series":[{"title":"a","values":[1,null,2.5],"color":"accent"},{"values":[3],"color":"#FF0000","y":"v"}],"labels":["x","y"],"thresholds":[{"value":2,"title":"most","color":"error"}],"minimum":-1,"maximum":9,"places":12,"format":"percent(value)"}},{"kind":"chart","chart":{"type":"gauge","values":[1],"labels":[1700000000]}}]}]}
      """#
    let parsed = ScreenReader().read(Array(json.utf8))
    #expect(parsed.diagnostics.isEmpty)
    let screen = try #require(parsed.screen)
    #expect(String(decoding: ScreenWriter().write(screen), as: UTF8.self) == json)
  }

  @Test func faultsHaveTheirPlaces() {
    let json = #"""
      {"components":[{"items":[{"kind":"chart","chart":{"type":"pie","values":[1,"x"],"color":"blau","format":"percent(valu)","labels":[{}],"series":7}}]}]}
      """#
    let parsed = ScreenReader().read(Array(json.utf8))
    #expect(
      Set(parsed.diagnostics.map(\.path)) == [
        "/components/0/items/0/chart/type", "/components/0/items/0/chart/values/1",
        "/components/0/items/0/chart/color", "/components/0/items/0/chart/format",
        "/components/0/items/0/chart/labels/0", "/components/0/items/0/chart/series",
      ])
  }
}
