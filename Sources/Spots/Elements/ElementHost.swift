/// A view that shows and measures an element.
open class ElementHost: View {
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

  /// The size of the element at the width of `size`, or its own size if that width is infinite.
  open override func sizeThatFits(_ size: Size) -> Size {
    guard let environment, let element else { return .zero }
    return Self.size(of: ElementNode(element, environment), width: size.width)
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
