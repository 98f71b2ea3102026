import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer
@testable import spots_viewer

/// The project's own screens use the width they have, on a phone and on a wall.
@Suite @MainActor struct ScreenWidthTests {
  /// A way to look at a screen.
  struct Look: CustomTestStringConvertible, Sendable {
    var textScale = 1.0
    var isRightToLeft = false
    /// The distance between two widths that are looked at, in points.
    var step = 40.0

    var testDescription: String { "\(textScale)\(isRightToLeft ? " right to left" : "")" }
  }

  private nonisolated static let looks = [
    Look(), Look(textScale: 2, step: 120), Look(isRightToLeft: true, step: 240),
  ]

  /// The height of the window at a width: at every third one, everything but the ends of carousels
  /// has a view.
  private func height(_ number: Int) -> Double { number.isMultiple(of: 3) ? 16_000 : 900 }

  @Test(arguments: looks) func theyAreGoodAtEveryWidth(look: Look) throws {
    for path in try SampleScreens.paths {
      let context = try ViewerContext(test: path)
      let file = try context.loader.open(.file(path))
      context.adopt(file)
      context.environment.textScale = look.textScale
      context.environment.isRightToLeft = look.isRightToLeft
      let controller = SpotsController(
        screen: try #require(file.reading.screen), size: Size(width: 360, height: height(0)),
        configuration: PageNibs(file.nibs).configuration, environment: context.environment)
      for (number, width) in stride(from: 360.0, through: 3840, by: look.step).enumerated() {
        controller.resize(to: Size(width: width, height: height(number)))
        _ = controller.renderFrame(at: 0)
        for (pointer, words) in LookReview(controller).faults() {
          Issue.record("\(path), \(width) points: \(pointer): \(words)")
        }
      }
    }
  }

  /// The command finds what is wrong, and nothing in what is right.
  @Test func theCommandNamesWhatIsUneven() throws {
    let directory = try TemporaryDirectory()
    func run(_ layout: String) throws -> CommandRun {
      let cards = (0..<8).map { #"{"kind":"card","title":"\#($0)"}"# }.joined(separator: ",")
      try directory.write(
        #"""
        {"spacing":"comfortable","components":[
          {"kind":"grid","layout":{"min-item-width":150},"items":[\#(cards)]},
          {"kind":"grid","layout":{"min-item-width":150\#(layout)},"items":[\#(cards)]}]}
        """#, to: "screen.json")
      return try CommandRun(["validate", "--looks", "--strict", "screen.json"], in: directory.path)
    }
    let good = try run("")
    #expect(good.status == 0, "\(good.errors)")
    let uneven = try run(#","inset":{"left":50,"right":50}"#)
    #expect(uneven.status == 1)
    let words = "begins 34 points beside others where the screen is 360 points wide"
    #expect(uneven.errors.contains(words), "\(uneven.errors)")
  }

  /// Texts and marks that can be read on what is behind them, in light and in dark.
  @Test(arguments: [
    (##""label":"{title}","color":"#999999""##, "2.8" as String?),
    (##""row":{"background":"accent","children":[{"label":"{title}","color":"accent"}]}"##, "1.0"),
    (##""row":{"children":[{"label":"{title}"},{"icon":"check","color":"#7A7A7A"}]}"##, nil),
    (##""row":{"children":[{"label":"{title}"},{"icon":"check","color":"#DDDDDD"}]}"##, "1.3"),
    (##""label":"{title}","color":"#1B1C1F""##, "1.1"),
  ])
  func theCommandNamesWhatIsFaint(nib: String, contrast: String?) throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"kind":"row",\#(nib)}"#, to: "row.view.json")
    try directory.write(
      #"{"components":[{"items":[{"kind":"row","title":"Title"}]}]}"#, to: "screen.json")
    let run = try CommandRun(
      ["validate", "--looks", "--strict", "--views", ".", "screen.json"], in: directory.path)
    #expect(run.status == (contrast == nil ? 0 : 1), "\(run.errors)")
    let words = contrast.map { "a part has a contrast of \($0) to 1" } ?? ""
    #expect(contrast == nil || run.errors.contains(words), "\(run.errors)")
  }
}
