import Spots

/// A label for code and for the names of keys, whose brackets, blanks and signs stay in order on
/// screens that read from right to left.
struct LeftToRightLabel: ViewElement {
  let label: LabelElement

  func updateView(_ view: Label, with context: ViewElementContext) {
    label.updateView(view, with: context)
    view.direction = .leftToRight
  }
}
