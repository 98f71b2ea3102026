/// A view that shows and measures an element.
open class ElementView: View {
  /// The element on show; a change takes effect in the next layout pass. nil shows nothing.
  public var element: (any Element)? { didSet { setNeedsLayout() } }
  let mounter = ViewMounter()

  open override func layoutSubviews() { mount(element) }

  /// Updates the subviews to show `element`.
  final func mount(_ element: (any Element)?) {
    guard let environment else { return }
    let descriptions = element.map { [ElementNode($0, environment).layOut(in: bounds)] }
    mounter.mount(descriptions ?? [], in: self)
  }

  /// The elements in reading order; those with the place of a control do what it does.
  open override var accessibleParts: [AccessiblePart] {
    guard let environment, let element else { return super.accessibleParts }
    layoutIfNeeded()
    let controls = controls
    return ElementNode(element, environment).accessibleParts(in: bounds).map { content in
      let frame = content.frame ?? bounds
      let control = controls.first { control in
        let corner = Point.zero - control.convert(.zero, from: self)
        return corner.distance(to: frame.origin) < 0.01 && control.isEnabled
      }
      var part = AccessiblePart(content, frame: frame)
      if let control {
        part.states = control.hasKeyboard ? [.focusable, .focused] : .focusable
        part.activate = { [weak control] in control?.activate() }
      } else {
        part.isEnabled = content.role?.isOperated != true
      }
      return part
    }
  }

  /// The size of the element at the width of `size`, or its own size if that width is infinite.
  open override func sizeThatFits(_ size: Size) -> Size {
    guard let environment, let element else { return .zero }
    return Self.size(of: ElementNode(element, environment), width: size.width)
  }

  /// The element's own size, or that at `width` if it is wider.
  package final func size(within width: Double) -> Size {
    let own = sizeThatFits(Size(width: .infinity, height: .infinity))
    return own.width <= width ? own : sizeThatFits(Size(width: width, height: .infinity))
  }

  /// The size of an element that fills `width`; an element of fixed width keeps it.
  static func size(of node: ElementNode, width: Double) -> Size {
    let isFree = !width.isFinite || node.limits(.horizontal).isRigid
    return node.measure(
      in: SizeRange(
        minimum: Size(width: isFree ? 0 : width),
        maximum: Size(width: width, height: .infinity)))
  }
}

/// A view for items whose content is an element, on the surface of a row or card.
///
/// Subclasses describe their content in `body(for:)`.
open class ElementCell: ElementView, ItemConfigurable {
  private var item: Item?

  // MARK: Overridden by subclasses

  /// The content of `item`; nil shows nothing. Called to measure and to lay out the view, so it
  /// must depend on the item, `cellStyle` and the environment alone.
  open func body(for item: Item) -> (any Element)? { nil }

  /// The background of the body; `automatic` unless overridden.
  open var surface: ItemSurface { .automatic }

  package override var standsApart: Bool { surface == .none }

  /// The room around the body, in points; none without a surface.
  open var insets: EdgeInsets {
    guard surface != .none else { return .zero }
    let isRow = surface == .automatic && cellStyle.isRow
    let (side, edge) = isRow ? (cellStyle.margin, 8.0) : (12.0, 12.0)
    return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
  }

  /// The corner radius of a card's surface, in points.
  open var cornerRadius: Double { 12 }

  /// The distance from the left edge to the start of the separator below a row, in points.
  open var separatorInset: Double { insets.left }

  /// The distance from the right edge to the end of that separator, in points, in wide lists whose
  /// rows reach the window's edges; in all others it ends at the edge.
  open var separatorEnd: Double { insets.right }

  // MARK: ItemConfigurable

  /// Whether `body(for:)` uses nothing that `configure(with:)` sets. `false` unless overridden,
  /// because a subclass may keep parts of the item when it is configured.
  open class var measuresUnconfigured: Bool { false }

  /// Keeps the item; its body is made in the next layout pass.
  open func configure(with item: Item) {
    self.item = item
    setNeedsLayout()
  }

  /// The height of the body and its insets; the width is 0 unless the body has a fixed one.
  open func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let environment, let body = body(for: item) else { return .zero }
    let node = ElementNode(Inset(insets, body), environment)
    let isRigid = node.limits(.horizontal).isRigid
    let size = Self.size(of: node, width: containerSize.width)
    return Size(width: isRigid ? size.width : 0, height: size.height)
  }

  /// nil unless overridden, so that the item itself is meant.
  open var mainControl: Control? { nil }

  /// Reads the elements of the body in their order.
  open func accessibility(for item: Item) -> Accessibility {
    let reading = Accessibility(reading: body(for: item)?.accessibleParts(words) ?? [])
    guard !reading.children.isEmpty, environment != nil else { return reading.completed(by: item) }
    return Accessibility(reading: placedParts(of: item)).completed(by: item)
  }

  /// The descriptions of the elements of the body, in reading order, each with its place.
  final func placedParts(of item: Item) -> [Accessibility] {
    guard let environment, let body = body(for: item) else { return [] }
    return ElementNode(Inset(insets, body), environment).accessibleParts(in: bounds)
  }

  open override func layoutSubviews() {
    mount(item.flatMap(body).map { Inset(insets, $0) })
  }

  open override func draw(in list: inout DrawList) {
    switch surface {
    case .automatic where cellStyle.isRow:
      CellSurface(of: self).drawRow(in: &list)
      CellSurface(of: self).drawSeparator(
        in: &list, from: separatorInset,
        to: frame.width - (cellStyle.isWideRow ? separatorEnd : 0))
    case .automatic, .card: CellSurface(of: self).drawCell(in: &list, cornerRadius: cornerRadius)
    case .none: break
    }
  }

  override func drawInFront(in list: inout DrawList) {
    guard isCell, let theme = environment?.theme else { return }
    CellSurface(of: self).drawOutline(
      in: &list, cornerRadius: cornerRadius, lift: CellSurface(of: self).lift(in: &list))
    // The ring of the keyboard focus takes the place of this one.
    if state.contains(.selected), !state.contains(.focused) {
      list.append(.stroke(bounds, theme[.accent], width: 2, cornerRadius: cornerRadius))
    }
  }

  /// Whether the view is on a surface of its own rather than in a row or on none.
  private var isCell: Bool { surface == .card || surface == .automatic && !cellStyle.isRow }

  /// The pictures of a card hide most of its surface, so they react to the pointer with it.
  open override func scrim(in list: inout DrawList) -> Double {
    isCell ? stateScrim(in: &list) : 0
  }

  open override var focusCornerRadius: Double {
    cellStyle.isRow && surface != .card ? max(cellStyle.groupRadius, 6) : cornerRadius
  }
}

/// The background of an item, which also shows its state.
public enum ItemSurface: String, Hashable, Sendable, CaseIterable {
  /// A row's background in lists, a card's elsewhere.
  case automatic
  /// A card's background everywhere.
  case card
  /// No background; the view shows its state itself, if at all.
  case none
}
