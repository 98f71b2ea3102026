import Measuring
import Spots

/// The stages whose cost depends on the number of items: diffing, layout, reloading and inserting.
@MainActor
struct ItemStages {
  let runs: Int
  let images: ImageFolder

  func tables(itemCounts: [Int]) throws -> [Table] {
    typealias Measure = @MainActor (Int) throws -> [Figure]
    let stages: [(name: String, note: String, measure: Measure)] = [
      ("diffing", "One title of a list changed, and one item put at its top.", diff),
      ("layout", "A controller for a screen that is read, its components laid out.", layOut),
      ("visible range", "The items seen at a place of the list.", range),
      ("reloading", "A screen with one title changed is read, applied and recorded.", reload),
      ("inserting", "An item comes to the top of the list, and the frame is recorded.", insert),
    ]
    return try stages.map { stage in
      let rows = try itemCounts.map { count in
        Table.Row(title: "\(count) items", figures: try stage.measure(count))
      }
      return Table(stage: stage.name, note: stage.note, rows: rows)
    }
  }

  private func diff(_ count: Int) throws -> [Figure] {
    let old = try StageScreen.screen(itemCount: count).components[2].items
    var changed = old
    changed[0].title = "Item 0 (edited)"
    var longer = old
    longer.insert(Item(title: "New"), at: 0)
    return [
      Figure(name: "changed ms", value: try median { _ = ItemDiff(from: old, to: changed) }),
      Figure(name: "inserted ms", value: try median { _ = ItemDiff(from: old, to: longer) }),
      Figure(name: "comparing == ms", value: try median { _ = old == changed }),
    ]
  }

  private func layOut(_ count: Int) throws -> [Figure] {
    let stage = try StageScreen(itemCount: count, folder: images)
    return [
      Figure(
        name: "ms",
        value: try median {
          _ = SpotsController(
            screen: stage.screen, size: StageScreen.size, configuration: .peer,
            environment: stage.controller.environment)
        })
    ]
  }

  private func range(_ count: Int) throws -> [Figure] {
    let geometry = try StageScreen(itemCount: count, folder: images).list.geometry
    let step = geometry.contentSize.height / 1000
    let repetitions = 1000
    let milliseconds = try median {
      for place in 0..<repetitions {
        _ = geometry.slots(in: Rect(y: Double(place) * step, width: 1280, height: 800))
      }
    }
    return [Figure(name: "µs", value: milliseconds * 1e3 / Double(repetitions))]
  }

  private func reload(_ count: Int) throws -> [Figure] {
    let stage = try StageScreen(itemCount: count, folder: images)
    _ = stage.frame()
    let original = ScreenDocument(itemCount: count).bytes
    var edited = original
    // "Item 0" becomes "Idem 0".
    if let place = original.indices.last(where: {
      original[$0...].starts(with: #""Item 0""#.utf8)
    }) {
      edited[place + 2] = UInt8(ascii: "d")
    }
    var isEdited = false
    let milliseconds = try median {
      isEdited.toggle()
      let reading = ScreenReader(itemKinds: ["header"], componentKinds: ["list", "carousel"])
        .readOnDemand(isEdited ? edited : original)
      if let screen = reading.screen { stage.controller.reload(screen, animation: .none) }
      _ = stage.frame()
    }
    return [Figure(name: "ms", value: milliseconds)]
  }

  private func insert(_ count: Int) throws -> [Figure] {
    let stage = try StageScreen(itemCount: count, folder: images)
    _ = stage.frame()
    var number = 0
    let milliseconds = try median {
      number += 1
      let item = Item(title: "New \(number)")
      try stage.controller.change(animation: .none) { try $0[2].insert(item, at: 0) }
      _ = stage.frame()
    }
    return [Figure(name: "ms", value: milliseconds)]
  }

  /// The median CPU time of `work`, in milliseconds, after one run to warm up.
  private func median(_ work: () throws -> Void) throws -> Double {
    try work()
    return Stopwatch.median(try (0..<runs).map { _ in try Stopwatch.seconds(work) }) * 1e3
  }
}
