/// A control with a box around what users type.
public class FieldControl: Control {
  /// Whether the box is in the color of errors.
  public final var isWrong = false { didSet { if isWrong != oldValue { setNeedsDisplay() } } }
  /// Called with the text after each change by the user, instead of telling the screen.
  public final var onChange: ((String) -> Void)?

  /// The least room between the box and what is in it.
  static let padding = Size(width: 12, height: 7.5)
  static let cornerRadius = 8.0

  /// Reports a change by the user: the text, or the value that it stands for.
  final func tell(_ text: String, as value: JSONValue) {
    if let onChange { onChange(text) } else { send(.valueChanged(value)) }
  }

  /// The side of the mark at the end from which something is picked, in points.
  final var markSide: Double { 18 * textGrowth }

  final var markFrame: Rect {
    Rect(
      x: frame.width - Self.padding.width - markSide, y: (frame.height - markSide) / 2,
      width: markSide, height: markSide)
  }

  /// Draws the box, and returns the opacity of the hover highlight.
  @discardableResult
  final func drawBox(in list: inout DrawList) -> Double {
    guard let theme = environment?.theme else { return 0 }
    list.fill(bounds, theme[.surface], cornerRadius: Self.cornerRadius)
    let hover = hoverProgress(in: &list)
    let rest = isWrong ? theme[.error] : theme.outline
    let line =
      hasKeyboard && !isWrong ? theme[.accent] : rest.mixed(with: theme[.primary], 0.6 * hover)
    list.append(
      .stroke(bounds, line, width: hasKeyboard ? 2 : 1, cornerRadius: Self.cornerRadius))
    return hover
  }
}
