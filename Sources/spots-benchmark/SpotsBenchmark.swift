import Glibc
import Measuring

/// Measures the stages from a document to a frame, and prints the figures.
///
/// Parses its few arguments itself, since the measured start of the process must not include
/// loading an argument parser.
@main
enum SpotsBenchmark {
  private static let usage = """
    usage: spots-benchmark [run] [--million] [--runs N] [--json]
           spots-benchmark allocations
           spots-benchmark peer FILE start|full|max|trace

    run    measures how fast screens are read, laid out, scrolled and changed (the default)
           --million  a screen with a million items too
           --runs     how often each case is run, 1 to 1000; the median counts (7)
           --json     prints a JSON array instead of tables
    allocations
           counts how often frames of steady scrolling ask for memory; ends with 1 when they do
    peer   shows FILE in a window, and says when what has happened, to be measured beside other
           toolkits: only shows it; scrolls it, and shows FILE_edited.json; scrolls unthrottled; or
           says when each step of the start was done, and ends

    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(usage, terminator: "")
      return
    }
    do {
      try MainActor.assumeIsolated {
        if let peer = PeerCommand(arguments) {
          try peer.run()
        } else if arguments == ["allocations"] {
          try checkAllocations()
        } else if let benchmarks = RunCommand(arguments) {
          try benchmarks.run()
        } else {
          throw Failure(description: "wrong usage\n\(usage)")
        }
      }
    } catch {
      var line = "spots-benchmark: \(error)\n"
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(2)
    }
  }

  @MainActor
  private static func checkAllocations() throws {
    let images = try ImageFolder()
    let counts = try [(100, ""), (100_000, ""), (100_000, "9")].map { itemCount, filter in
      let stage = try StageScreen(itemCount: itemCount, folder: images)
      stage.list.filterText = filter
      return SteadyFrames(stage).allocations()
    }
    print(
      "100 items: \(counts[0]) allocations, 100000 items: \(counts[1]), filtered: \(counts[2])")
    if counts != [0, 0, 0] { exit(1) }
  }
}
