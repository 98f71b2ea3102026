import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// What is submitted, and why not.
@MainActor
@Suite struct SubmissionTests {
  nonisolated private static let field =
    #"{"kind":"text-field","title":"Name","name":"n","checks":{"required":true}}"#

  private func rig(_ components: String, width: Double = 500) throws -> ScreenRig {
    let send = #"{"items":[{"title":"Send","kind":"button","action":"submit"}]}"#
    let json = #"{"components":[\#(send),\#(components)]}"#
    let reading = ScreenReader(configuration: Configuration()).read(Array(json.utf8))
    #expect(reading.diagnostics == [])
    let rig = ScreenRig(
      screen: try #require(reading.screen), size: Size(width: width, height: 400),
      environment: .fixed())
    rig.settle()
    return rig
  }

  private func submit(_ rig: ScreenRig) {
    rig.click(rig.center(0, 0))
    rig.settle()
  }

  /// Whatever hides a field, it is shown if its answer is missing.
  @Test(arguments: [
    (#"{"header":{"title":"H"},"collapsible":true,"collapsed":true,"items":[\#(field)]}"#, 0),
    (
      #"{"items":[{"title":"A"},{"title":"B","level":1},"#
        + #"{"level":2,\#(field.dropFirst())]}"#, 2
    ),
    (
      #"{"header":{"title":"H"},"collapsible":true,"collapsed":true,"items":[{"kind":"composite","#
        + #""children":[{"items":[\#(field)]}]}]}"#, 0
    ),
  ])
  func whatIsMissingIsUncovered(component: String, item: Int) throws {
    let rig = try rig(component)
    #expect(rig.windowFrame(1, item) == nil)
    submit(rig)
    #expect(rig.submits.isEmpty && rig.windowFrame(1, item) != nil)
    #expect(rig.controller.state.keyboard.path?.component == 1)
  }

  @Test func whatAFilterHasLeftOutIsShownAgain() throws {
    let rig = try rig(#"{"filter":true,"items":[\#(Self.field),{"title":"Other"}]}"#)
    rig.controller.state.filtering.look(for: "oth", in: rig.components[1])
    rig.settle()
    #expect(rig.components[1].geometry.shown.count == 1)
    submit(rig)
    #expect(rig.submits.isEmpty && rig.components[1].geometry.shown.count == 2)
  }

  /// Nobody can give an answer that is not there at this width.
  @Test func whatTheWidthLeavesOutIsNotAskedFor() throws {
    let component = #"{"when":{"min-width":700},"items":[\#(Self.field)]}"#
    let narrow = try rig(component)
    submit(narrow)
    #expect(narrow.submits.count == 1)
    let wide = try rig(component, width: 800)
    submit(wide)
    #expect(wide.submits.isEmpty)
  }
}
