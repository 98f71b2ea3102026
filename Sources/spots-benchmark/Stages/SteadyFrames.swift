import CAllocations

/// Frames in which nothing is new: the same rows move to and fro.
@MainActor
struct SteadyFrames {
  private static let frames = 240
  private let stage: StageScreen

  init(_ stage: StageScreen) {
    self.stage = stage
  }

  /// How often all frames together ask for memory.
  func allocations() -> Int {
    scroll()
    // The rows' pictures come.
    stage.settle()
    scroll()
    let before = CAllocations.allocations()
    scroll()
    return Int(CAllocations.allocations() - before)
  }

  private func scroll() {
    for frame in 0..<Self.frames {
      stage.controller.scroll(to: 200 + Double(frame % 8))
      stage.show()
    }
  }
}
