import Spots

/// The laid-out screen as text: a line for each component, header, item and footer, indented under
/// its container, with frames in the coordinates of `InspectOutput`.
///
/// Leaves out positions in the document, so that an edit changes only the lines of what it moves.
@MainActor
struct ScreenOutline {
  /// The maximum number of items of a component that get a line.
  private static let mostItems = 1000

  private let controller: SpotsController
  private(set) var text = ""

  /// Expects a controller that has laid out its screen already.
  init(of controller: SpotsController) {
    self.controller = controller
    text =
      "\(Self.size(controller.size)), content \(Self.size(controller.contentSize))"
      + Self.offset(Point(x: 0, y: controller.contentOffset)) + "\n"
    for (index, component) in controller.components.enumerated() {
      write(
        component, index, controller.scrollView.placement(of: index), in: controller.size.width,
        depth: 0)
    }
  }

  private mutating func write(
    _ component: Component, _ index: Int, _ placement: ContainerLayout.Placement,
    in width: Double, depth: Int
  ) {
    let (model, geometry) = (component.model, component.geometry)
    let name = model.identifier.map { " '\($0.printable())'" } ?? ""
    let offset = Point(x: component.contentOffsetX, y: placement.inner)
    line(
      depth,
      "\(index) \(model.kind.rawValue)\(name) \(shown(placement.frame, in: width)), "
        + "content \(Self.size(geometry.contentSize))\(Self.offset(offset))")
    let window = Rect(origin: Point(y: placement.inner), size: placement.frame.size)
    write("header", .header, component, geometry.headerFrame(inner: placement.inner), window, depth)
    let items = geometry.shown
    for index in items.prefix(Self.mostItems) {
      write("\(index)", .item(index), component, geometry.frame(ofItem: index), window, depth)
    }
    if items.count > Self.mostItems {
      line(depth + 1, "\(items.count - Self.mostItems) more items")
    }
    write("footer", .footer, component, geometry.footerFrame, window, depth)
  }

  private mutating func write(
    _ label: String, _ part: ItemPath.Part, _ component: Component, _ frame: Rect?, _ window: Rect,
    _ depth: Int
  ) {
    guard let frame, let item = component.model.part(part) else { return }
    let kind = item.kind.isEmpty ? "" : "\(item.kind.printable()) "
    let title = item.title.isEmpty ? "" : " '\(item.title.printable())'"
    line(
      depth + 1,
      "\(label) \(kind)\(component.viewName(of: item, role: part.role)) "
        + shown(frame, in: component.geometry.width) + title)
    guard !item.children.isEmpty, let stack = component.nestedComponents(inside: part) else {
      return
    }
    let visible = frame.intersection(window)
    let top = visible.isEmpty ? 0 : visible.y - frame.y
    let viewport = Size(width: frame.width, height: visible.height)
    for (index, inner) in stack.components.enumerated() {
      write(
        inner, index, stack.layout.placement(of: index, offset: top, viewport: viewport),
        in: frame.width, depth: depth + 2)
    }
  }

  /// `frame` as shown; right to left, it is mirrored in the width of what holds it.
  private func shown(_ frame: Rect, in width: Double) -> String {
    let frame = controller.environment.isRightToLeft ? frame.mirrored(in: width) : frame
    return "\(Self.number(frame.x)),\(Self.number(frame.y)) \(Self.size(frame.size))"
  }

  private mutating func line(_ depth: Int, _ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  private static func size(_ size: Size) -> String {
    "\(number(size.width))x\(number(size.height))"
  }

  private static func offset(_ offset: Point) -> String {
    offset == .zero ? "" : ", scrolled to \(number(offset.x)),\(number(offset.y))"
  }

  /// A number of points, rounded to hundredths.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return Int(exactly: rounded)?.description ?? rounded.description
  }
}
