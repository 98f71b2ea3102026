import Spots

extension Configuration {
  /// The views of the workload.
  static var peer: Configuration {
    let configuration = Configuration()
    configuration.register(defaultView: PeerItemView.self)
    configuration.register(view: PeerHeaderView.self, identifier: "header")
    return configuration
  }
}

/// A row of the list, or a card of the carousel.
final class PeerItemView: View, ItemConfigurable {
  private let image = ImageView()
  private let title = Label(Font(size: 16, lineHeight: 19, weight: .bold))
  private let subtitle = Label(Font(size: 13, lineHeight: 15))

  static let hasUniformHeight = true

  required init() {
    super.init()
    for view in [image, title, subtitle] { addSubview(view) }
    title.ownColor = .black
    subtitle.ownColor = Color(0x777777)
  }

  func computeSize(for item: Item, containerSize: Size) -> Size { Size(width: 0, height: 64) }

  func configure(with item: Item) {
    image.source = item.image
    title.text = item.title
    title.font =
      item.subtitle.isEmpty
      ? Font(size: 14, lineHeight: 17) : Font(size: 16, lineHeight: 19, weight: .bold)
    subtitle.text = item.subtitle
  }

  override func layoutSubviews() {
    if cellStyle.isRow {
      image.frame = Rect(x: 8, y: 8, width: 48, height: 48)
      title.frame = Rect(x: 64, y: 10, width: frame.width - 64, height: 19)
      subtitle.frame = Rect(x: 64, y: 34, width: frame.width - 64, height: 15)
    } else {
      image.frame = Rect(x: 0, y: 0, width: frame.width, height: 90)
      title.frame = Rect(x: 0, y: 94, width: frame.width, height: 17)
      subtitle.frame = .zero
    }
  }
}

/// The title at the top of the screen.
final class PeerHeaderView: View, ItemConfigurable {
  private let title = Label(Font(size: 24, lineHeight: 28, weight: .bold))

  required init() {
    super.init()
    addSubview(title)
    title.ownColor = .black
  }

  func computeSize(for item: Item, containerSize: Size) -> Size { Size(width: 0, height: 48) }

  func configure(with item: Item) { title.text = item.title }

  override func layoutSubviews() {
    title.frame = Rect(x: 8, y: 10, width: frame.width - 8, height: 28)
  }
}
