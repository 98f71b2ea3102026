/// What input leads to beyond scrolling.
@MainActor
protocol InputResponder: AnyObject {
  /// A part is activated, by a click or a key.
  func activate(_ path: ItemPath)

  /// The user asks for fresh content.
  ///
  /// - Returns: Whether that means something to the program.
  func askForRefresh() -> Bool

  /// What is hovered, pressed or focused is something else now.
  func statesDidChange()

  /// The keyboard acts on another part, or on none.
  func focusDidChange(to path: ItemPath?)

  /// The screen looks different.
  func setNeedsFrame()
}
