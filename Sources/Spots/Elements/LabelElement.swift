/// Text in one font and colour, on as many lines as it is allowed.
@MainActor
public struct LabelElement: ViewElement, Equatable {
  public var text: String
  /// Before text scale.
  public var font: Font
  public var color: Paint
  /// 0 for as many lines as the text needs.
  public var lineLimit: Int
  public var alignment: Label.Alignment

  public init(
    _ text: String, font: Font = .body, color: Paint = .role(.primary), lineLimit: Int = 1,
    alignment: Label.Alignment = .leading
  ) {
    self.text = text
    self.font = font
    self.color = color
    self.lineLimit = lineLimit
    self.alignment = alignment
  }

  public func updateView(_ view: Label, with context: ViewElementContext) {
    view.text = text
    view.font = font
    switch color {
    case .role(let role): (view.color, view.ownColor) = (role, nil)
    case .color(let color): view.ownColor = color
    }
    view.lineLimit = lineLimit
    view.alignment = alignment
  }

  public var content: ElementContent {
    // One line in a given width is as high as the font says, whatever the text.
    ElementContent(
      measuring: self, lineHeight: lineLimit == 1 && !text.isEmpty ? font.lineHeight : nil)
  }

  /// Without any width there is one line that shows nothing.
  public func size(_ size: Size, thatFits view: Label) -> Size {
    if size.width > 0 { return view.sizeThatFits(size) }
    return Size(height: text.isEmpty ? 0 : font.lineHeight * (view.environment?.textScale ?? 1))
  }
}
