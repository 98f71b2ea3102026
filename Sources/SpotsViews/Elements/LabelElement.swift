/// Text in one font and color, on a limited number of lines.
@MainActor
public struct LabelElement: ViewElement, Equatable {
  /// An empty text takes no room.
  public var text: String
  /// Before text scale.
  public var font: Font
  /// The theme's primary color unless given.
  public var color: Paint
  /// The most lines before the text ends in an ellipsis; 0 for no limit.
  public var lineLimit: Int
  /// The position of lines that are narrower than the element.
  public var alignment: Label.Alignment

  /// Creates a label of one line, in the body font and the theme's primary color unless given.
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

  /// Sets every property; a role also removes a color set before.
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

  /// The whole text, even where it is cut off on the screen.
  public var accessibility: Accessibility? { Accessibility(role: .text, label: text) }

  /// One line at a given width is as high as the font says; the view measures other labels.
  public var content: ElementContent {
    let isKnown = lineLimit == 1 && !text.isEmpty && !TextLayout.mayNeedHigherLines(text)
    return ElementContent(measuring: self, lineHeight: isKnown ? font.lineHeight : nil)
  }

  /// With no width, a text still takes the height of one line, and shows nothing.
  public func size(_ size: Size, thatFits view: Label) -> Size {
    if size.width > 0 { return view.sizeThatFits(size) }
    return Size(height: text.isEmpty ? 0 : font.lineHeight * (view.environment?.textScale ?? 1))
  }
}
