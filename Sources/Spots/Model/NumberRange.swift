/// The ranges to which the numbers of a screen are clamped, so that every sum of them is finite.
enum NumberRange {
  static let length = 0.0...longestLength
  static let span = 0.0...1e6
  static let itemsPerRow = 1...1000
}

extension Layout {
  /// The layout with its numbers clamped to the ranges of documents; NaN becomes the lower bound.
  var clamped: Layout {
    var layout = self
    layout.span = span.clamped(to: NumberRange.span)
    layout.itemSpacing = sane(itemSpacing)
    layout.lineSpacing = sane(lineSpacing)
    layout.itemsPerRow = itemsPerRow.clamped(to: NumberRange.itemsPerRow)
    layout.inset = EdgeInsets(
      top: sane(inset.top), left: sane(inset.left), bottom: sane(inset.bottom),
      right: sane(inset.right))
    return layout
  }
}
