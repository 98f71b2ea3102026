import Spots

/// An outline around the inspected part of the screen, with a tag that describes it.
final class InspectorOverlay: View {
  /// The part to outline, and the text of its tag.
  struct Target: Equatable {
    /// In window coordinates, in points.
    var frame: Rect
    /// The lines of the tag; the first one names the kind.
    var lines: [String]
  }

  /// Finds the target; called at each layout, since the screen scrolls under the pointer.
  var locate: @MainActor () -> Target? = { nil }
  private(set) var target: Target?
  private let tag = ElementView()

  private static let padding = 8.0
  private static let margin = 4.0
  private static let widest = 420.0

  /// The fonts of the first line and of the others.
  private static let fonts = [Font.bodyMedium, .caption]

  required init() {
    super.init()
    addSubview(tag)
  }

  override var accessiblePart: AccessiblePart? {
    target.map {
      AccessiblePart(Accessibility(label: $0.lines.joined(separator: ", ")), frame: $0.frame)
    } ?? .absent
  }

  override func layoutSubviews() {
    target = locate()
    if environment?.isRightToLeft == true, let shown = target?.frame {
      target?.frame = shown.mirrored(in: frame.width)
    }
    tag.isHidden = target == nil
    guard let target else { return }
    tag.element = Column(
      target.lines.enumerated().map { index, line in
        LabelElement(line, font: Self.fonts[min(index, 1)], color: .role(.background))
      }
    ).inset(horizontal: Self.padding, vertical: Self.padding)
    let room = max(min(Self.widest + Self.padding * 2, frame.width - Self.margin * 2), 0)
    let size = tag.size(within: room)
    tag.frame = Popup.frame(
      of: size, beside: target.frame, in: bounds.expanded(by: -Self.margin),
      leastHeight: size.height)
  }

  override func draw(in list: inout DrawList) {
    guard let target, let theme = environment?.theme else { return }
    list.fill(target.frame, theme[.accent].opacity(0.12))
    list.append(.stroke(target.frame, theme[.accent], width: 1, cornerRadius: 0))
    list.append(
      .shadow(tag.frame, Color.black.opacity(0.2), blur: 12, offset: 3, cornerRadius: 6))
    list.fill(tag.frame, theme[.primary], cornerRadius: 6)
  }
}
