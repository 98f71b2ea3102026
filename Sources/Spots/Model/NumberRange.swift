/// The ranges numbers of a screen are cut to, so that every sum of them is finite.
enum NumberRange {
  static let length = 0.0...longestLength
  static let span = 0.0...1e6
  static let itemsPerRow = 1...1000
}

extension Layout {
  /// The layout with its numbers in the ranges that documents may give them; what is no number
  /// counts as the least.
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
