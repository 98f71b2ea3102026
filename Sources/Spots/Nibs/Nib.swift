/// A view described by JSON: a tree of elements with holes for an item's data.
public struct Nib: Hashable, Sendable {
  /// Which items it shows.
  public var kind: String
  /// What lies behind it.
  public var surface: ItemSurface
  /// Room around its content; nil is what the surface brings.
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
    /// A box that holds nothing.
    case empty
  }

  /// Where what is in front stands in an overlay.
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

/// What any element of a nib may have.
struct NibStyle: Hashable, Sendable {
  /// Nil: always shown.
  var condition: NibCondition?
  var traits = FlexTraits()
  /// Whether the element says something to its row or column.
  var hasTraits = false
  var limits = SizeLimits()
  var ratio: Double?
  var padding: EdgeInsets?
  var corners = Corners()
  var background: NibPaint?
  var border: NibPaint?
  var hasShadow = false
}
