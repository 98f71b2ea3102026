import Spots

/// A word at the top right: the file is gone.
final class Badge: View {
  var text = "" {
    didSet {
      label.text = text
      setNeedsLayout()
    }
  }
  private let label = Label(.caption, .warning)

  required init() {
    super.init()
    addSubview(label)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let text = label.sizeThatFits(Size(width: max(size.width - 24, 0), height: .infinity))
    return Size(width: text.width + 24, height: text.height + 8)
  }

  override func layoutSubviews() {
    label.frame = Rect(x: 12, y: 4, width: max(frame.width - 24, 0), height: frame.height - 8)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(
      .shadow(
        bounds, Color.black.opacity(0.12), blur: 8, offset: 2, cornerRadius: frame.height / 2))
    list.fill(bounds, theme[.surface], cornerRadius: frame.height / 2)
    list.append(
      .stroke(bounds, theme[.warning].opacity(0.4), width: 1, cornerRadius: frame.height / 2))
  }
}
