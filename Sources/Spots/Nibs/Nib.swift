/// A view described by JSON: a tree of elements with holes for an item's data.
public struct Nib: Hashable, Sendable {
  /// The kind of the items it shows.
  public var kind: String
  /// The background behind its content.
  public var surface: ItemSurface
  /// Insets of its content, in points; nil for the surface's own.
  public var padding: EdgeInsets?
  var root: NibElement
}

/// One element of a nib.
struct NibElement: Hashable, Sendable {
  indirect enum Content: Hashable, Sendable {
    case label(NibLabel)
    case image(NibTemplate, DrawCommand.ContentMode)
    case icon(Icon.Name, NibPaint, size: Double)
    case progress(NibTemplate, NibPaint, thickness: Double)
    case spacer(Double)
    case divider(Axis)
    case stack(Axis, Flex, [NibElement])
    case overlay([NibElement], Corner)
    /// A box without content.
    case empty
  }

  /// The position of the front elements of an overlay.
  enum Corner: String, Hashable, Sendable, CaseIterable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left, center, right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"
  }

  var content = Content.empty
  var style = NibStyle()
}

struct NibLabel: Hashable, Sendable {
  var text: NibTemplate
  var font = Font.body
  var color = NibPaint.paint(.role(.primary))
  var lineLimit = 1
  var alignment = Label.Alignment.leading
}

/// The properties any element of a nib can have.
struct NibStyle: Hashable, Sendable {
  /// Nil: always shown.
  var condition: NibCondition?
  var traits = FlexTraits()
  /// Whether `traits` differ from the defaults.
  var hasTraits = false
  var limits = SizeLimits()
  var ratio: Double?
  var padding: EdgeInsets?
  var corners = Corners()
  var background: NibPaint?
  var border: NibPaint?
  var hasShadow = false
}
