/// A view that shows an element and measures it.
open class ElementHost: View {
  /// What is shown; setting it shows it with the next layout.
  public var element: (any Element)? { didSet { setNeedsLayout() } }
  let mounter = ViewMounter()

  open override func layoutSubviews() { mount(element) }

  /// Makes the views inside be those of `element`.
  final func mount(_ element: (any Element)?) {
    guard let environment else { return }
    let descriptions = element.map { [ElementNode($0, environment).layOut(in: bounds)] }
    mounter.mount(descriptions ?? [], in: self)
  }

  /// The size the element wants when it is as wide as `size`, or as it likes when that is infinite.
  open override func sizeThatFits(_ size: Size) -> Size {
    guard let environment, let element else { return .zero }
    return Self.size(of: ElementNode(element, environment), width: size.width)
  }

  /// The size of an element that fills `width`; one that has a fixed width keeps it.
  static func size(of node: ElementNode, width: Double) -> Size {
    let isFree = !width.isFinite || node.limits(.horizontal).isRigid
    return node.measure(
      in: SizeRange(
        minimum: Size(width: isFree ? 0 : width),
        maximum: Size(width: width, height: .infinity)))
  }
}
