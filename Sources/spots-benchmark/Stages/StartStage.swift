import Glibc
import Measuring
import SpotsSDL

/// From the start of the process to the first frame with its pictures, step by step.
@MainActor
struct StartStage {
  let runs: Int

  /// Nil without a display to show a window on.
  func table(itemCounts: [Int], pictures: PictureFolder) throws -> Table? {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return nil }
    var table = Table(
      stage: "start", note: "Wall time of each step, medians; the last one is when all is seen.")
    for count in itemCounts {
      let file = try pictures.write(ScreenDocument(itemCount: count).bytes, "screen.json")
      defer { unlink(file) }
      let starts = try (0..<runs).map { _ in try start(file) }
      let steps = starts.first?.map(\.name) ?? []
      let figures = steps.map { step in
        Figure(
          name: step,
          value: Stopwatch.median(
            starts.compactMap { $0.first { $0.name == step }?.value }))
      }
      table.rows.append(.init(title: "\(count) items", figures: figures))
    }
    return table
  }

  /// The milliseconds of each step, and of all.
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
      // Pictures may need several frames.
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
