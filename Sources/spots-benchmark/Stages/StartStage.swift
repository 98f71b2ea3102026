import Glibc
import Measuring
import SpotsSDL

/// Measures each step from the start of the process to the first frame with its images, and the
/// start of a bare window for comparison.
@MainActor
struct StartStage {
  let runs: Int

  /// Nil when there is no display.
  func table(itemCounts: [Int], images: ImageFolder) throws -> Table? {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return nil }
    var table = Table(
      stage: "start",
      note: "Wall time of each step and until all is seen, medians; ratio: by a bare window of SDL "
        + "in C, which is started in turn.")
    for count in itemCounts {
      let file = try images.write(ScreenDocument(itemCount: count).bytes, "screen.json")
      defer { unlink(file) }
      let starts = try (0..<runs).map { _ in try start(file) + [bareStart()] }
      let steps = starts.first?.map(\.name) ?? []
      var figures = steps.map { step in
        Figure(
          name: step,
          value: Stopwatch.median(
            starts.compactMap { $0.first { $0.name == step }?.value }))
      }
      let (all, bare) = (figures[figures.count - 2].value, figures[figures.count - 1].value)
      figures.append(Figure(name: "ratio", value: all / bare))
      table.rows.append(.init(title: "\(count) items", figures: figures))
    }
    return table
  }

  /// The time until a window without content is shown, in milliseconds.
  private func bareStart() throws -> Figure {
    let begin = Clock.now
    let output = try ChildProgram.output(of: try ChildProgram.ownPath() + "-window", [])
    let fields = output.split(whereSeparator: \.isWhitespace)
    guard fields.count == 2, let time = Double(fields[1]) else {
      throw Failure(description: "spots-benchmark-window was not shown")
    }
    return Figure(name: "bare window ms", value: (time - begin) * 1e3)
  }

  /// The time of each step and of all together, in milliseconds.
  private func start(_ file: String) throws -> [Figure] {
    let begin = Clock.now
    let output = try ChildProgram.output(
      of: try ChildProgram.ownPath(), ["peer", file, "trace"])
    var last = begin
    var figures: [Figure] = []
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, let time = Double(fields[1]) else { continue }
      let step = String(fields[0])
      // A step is repeated when images need several frames.
      if let known = figures.firstIndex(where: { $0.name == step + " ms" }) {
        figures[known].value += (time - last) * 1e3
      } else {
        figures.append(Figure(name: step + " ms", value: (time - last) * 1e3))
      }
      last = time
    }
    guard !figures.isEmpty else { throw Failure(description: "the window was not shown") }
    return figures + [Figure(name: "all ms", value: (last - begin) * 1e3)]
  }
}
