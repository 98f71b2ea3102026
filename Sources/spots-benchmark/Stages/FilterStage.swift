import Measuring
import Spots

/// The cost of filtering the long list by typing, up to the painted frame.
@MainActor
struct FilterStage {
  let runs: Int
  let images: ImageFolder

  func table(itemCounts: [Int]) throws -> Table {
    var table = Table(
      stage: "filtering",
      note: "The list is filtered by '9', by '99' and by nothing again, and the frame is painted; "
        + "the texts are made before, on another thread.")
    for count in itemCounts {
      table.rows.append(.init(title: "\(count) items", figures: try measure(count)))
    }
    return table
  }

  private func measure(_ count: Int) throws -> [Figure] {
    let reader = ScreenReader(itemKinds: ["header"], componentKinds: ["list", "carousel"])
    let reading = reader.readOnDemand(ScreenDocument(itemCount: count).bytes)
    guard let items = reading.screen?.components[2].items else {
      throw Failure(description: "the screen has errors")
    }
    let texts = (0..<runs).map { _ in Stopwatch.seconds { _ = ItemTexts(items) } }
    let stage = try StageScreen(itemCount: count, folder: images)
    stage.settle()
    // The first filter makes the texts of the items, on this thread if they are few.
    filter(stage, by: "none")
    filter(stage, by: "")
    var times: [[Double]] = [[], [], []]
    for _ in 0..<runs {
      for (step, text) in ["9", "99", ""].enumerated() {
        times[step].append(Stopwatch.seconds { filter(stage, by: text) })
      }
    }
    let names = ["first key ms", "second key ms", "all again ms"]
    return [Figure(name: "texts ms", value: Stopwatch.median(texts) * 1e3)]
      + zip(names, times).map { Figure(name: $0, value: Stopwatch.median($1) * 1e3) }
  }

  private func filter(_ stage: StageScreen, by text: String) {
    stage.list.filterText = text
    stage.show()
  }
}
