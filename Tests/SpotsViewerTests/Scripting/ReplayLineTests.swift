import Spots
import SpotsTestSupport
import Testing

@testable import spots_viewer

@Suite @MainActor struct ReplayLineTests {
  private static let keys: [Key] =
    [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .space, .escape, .tab,
      .backspace, .delete, .insert, .menu, .back, .forward, .function(1), .function(12),
    ] + "a+-=/?\"\\7ßäя あ".filter { $0 != " " }.map(Key.character)

  /// Every step, whatever the user does, reads back as it was written.
  @Test func linesAreReadAsTheStepsTheyAre() throws {
    let place = Point(x: 12.5, y: 700.125)
    var events: [InputEvent] = [
      .pointerMoved(place), .pointerLeft, .textEntered("a\"\n👩‍👩‍👧‍👦"), .textEntered(""),
      .textComposed("にほnにほ", selected: 0..<6), .textComposed("", selected: 0..<0),
    ]
    for bits in 0..<8 {
      let held = Modifiers(rawValue: bits)
      events += Self.keys.map { .keyPressed($0, held) }
      events.append(.wheel(place, delta: Point(x: 0.25, y: -3), precise: bits > 3, held))
      for button in [PointerButton.left, .middle, .right, .back, .forward] {
        events.append(
          .pointerPressed(place, button, clicks: bits + 1, modifiers: held, isTouch: bits == 5))
        events.append(.pointerReleased(place, button))
      }
    }
    for event in events {
      let line = ReplayLine.input(event)
      #expect(try ReplayStep(line: line) == .input([event]), "\(event)")
    }
    for (line, step) in [
      (ReplayLine.line("wait", .number(), 0.125), ReplayStep.wait(0.125)),
      (ReplayLine.line("drop", .list(of: .string, ""), ["/a b"]), .drop(["/a b"])),
      (ReplayLine.clipboard("x", selected: nil), .clipboard("x", selected: nil)),
      (ReplayLine.clipboard(nil, selected: ""), .clipboard(nil, selected: "")),
      (
        ReplayLine.line("resize", .size, Size(width: 9, height: 7.5)),
        .resize(Size(width: 9, height: 7.5))
      ),
    ] {
      #expect(try ReplayStep(line: line) == step)
    }
  }
}
