import Foundation
import Measuring
import SpotsModel

/// Compares `ScreenReader` with Foundation's `JSONDecoder`, from bytes to models.
struct ReadingBenchmark {
  let runs: Int

  func table(itemCounts: [Int]) throws -> Table {
    var table = Table(
      stage: "reading",
      note: """
        CPU time, median of \(runs) runs; first frame: until 20 items of each component can be \
        shown; memory: growth of the resident set, the bytes \
        dropped, by the file's size.
        """)
    for count in itemCounts { table.rows.append(try row(itemCount: count)) }
    return table
  }

  private func row(itemCount: Int) throws -> Table.Row {
    let bytes = ScreenDocument(itemCount: itemCount).bytes
    let data = Data(bytes)
    try check(bytes, data)
    // A short document is read repeatedly, so that the clock can measure it.
    let repetitions = max(1, 2000 / max(itemCount, 1))
    var spots: [Double] = []
    var first: [Double] = []
    var foundation: [Double] = []
    func seconds(_ read: () throws -> Void) rethrows -> Double {
      try Stopwatch.seconds { for _ in 0..<repetitions { try read() } } / Double(repetitions)
    }
    // The readers alternate, so that changes in the machine's load affect all of them alike.
    for _ in 0..<runs {
      spots.append(seconds { _ = ScreenReader().read(bytes) })
      first.append(seconds { Self.readFirst(bytes) })
      foundation.append(
        try seconds { _ = try JSONDecoder().decode(FoundationScreen.self, from: data) })
    }
    let medians = (
      spots: Stopwatch.median(spots), first: Stopwatch.median(first),
      foundation: Stopwatch.median(foundation)
    )
    return Table.Row(
      title: "\(itemCount) items",
      figures: try figures(medians, itemCount, size: Double(bytes.count)))
  }

  private func figures(
    _ medians: (spots: Double, first: Double, foundation: Double), _ itemCount: Int, size: Double
  ) throws -> [Figure] {
    [
      Figure(name: "MB", value: size / 1e6),
      Figure(name: "Spots ms", value: medians.spots * 1e3),
      Figure(name: "MB/s", value: size / 1e6 / medians.spots),
      Figure(name: "first frame ms", value: medians.first * 1e3),
      Figure(name: "Foundation ms", value: medians.foundation * 1e3),
      Figure(name: "times as fast", value: medians.foundation / medians.spots),
      Figure(name: "first, times", value: medians.foundation / medians.first),
      Figure(name: "Spots memory", value: try ResidentMemory.growth(.spots, itemCount) / size),
      Figure(
        name: "Foundation memory",
        value: try ResidentMemory.growth(.foundation, itemCount) / size),
    ]
  }

  /// Reads as much as a first frame needs: the whole document is checked, but only the items of
  /// each component that fit in a window are read.
  private static func readFirst(_ bytes: [UInt8]) {
    let screen = ScreenReader().readOnDemand(bytes).screen
    for component in screen?.components ?? [] {
      for item in component.items.prefix(20) { withExtendedLifetime(item) {} }
    }
  }

  private func check(_ bytes: [UInt8], _ data: Data) throws {
    let reading = ScreenReader(itemKinds: ["header"], componentKinds: ["list", "carousel"])
      .read(bytes)
    guard let screen = reading.screen, reading.diagnostics.isEmpty,
      try JSONDecoder().decode(FoundationScreen.self, from: data).equals(screen)
    else { throw Failure(description: "the two readers do not give the same screen") }
  }
}
