import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct ChartScaleTests {
  private func scale(
    _ places: Int, times: (places: [Double], range: ClosedRange<Double>)? = nil,
    isBanded: Bool = false
  ) -> ChartScale {
    ChartScale(
      plot: Rect(x: 30, y: 10, width: 200, height: 100), range: -1...1, places: places,
      times: times, isBanded: isBanded)
  }

  @Test(arguments: [1, 2, 7, 200, 5000])
  func aPlaceIsNearestToItself(places: Int) {
    var random = SplitMix64(seed: UInt64(places))
    var times: [Double] = []
    for _ in 0..<places {
      times.append((times.last ?? 0) + Double.random(in: 1...9, using: &random))
    }
    let range = times[0]...times[places - 1]
    for scale in [
      scale(places), scale(places, isBanded: true), scale(places, times: (times, range)),
    ]
    where places > 1 || scale.times == nil {
      for index in 0..<places { #expect(scale.index(nearest: scale.x(index)) == index) }
    }
  }

  /// Of the points in a column, those at the ends in both directions are left.
  @Test func runsKeepWhatIsSeen() {
    var random = SplitMix64(seed: 5)
    for count in [1, 3, 200, 3000] {
      let numbers = (0..<count).map { _ in
        Int.random(in: 0..<50, using: &random) == 0
          ? Double.nan : Double.random(in: -1...1, using: &random)
      }
      let scale = scale(count)
      let (all, kept) = (scale.runs(of: numbers, pixel: 1e-9), scale.runs(of: numbers, pixel: 1))
      #expect(all.count == kept.count)
      for (all, kept) in zip(all, kept) {
        #expect(kept.first == all.first && kept.last == all.last)
        let columns = Dictionary(grouping: all) { Int(($0.x - 30).rounded(.down)) }
        let left = Dictionary(grouping: kept) { Int(($0.x - 30).rounded(.down)) }
        #expect(columns.count == left.count)
        for (column, points) in columns {
          let rest = left[column] ?? []
          #expect(rest.count <= 4)
          #expect(rest.map(\.y).min() == points.map(\.y).min())
          #expect(rest.map(\.y).max() == points.map(\.y).max())
        }
      }
    }
  }

  @Test func aColumnOfPixelsHasItsGreatestBar() {
    let scale = scale(2000, isBanded: true)
    let numbers = (0..<2000).map { Double(($0 * 7919) % 1000) }
    let bars = scale.bars(pixel: 1, count: 2000) { numbers[$0] }
    #expect(bars.count == 200)
    for (column, bar) in bars.enumerated() {
      #expect(numbers[bar] == numbers[(column * 10)..<(column * 10 + 10)].max())
    }
  }

  /// A new point changes the strip alone in which it is seen.
  @Test func aNewPointChangesItsStrip() {
    var chart = Chart(.area, [Chart.Series(ChartValues((0..<80).map { Double($0 % 9) }))])
    chart.places = 100
    (chart.minimum, chart.maximum) = (0, 10)
    func steps(_ chart: Chart) -> [ChartMarks.Step] {
      ChartDrawing(chart, in: Size(width: 1000, height: 200), .fixed()).steps
    }
    let before = steps(chart)
    chart.series[0].values = ChartValues(chart.series[0].values.numbers + [4])
    let after = steps(chart)
    let changed = after.filter { step in
      !before.contains { $0.command == step.command && $0.clip == step.clip }
    }
    #expect(!changed.isEmpty)
    #expect(
      changed.allSatisfy { step in
        guard let clip = step.clip else { return false }
        return clip.width <= 64 && clip.maxX > 780 && clip.x < 830
      })
  }

  @Test func partsOfAWhole() {
    let chart = Chart(
      .donut, [Chart.Series([3, -1, 0, .nan, 1])], labels: .texts(["a", "b", "c", "d", "e"]))
    let whole = ChartParts(chart)
    #expect(whole.sum == 4)
    #expect(whole.parts.map(\.title) == ["a", "e"])
    #expect(whole.parts.map(\.index) == [0, 4])
    let many = ChartParts(
      Chart(.donut, [Chart.Series(ChartValues(Array(repeating: 1, count: 90)))]))
    #expect(many.parts.count == 12 && many.sum == 90)
    #expect(many.parts.reduce(0) { $0 + $1.value } == 90)
  }

  /// Marks can be told from the surface in every theme.
  @Test func marksHaveContrast() {
    for theme in [Theme.light, .dark, .highContrast, .highContrastDark] {
      for index in 0..<20 {
        #expect(theme.mark(nil, series: index).contrast(with: theme[.surface]) >= 3)
      }
      #expect(theme.mark(.color(Color(0xFFFF00))).contrast(with: theme[.surface]) >= 3)
    }
  }
}
