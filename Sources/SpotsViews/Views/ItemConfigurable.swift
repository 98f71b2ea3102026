/// A view that can show an item.
///
/// Register the type under the kind of its items; components create, reuse and measure instances.
///
/// One instance of each type measures items and is never shown; the others are shown. Both are used
/// in the same order: a view has its environment, its `cellStyle` and the width on offer in its
/// `frame` before `configure(with:)` is called, and the measuring instance is configured before
/// `computeSize(for:containerSize:)` is called. A view may therefore size its subviews while it is
/// configured and return the size they need:
///
/// ```swift
/// final class NoteView: View, ItemConfigurable {
///   let textLabel = Label(.body, lineLimit: 0)
///
///   required init() {
///     super.init()
///     addSubview(textLabel)
///   }
///
///   func configure(with item: Item) {
///     textLabel.text = item.title
///     textLabel.sizeToFit()
///   }
///
///   func computeSize(for item: Item, containerSize: Size) -> Size {
///     Size(width: item.size.width, height: textLabel.frame.height)
///   }
/// }
/// ```
@MainActor
public protocol ItemConfigurable: View {
  /// The size of the view in points, used where neither `computeSize` is implemented.
  var preferredViewSize: Size { get }

  /// Whether `computeSize` returns the same size for every item in the same room, so that a million
  /// items are configured and measured once. `false` unless implemented.
  static var hasUniformHeight: Bool { get }

  /// Whether `computeSize` depends on its arguments, the environment and `cellStyle` alone, so that
  /// the measuring instance is not configured with each item it measures. `false` unless
  /// implemented.
  static var measuresUnconfigured: Bool { get }

  /// Shows `item`. Called when the item comes into view, and again each time the item, the width on
  /// offer or the environment changes.
  ///
  /// `frame` is as wide as the layout offers. Its height is the view's on the screen, and 0 in the
  /// measuring instance. `cellStyle` may change while the item is shown, which calls
  /// `layoutSubviews()` rather than this method.
  func configure(with item: Item)

  /// The size the view wants for `item`, in points; a width of 0 leaves the width to the layout. A
  /// side that is NaN or infinite counts as 0.
  ///
  /// Called on an instance that is not on the screen and, unless `measuresUnconfigured`, was
  /// configured with `item` just before. The size is cached, so it must not depend on earlier
  /// measurements. `containerSize` is the room the layout offers, of infinite height.
  func computeSize(for item: Item, containerSize: Size) -> Size

  /// The size the view wants for `item` in any room, in points; see
  /// `computeSize(for:containerSize:)`, which calls this unless it is implemented itself.
  func computeSize(for item: Item) -> Size

  /// The control that stands for the item when the item is activated, focused or clicked beside the
  /// control; nil, the default, if none does.
  var mainControl: Control? { get }

  /// Called before the view is reused for another item, to show or to measure.
  func prepareForReuse()

  /// Describes `item` to users who do not see the view, such as those of a screen reader.
  /// By default the item's title, subtitle, `meta.detail` and text, and `meta.alt` for its picture.
  ///
  /// Called only on demand, on any instance, so it must depend on the item, `cellStyle` and the
  /// environment alone.
  func accessibility(for item: Item) -> Accessibility
}

extension ItemConfigurable {
  /// `false`, so that every item is measured.
  public static var hasUniformHeight: Bool { false }
  /// `false`, so that the measuring instance is configured with each item.
  public static var measuresUnconfigured: Bool { false }
  /// 88 by 44 points.
  public var preferredViewSize: Size { .defaultView }
  /// The texts of the item.
  public func accessibility(for item: Item) -> Accessibility { Accessibility(item) }
  /// nil: the item itself.
  public var mainControl: Control? { nil }
  /// The size that `computeSize(for:)` returns, whatever the room.
  public func computeSize(for item: Item, containerSize: Size) -> Size { computeSize(for: item) }
  /// `preferredViewSize` for every item.
  public func computeSize(for item: Item) -> Size { preferredViewSize }
  /// Does nothing.
  public func prepareForReuse() {}

  /// Measures `item` in the order of calls that the protocol promises.
  package func measure(_ item: Item, cellStyle: CellStyle, containerSize: Size) -> Size {
    self.cellStyle = cellStyle
    let room = Size(width: containerSize.width)
    if frame.size != room { frame.size = room }
    guard !Self.measuresUnconfigured else {
      return computeSize(for: item, containerSize: containerSize)
    }
    configure(with: item)
    setNeedsLayout()
    defer { prepareForReuse() }
    return computeSize(for: item, containerSize: containerSize)
  }
}

/// An older form of `ItemConfigurable`: configuring may write the wanted size into the item.
@MainActor
public protocol ResizingItemConfigurable: ItemConfigurable {
  /// Shows `item`. A side of `item.size` that is set here is the size of the view, in points; a
  /// side that is 0 takes the preferred size.
  func configure(_ item: inout Item)
}

extension ResizingItemConfigurable {
  /// Calls `configure(_:)` with a copy and discards the size it writes.
  public func configure(with item: Item) {
    var copy = item
    configure(&copy)
  }

  /// The size that `configure(_:)` writes; sides that are not above 0 take the preferred size.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    var copy = item
    configure(&copy)
    let preferred = preferredViewSize
    return Size(
      width: copy.size.width > 0 ? copy.size.width : preferred.width,
      height: copy.size.height > 0 ? copy.size.height : preferred.height)
  }
}

extension Size {
  /// The preferred size of views that do not specify one.
  package static let defaultView = Size(width: 88, height: 44)
}
