/// Stands where there is nothing to show: a picture, a title, a sentence, and buttons, in the
/// middle of the room on offer.
package struct EmptyState: ComposedElement {
  var title: String
  /// More about it; empty for nothing.
  var text: String
  /// Whether something has failed, rather than being empty.
  var isFailure: Bool
  var buttons: [Button]

  private static let titleFont = Font(size: 18, lineHeight: 24, weight: .semibold)
  private static let (side, longest) = (56.0, 420.0)

  package init(
    title: String, text: String = "", isFailure: Bool = false, buttons: [Button] = []
  ) {
    (self.title, self.text) = (title, text)
    (self.isFailure, self.buttons) = (isFailure, buttons)
  }

  package var body: any Element {
    let heading = LabelElement(title, font: Self.titleFont, lineLimit: 0, alignment: .center)
    let sentence = LabelElement(
      text, font: .body, color: .role(.secondary), lineLimit: 0, alignment: .center)
    let texts = Column(
      spacing: 6, alignment: .center,
      [heading.accessible(role: .heading)] + (text.isEmpty ? [] : [sentence]))
    let row = Row(
      spacing: 8, justification: .center, wraps: true, lineSpacing: 8,
      buttons.map { Sized(SizeLimits(minimumWidth: 96), $0) })
    return Column(
      spacing: 16, alignment: .center,
      [isFailure ? mark : page, Sized(SizeLimits(maximumWidth: Self.longest), texts)]
        + (buttons.isEmpty ? [] : [row])
    ).inset(horizontal: 24).centered()
  }

  /// An exclamation mark in a circle.
  private var mark: any Element {
    let parts = [18.0, 4].map { height in
      Box(color: .role(.secondary), cornerRadius: 2).sized(width: 4, height: height)
    }
    return Box(
      cornerRadius: Self.side / 2, border: .role(.secondary), borderWidth: 2,
      Column(spacing: 4, parts).centered()
    ).sized(width: Self.side, height: Self.side)
  }

  /// A page with a few lines.
  private var page: any Element {
    let lines = [20.0, 24, 14].map { width in
      Box(color: .role(.secondary), cornerRadius: 1).sized(width: width, height: 2)
    }
    return Box(
      cornerRadius: 8, border: .role(.secondary), borderWidth: 2,
      Column(spacing: 8, alignment: .start, lines).inset(horizontal: 10, vertical: 16)
    ).sized(width: 44, height: Self.side)
  }
}
