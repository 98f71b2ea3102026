import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Controls are hovered, pressed and focused in a tree of views alone.
@Suite @MainActor struct ViewInteractionTests {
  private let root = View()
  private let button = ButtonControl()
  private let slider = SliderControl()
  private let interaction: ViewInteraction
  private let sent: Box

  private final class Box { var events: [(Control, ControlEvent)] = [] }

  init() {
    let (root, sent) = (root, Box())
    root.environment = .fixed()
    root.frame = Rect(width: 200, height: 100)
    button.frame = Rect(x: 10, y: 10, width: 80, height: 36)
    slider.frame = Rect(x: 10, y: 60, width: 180, height: 28)
    root.addSubview(button)
    root.addSubview(slider)
    root.onControlEffect { control, effect in
      if case .event(let event) = effect { sent.events.append((control, event)) }
    }
    (interaction, self.sent) = (ViewInteraction(root), sent)
  }

  private let onButton = Point(x: 20, y: 20)
  private let beside = Point(x: 150, y: 20)

  @discardableResult
  private func press(_ point: Point, clicks: Int = 1, at now: Double = 0) -> Bool {
    interaction.handle(.pointerPressed(point, .left, clicks: clicks), at: now)
  }

  @discardableResult
  private func release(_ point: Point) -> Bool {
    interaction.handle(.pointerReleased(point, .left), at: 0)
  }

  private func move(_ point: Point) -> Bool { interaction.handle(.pointerMoved(point), at: 0) }

  @Test func thePointerMarksWhatItIsOver() {
    #expect(!move(onButton) && button.state == .hover)
    #expect(!move(beside) && button.state == [])
    button.isEnabled = false
    #expect(!move(onButton) && button.state == [])
  }

  @Test func aClickActivatesAndTellsWhatIsAround() {
    #expect(press(onButton) && button.state == [.hover, .highlighted])
    #expect(release(onButton) && button.state == .hover)
    #expect(sent.events.map(\.1) == [.activated(action: nil)])
    #expect(sent.events.first?.0 === button)
  }

  @Test func aPressThatIsLetGoElsewhereDoesNothing() {
    press(onButton)
    #expect(move(beside) && button.state == [])
    #expect(move(onButton) && button.state == [.hover, .highlighted])
    #expect(release(beside) && button.state == [] && sent.events.isEmpty)
  }

  @Test func aPressBesideIsForWhatIsBehind() {
    #expect(!press(beside) && !move(onButton) && button.state == [])
    #expect(!release(onButton) && sent.events.isEmpty && button.state == .hover)
  }

  @Test func aSeriesThatBeganElsewherePressesNothing() {
    #expect(press(onButton, clicks: 2) && release(onButton) && sent.events.isEmpty)
    press(onButton)
    interaction.cancel()
    press(onButton, clicks: 2)
    release(onButton)
    #expect(sent.events.isEmpty)
    press(onButton)
    release(onButton)
    #expect(sent.events.count == 1)
  }

  @Test func aDragMovesWhatSensesIt() {
    press(Point(x: 20, y: 74))
    #expect(move(Point(x: 500, y: 0)) && slider.value == 1)
    release(Point(x: 500, y: 0))
    #expect(!move(Point(x: 20, y: 74)) && slider.value == 1)
  }

  @Test func aPressRepeatsWhileItIsHeld() {
    let stepper = StepperControl()
    stepper.choice = NumberChoice(in: 0...10, step: 1)
    stepper.frame = Rect(x: 110, y: 10, width: 72, height: 32)
    root.addSubview(stepper)
    press(Point(x: 170, y: 20))
    #expect(interaction.pointer.due == 0.5)
    #expect(!interaction.hold(at: 0.4))
    #expect(stepper.value == 0)
    for time in [0.5, 0.58] { #expect(!interaction.hold(at: time)) }
    #expect(stepper.value == 2)
    release(Point(x: 170, y: 20))
    #expect(interaction.pointer.due == nil && stepper.value == 2)
  }

  @Test func whatIsBehindACoverHearsOfNothing() {
    final class Cover: View { override var sense: Sense { .cover } }
    let cover = Cover()
    cover.frame = root.bounds
    root.addSubview(cover)
    #expect(press(onButton) && release(onButton) && button.state == [] && sent.events.isEmpty)
    cover.isHidden = true
    press(onButton)
    #expect(button.state == [.hover, .highlighted])
  }

  @Test func tabGoesThroughTheTree() {
    #expect(interaction.moveKeyboard(isForward: true))
    #expect(button.hasKeyboard && button.state == .focused)
    #expect(interaction.keyPressed(.space, []) && sent.events.count == 1)
    #expect(interaction.keyPressed(.tab, []) && !button.hasKeyboard && slider.hasKeyboard)
    #expect(interaction.keyPressed(.right, []) && slider.value > 0)
    #expect(!interaction.keyPressed(.up, []) && !slider.hasKeyboard)
    #expect(interaction.moveKeyboard(isForward: false) && slider.hasKeyboard)
    #expect(!interaction.keyPressed(.tab, []) && !slider.hasKeyboard)
  }

  @Test func onlyWhatIsSeenHasTheKeyboard() {
    interaction.moveKeyboard(isForward: true)
    button.isHidden = true
    #expect(!interaction.keyPressed(.space, []) && sent.events.isEmpty)
    #expect(interaction.moveKeyboard(isForward: true) && slider.hasKeyboard)
  }
}
