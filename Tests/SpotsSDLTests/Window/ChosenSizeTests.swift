import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// The size that users have chosen, whatever windows go through.
@Suite struct ChosenSizeTests {
  private typealias Units = ChosenSize.Units

  /// A window and the events that a window system sends about it.
  private struct Rig {
    let whole = Units(width: 1000, height: 700)
    var chosen: ChosenSize
    var normal: Units
    var size: Units
    var isMaximized = false
    var isFullScreen = false
    var now = 0.0
    /// What the user chose.
    var wanted: Units?
    var random: SplitMix64

    init(seed: UInt64) {
      (normal, size) = (Units(width: 800, height: 600), Units(width: 800, height: 600))
      chosen = ChosenSize(asked: normal)
      random = SplitMix64(seed: seed)
    }

    var isNormal: Bool { !isMaximized && !isFullScreen }

    private mutating func anySize() -> Units {
      Units(
        width: .random(in: 200...900, using: &random),
        height: .random(in: 200...600, using: &random))
    }

    private mutating func tellSize(isNormal: Bool) {
      chosen.change(to: size, isNormal: isNormal, at: now)
    }

    /// Users do one thing after the other.
    mutating func step() -> String {
      now += .random(in: 0.3...60, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where isNormal: return resize()
      case 1 where !isFullScreen: return maximize()
      case 2: return toggleFullScreen()
      case 3 where isNormal: return ask()
      default: return "nothing"
      }
    }

    private mutating func resize() -> String {
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        size = anySize()
        now += 0.01
        tellSize(isNormal: true)
      }
      (normal, wanted) = (size, size)
      return "resize to \(size)"
    }

    /// Maximizes or restores; the size may come first, the state may, and either twice.
    private mutating func maximize() -> String {
      let isEarly = Bool.random(using: &random)
      let wasNormal = isNormal
      isMaximized.toggle()
      if isEarly { tellState() }
      size = isMaximized ? whole : normal
      now += 0.01
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        tellSize(isNormal: isEarly ? isNormal : wasNormal)
      }
      now += 0.01
      if !isEarly || Bool.random(using: &random) { tellState() }
      return isMaximized ? "maximize" : "restore"
    }

    private mutating func tellState() {
      if !isNormal { chosen.leave(with: size, at: now) }
    }

    /// The program does it, and knows of it at once.
    private mutating func toggleFullScreen() -> String {
      if isNormal { chosen.settle() }
      isFullScreen.toggle()
      size = isFullScreen ? Units(width: 1000, height: 750) : isMaximized ? whole : normal
      now += 0.01
      tellSize(isNormal: isNormal)
      return "full screen \(isFullScreen)"
    }

    private mutating func ask() -> String {
      normal = anySize()
      chosen.ask(for: normal)
      size = normal
      now += 0.01
      tellSize(isNormal: true)
      return "ask for \(size)"
    }
  }

  /// Whatever the order in which a window system tells of sizes and states, the choice is the last
  /// size that the user gave the window in its normal state.
  @Test func theLastSizeOfTheUserInTheNormalStateIsTheChoice() {
    for seed in 0..<400 as Range<UInt64> {
      var rig = Rig(seed: seed)
      var steps: [String] = []
      for _ in 0..<40 {
        steps.append(rig.step())
        #expect(
          rig.chosen.value(isNormal: rig.isNormal) == rig.wanted, "seed \(seed): \(steps)")
        if rig.chosen.value(isNormal: rig.isNormal) != rig.wanted { return }
      }
    }
  }
}
