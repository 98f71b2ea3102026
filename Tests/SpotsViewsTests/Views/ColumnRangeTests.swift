import SpotsModelTestSupport
import Testing

@testable import SpotsViews

/// The widths of a table's columns.
@Suite struct ColumnRangeTests {
  private static func columns(_ random: inout SplitMix64) -> [ColumnRange] {
    (0..<Int.random(in: 0..<8, using: &random)).map { _ in
      let least = Double.random(in: 0..<120, using: &random)
      return ColumnRange(
        wanted: .random(in: 0..<400, using: &random), least: least,
        most: Bool.random(using: &random)
          ? .infinity : least + .random(in: 0..<300, using: &random),
        grow: [0, 1, 1, 2.5].randomElement(using: &random) ?? 0)
    }
  }

  /// All are within their limits. Together they fill the room if they can, and never more of it
  /// than their least widths need; with more room none becomes narrower.
  @Test(arguments: 0..<300)
  func widthsObeyLimitsAndRoom(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let columns = Self.columns(&random)
    let room = Double.random(in: 0..<1500, using: &random)
    let widths = ColumnRange.widths(of: columns, in: room)
    #expect(widths.count == columns.count)
    for (width, column) in zip(widths, columns) {
      #expect(width >= column.least - 1e-6 && width <= column.most + 1e-6)
    }
    let (sum, least) = (widths.reduce(0, +), columns.reduce(0) { $0 + $1.least })
    #expect(sum <= max(room, least) + 0.01)
    let mayGrow = zip(widths, columns).contains { $1.grow > 0 && $0 < $1.most - 1e-6 }
    if mayGrow { #expect(abs(sum - max(room, least)) < 0.1) }
    let wider = ColumnRange.widths(of: columns, in: room + 100)
    for (narrow, wide) in zip(widths, wider) { #expect(wide > narrow - 1e-6) }
  }

  /// The widest columns give way first.
  @Test func longTextsGiveWay() {
    let columns = [300, 90, 60].map {
      ColumnRange(wanted: $0, least: 50, most: .infinity, grow: 1)
    }
    #expect(ColumnRange.widths(of: columns, in: 300).map { $0.rounded() } == [150, 90, 60])
    #expect(ColumnRange.widths(of: columns, in: 10) == [50, 50, 50])
  }
}
