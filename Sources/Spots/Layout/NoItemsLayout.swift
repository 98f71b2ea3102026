/// The layout of a component without items, whatever its kind: a long screen may have thousands of
/// them, so that it keeps nothing.
struct NoItemsLayout: ItemLayout {
  var contentSize: Size { .zero }
  var isComplete: Bool { true }

  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {}
  func frame(ofItem index: Int) -> Rect { .zero }
  func knownSize(ofItem index: Int) -> Size? { nil }
  func items(in rect: Rect) -> Range<Int> { 0..<0 }
}
