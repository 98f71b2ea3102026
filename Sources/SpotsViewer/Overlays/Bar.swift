import Spots

/// A strip along the bottom edge of the window: the state of the document and a button that counts
/// faults.
///
/// The screen is beside the strip, so that nothing clickable is covered.
final class Bar: ElementView {
  override var sense: Sense { .cover }

  /// Shows elements one beside another, and a line at the side of the screen.
  func show(_ elements: [any Element]) {
    element = Box(
      color: .role(.surface),
      Overlay([
        Aligned(horizontal: .fill, vertical: .center, Row(spacing: 8, elements)),
        Aligned(horizontal: .fill, vertical: .start, Divider()),
      ]))
  }
}
