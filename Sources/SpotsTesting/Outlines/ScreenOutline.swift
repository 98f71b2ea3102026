import Spots

/// The laid-out screen as text: a line for each component, header, item and footer, indented under
/// its container, with frames in the coordinates of `spots-viewer inspect`.
///
/// Leaves out positions in the document, so that an edit changes only the lines of what it moves.
@MainActor
public struct ScreenOutline {
  /// The maximum number of items of a component that get a line.
  private static let mostItems = 1000

  /// The lines, each with its end.
  public private(set) var text = ""

  /// Expects a controller that has laid out its screen already.
  public init(of controller: SpotsController) {
    text =
      "\(Self.size(controller.size)), content \(Self.size(controller.contentSize))"
      + Self.offset(Point(x: 0, y: controller.contentOffset)) + "\n"
    if let toolbar = controller.screen.toolbar {
      let size = Size(width: controller.size.width, height: controller.toolbar.height)
      line(0, "toolbar \(Self.size(size))")
      for (index, action) in toolbar.actions.enumerated() {
        let frame = controller.frame(of: ItemPath(toolbarAction: index)).map(Self.frame)
        line(1, "\(index) \(frame ?? "in menu") '\(action.name.printable())'")
      }
    }
    for component in LaidOutComponent.all(of: controller) { write(component, depth: 0) }
    if let other = controller.beside { text += "beside: " + ScreenOutline(of: other).text }
  }

  private mutating func write(_ laidOut: LaidOutComponent, depth: Int) {
    let (model, geometry) = (laidOut.component.model, laidOut.component.geometry)
    let name = model.identifier.map { " '\($0.printable())'" } ?? ""
    line(
      depth,
      "\(laidOut.index) \(model.kind.rawValue)\(name) \(Self.frame(laidOut.frame)), "
        + "content \(Self.size(geometry.contentSize))\(Self.offset(laidOut.offset))"
        + (geometry.isClosed ? ", collapsed" : ""))
    write("header", laidOut.part(.header), depth)
    for index in geometry.shown.prefix(Self.mostItems) {
      let part = laidOut.part(.item(index))
      let cells = part.map { model.columns.cells(of: $0.item) } ?? []
      write("\(index)", part, depth, cells: cells.map(TableLayout.text))
    }
    let rest = geometry.shown.count - Self.mostItems
    if rest > 0 { line(depth + 1, "\(rest) more items") }
    write("footer", laidOut.part(.footer), depth)
  }

  private mutating func write(
    _ label: String, _ part: LaidOutComponent.Part?, _ depth: Int, cells: [String] = []
  ) {
    guard let part else { return }
    let kind = part.item.kind.isEmpty ? "" : "\(part.item.kind.printable()) "
    let texts = cells.isEmpty ? [part.item.title].filter { !$0.isEmpty } : cells
    let shown = texts.map { " '\($0.printable())'" }.joined()
    line(depth + 1, "\(label) \(kind)\(part.view) \(Self.frame(part.frame))\(shown)")
    for inner in part.components ?? [] { write(inner, depth: depth + 2) }
  }

  private mutating func line(_ depth: Int, _ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  private static func frame(_ frame: Rect) -> String {
    "\(number(frame.x)),\(number(frame.y)) \(size(frame.size))"
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
