import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// What is counted from the present time goes on with it, by minutes, and wakes no other screen.
@MainActor
@Suite(.enabled(if: ICU.shared != nil)) struct ScreenClockTests {
  /// Seconds since 1970.
  private final class Time {
    var seconds = 1_764_170_070
  }

  private let time = Time()

  private func rig(
    _ document: String, nib: String? = nil, isStill: Bool = false
  ) throws -> ScreenRig {
    let configuration = Configuration()
    if let nib { configuration.register(nib: try #require(Nib.read(Array(nib.utf8)).nib)) }
    let reader = ScreenReader(configuration: configuration)
    var environment = Environment.fixed()
    if !isStill {
      environment.now = { [time] in (.first, nil, time.seconds) }
    }
    return ScreenRig(
      screen: try #require(reader.read(Array(document.utf8)).screen),
      size: Size(width: 400, height: 300), environment: environment, configuration: configuration)
  }

  private static let rows =
    #"{"data":[{"t":1764170040},{"t":1764166440}],"components":[{"each":"","item":{"title":"{relative(t)}"}}]}"#
  private static let nib = #"{"kind":"age","label":"{relative(meta.t)}"}"#
  private static let items =
    #"{"components":[{"items":[{"kind":"age","meta":{"t":1764166440}},{"title":"still"}]}]}"#

  @Test func textsGoOnByMinutes() throws {
    for (document, nib, texts) in [
      (Self.rows, nil, ["now", "1 hour ago"]), (Self.items, Self.nib, ["1 hour ago", "still"]),
    ] {
      time.seconds = 1_764_170_070
      let rig = try rig(document, nib: nib)
      #expect(rig.frame().texts == texts)
      #expect(rig.controller.renderFrame(at: rig.now).next == rig.now + 30)
      rig.wait(29)
      time.seconds += 29
      #expect(rig.frame().texts == texts)
      rig.wait(3600)
      time.seconds += 3600
      for _ in 0..<20 {
        rig.frame()
        rig.wait(0.1)
      }
      let later = rig.frame().texts
      #expect(later == texts.map { ["now": "1 hour ago", "1 hour ago": "2 hours ago"][$0] ?? $0 })
    }
  }

  @Test func otherScreensAreNotWoken() throws {
    for document in [
      #"{"data":[{"t":1}],"components":[{"each":"","item":{"title":"{time(t)}"}}]}"#,
      #"{"components":[{"items":[{"title":"T"}]}]}"#,
    ] {
      let rig = try rig(document)
      rig.settle()
      #expect(rig.controller.renderFrame(at: rig.now).next == nil)
    }
  }

  /// Pictures and tests are the same every day: then it is noon of the first day of 2026.
  @Test func withoutAClockTimeStandsStill() throws {
    let rig = try rig(
      #"{"data":["2026-01-02",1767268800],"components":[{"each":"","item":{"title":"{relative(row)}"}}]}"#,
      isStill: true)
    #expect(rig.frame().texts == ["tomorrow", "now"])
    rig.settle()
    #expect(rig.controller.renderFrame(at: rig.now).next == nil)
  }
}

extension DrawList {
  /// The lines of text that are painted.
  fileprivate var texts: [String] {
    entries.compactMap { if case .text(let text, _, _, _, _, _) = $0.command { text } else { nil } }
  }
}
