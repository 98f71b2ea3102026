import CAllocations

/// Frames that show nothing new: the same rows move back and forth.
@MainActor
struct SteadyFrames {
  private static let frames = 240
  private let stage: StageScreen

  init(_ stage: StageScreen) {
    self.stage = stage
  }

  /// The number of allocations in all frames together.
  func allocations() -> Int {
    scroll()
    // Loads the rows' images.
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
