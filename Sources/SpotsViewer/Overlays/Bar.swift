import Spots

/// A strip along the top or the bottom edge of the window: the way back and the screen's title, or
/// the state of the document and a button that counts faults.
///
/// The screen is beside the strip, so that nothing clickable is covered.
final class Bar: ElementView {
  override var sense: Sense { .cover }

  /// Shows elements one beside another within `edges`, and a line at the side of the screen.
  ///
  /// - Parameter isClear: Whether it shows what is behind.
  func show(
    _ elements: [any Element], isAtTop: Bool, isClear: Bool = false, edges: EdgeInsets = .zero
  ) {
    let row = Row(spacing: 8, elements).inset(by: edges)
    element = Box(
      color: isClear ? nil : .role(.surface),
      Overlay([
        Aligned(horizontal: .fill, vertical: .center, row),
        Aligned(horizontal: .fill, vertical: isAtTop ? .end : .start, Divider()),
      ]))
  }
}
