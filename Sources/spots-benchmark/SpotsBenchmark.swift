import ArgumentParser
import Measuring

/// Measures the stages of the flow and prints the figures.
@main
struct SpotsBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spots-benchmark",
    abstract: "Measures how fast screens are read, laid out, scrolled and changed.",
    subcommands: [RunCommand.self, PeerCommand.self], defaultSubcommand: RunCommand.self)

  static func main() {
    // What is measured from the start of the process on takes no detours.
    guard let peer = PeerCommand(plain: CommandLine.arguments.dropFirst()) else { return main(nil) }
    do {
      try peer.run()
    } catch {
      exit(withError: error)
    }
  }
}

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs the benchmarks (the default command).")

  @Flag(help: "A screen with a million items too.")
  var million = false

  @Option(help: "How often each case is run; the median counts.")
  var runs = 7

  @Flag(help: "Prints a JSON array instead of a table.")
  var json = false

  func validate() throws {
    guard (1...1000).contains(runs) else {
      throw ValidationError("--runs must be from 1 to 1000, not \(runs)")
    }
  }

  func run() throws {
    var report = Report()
    let counts = [100, 1000, 10_000, 100_000] + (million ? [1_000_000] : [])
    for table in try ReadingProgram.tables(runs: runs, itemCounts: counts) { report.append(table) }
    let runs = runs
    try MainActor.assumeIsolated {
      let pictures = try PictureFolder()
      let items = ItemStages(runs: runs, pictures: pictures)
      let frames = FrameStages(runs: runs, pictures: pictures)
      for table in try items.tables(itemCounts: counts) + frames.tables(itemCounts: counts) {
        report.append(table)
      }
      if let table = try StartStage(runs: runs)
        .table(itemCounts: counts, pictures: pictures)
      {
        report.append(table)
      }
    }
    print(json ? report.json : report.text)
  }
}

/// Why the figures mean nothing.
struct Failure: Error, CustomStringConvertible {
  var description: String
}
