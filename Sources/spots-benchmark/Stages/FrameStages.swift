import Measuring
import Spots
import SpotsSDL

/// The stages whose cost is that of a frame: mounting views, painting draw lists and scrolling.
@MainActor
struct FrameStages {
  let runs: Int
  let images: ImageFolder

  private static let frames = 240

  func tables(itemCounts: [Int]) throws -> [Table] {
    var mounting = Table(
      stage: "mounting", note: "A frame recorded at a place of the list far from the last one.")
    var drawing = Table(
      stage: "drawing", note: "A frame of 1280x800 painted whole, by the copying of its memory.")
    var scrolling = Table(
      stage: "scrolling",
      note: "A frame recorded and shown 120 points further; the second figure ever further down, "
        + "the first to and fro over the first 40 rows.")
    for count in itemCounts {
      let title = "\(count) items"
      let stage = try StageScreen(itemCount: count, folder: images)
      stage.settle()
      mounting.rows.append(.init(title: title, figures: mount(stage)))
      drawing.rows.append(.init(title: title, figures: try draw(stage)))
      scrolling.rows.append(.init(title: title, figures: scroll(stage)))
    }
    return [mounting, drawing, scrolling]
  }

  private func mount(_ stage: StageScreen) -> [Figure] {
    let range = stage.controller.contentSize.height - StageScreen.size.height
    var place = 0.0
    let times = (0..<runs * 8).map { _ in
      place = (place + range * 0.381966).truncatingRemainder(dividingBy: range)
      stage.controller.scroll(to: place)
      return Stopwatch.seconds { _ = stage.frame() }
    }
    return [Figure(name: "ms", value: Stopwatch.median(times) * 1e3)]
  }

  private func draw(_ stage: StageScreen) throws -> [Figure] {
    stage.controller.scroll(to: 0)
    stage.settle()
    let list = stage.frame()
    let whole = median { stage.canvas.paint(list, background: .white, with: stage.painter) }
    let copy = try memoryCopy()
    return [
      Figure(name: "ms", value: whole * 1e3), Figure(name: "copy ms", value: copy * 1e3),
      Figure(name: "ratio", value: whole / copy),
    ]
  }

  /// The median time to copy the pixels of a frame, in seconds.
  private func memoryCopy() throws -> Double {
    let count = Int(StageScreen.size.width * StageScreen.size.height)
    let source = [UInt32](repeating: 7, count: count)
    var target = [UInt32](repeating: 0, count: count)
    return median {
      target.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
    }
  }

  private func median(_ work: () -> Void) -> Double {
    Stopwatch.median((0..<runs * 8).map { _ in Stopwatch.seconds(work) })
  }

  private func scroll(_ stage: StageScreen) -> [Figure] {
    func time(_ offset: (Int) -> Double) -> Double {
      Stopwatch.seconds {
        for frame in 0..<Self.frames {
          stage.controller.scroll(to: offset(frame))
          stage.show()
        }
      } / Double(Self.frames)
    }
    let range = min(stage.controller.contentSize.height - StageScreen.size.height, 40 * 64)
    let near = { (frame: Int) -> Double in
      let way = (Double(frame) * 120).truncatingRemainder(dividingBy: range * 2)
      return way > range ? range * 2 - way : way
    }
    let known = Stopwatch.median((0..<runs).map { _ in time(near) })
    let far = stage.controller.contentSize.height - StageScreen.size.height
    let further = Stopwatch.median(
      (0..<runs).map { run in
        time { (Double(run * Self.frames + $0) * 120).truncatingRemainder(dividingBy: far) }
      })
    return [
      Figure(name: "known ms", value: known * 1e3), Figure(name: "new ms", value: further * 1e3),
      Figure(name: "steady allocations", value: Double(SteadyFrames(stage).allocations())),
    ]
  }
}
