/// The way from the parts of a screen to the whole screen, and to the program around it.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ScreenOutlet {
  /// Carries out what input, or another part, asks for.
  var perform: (InputEffect) -> Void = { _ in }
  /// Tells the program what happened, and returns whether it handles that.
  var onEvent: (SpotsEvent) -> Bool = { _ in false }
  /// Leaves the screen for the actions `pop` and `close`, and returns whether it can; nil where
  /// these are left to the program.
  var leave: ((_ action: String) -> Bool)?
  /// Those who iterate over what happens.
  let streams = EventStreams()
  /// Called when something changed that the last frame does not show.
  var needsFrame: () -> Void = {}
  /// Whether the program does something when an item without actions is clicked.
  var answers: (Item, ItemPath) -> Bool = { _, _ in true }

  @discardableResult
  func tell(_ event: SpotsEvent) -> Bool { onEvent(event) }
}
