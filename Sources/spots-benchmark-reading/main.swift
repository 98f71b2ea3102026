import Glibc
import Measuring

// Compares reading screens with Foundation's decoder, in a separate program: loading Foundation
// takes longer than showing a small screen. `spots-benchmark` starts it and prints its figures.
//
//     spots-benchmark-reading RUNS ITEMS...
//     spots-benchmark-reading memory spots|foundation ITEMS

do {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.first == "memory" {
    print(try ResidentMemory.growthOfThisProcess(Array(arguments.dropFirst())))
  } else {
    let counts = arguments.compactMap { Int($0) }
    guard counts.count == arguments.count, let runs = counts.first, runs > 0 else {
      throw Failure(description: "usage: spots-benchmark-reading RUNS ITEMS...")
    }
    let table = try ReadingBenchmark(runs: runs).table(itemCounts: Array(counts.dropFirst()))
    print(table.lines, terminator: "")
  }
} catch {
  var line = "spots-benchmark-reading: \(error)\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(1)
}
