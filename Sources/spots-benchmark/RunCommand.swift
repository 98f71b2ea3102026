import Measuring

/// Runs all stages.
struct RunCommand {
  private var hasMillion = false
  private var runs = 7
  private var printsJSON = false

  /// Nil when `arguments` are not those of a valid `run` command.
  init?(_ arguments: [String]) {
    var rest = arguments.first == "run" ? arguments.dropFirst() : arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--million": hasMillion = true
      case "--json": printsJSON = true
      case "--runs":
        guard let runs = rest.popFirst().flatMap({ Int($0) }), (1...1000).contains(runs) else {
          return nil
        }
        self.runs = runs
      default: return nil
      }
    }
  }

  @MainActor
  func run() throws {
    var report = Report()
    let counts = [100, 1000, 10_000, 100_000] + (hasMillion ? [1_000_000] : [])
    for table in try ReadingProgram.tables(runs: runs, itemCounts: counts) { report.append(table) }
    let images = try ImageFolder()
    let items = ItemStages(runs: runs, images: images)
    let frames = FrameStages(runs: runs, images: images)
    for table in try items.tables(itemCounts: counts) + frames.tables(itemCounts: counts) {
      report.append(table)
    }
    report.append(try FilterStage(runs: runs, images: images).table(itemCounts: counts))
    let start = StartStage(runs: runs)
    if let table = try start.table(itemCounts: counts, images: images) { report.append(table) }
    print(printsJSON ? report.json : report.text)
  }
}
