/// The layout of a component without items, of any kind. It stores nothing, because a long screen
/// may have thousands of them.
struct NoItemsLayout: ItemLayout {
  var contentSize: Size { .zero }
  var isComplete: Bool { true }

  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {}
  func frame(ofItem index: Int) -> Rect { .zero }
  func knownSize(ofItem index: Int) -> Size? { nil }
  func items(in rect: Rect) -> Range<Int> { 0..<0 }
}
