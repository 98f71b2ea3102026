import Spots

/// The laid-out screen as a JSON object. Scripts depend on the names and the order of the keys.
@MainActor
struct InspectOutput {
  let controller: SpotsController
  let positions: SourceMap
  let visibleOnly: Bool
  /// The virtual time of a replay, in seconds; nil outside of one.
  var time: Double?

  func bytes(pretty: Bool) -> [UInt8] {
    var json = JSONWriter(pretty: pretty)
    write(to: &json)
    return json.bytes
  }

  /// Writes the screen as one value of `json`.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.size("size", controller.size)
    json.size("contentSize", controller.contentSize)
    json.point("contentOffset", Point(x: 0, y: controller.contentOffset))
    json.key("components")
    json.beginArray()
    for (index, component) in controller.components.enumerated() {
      write(
        component, index, controller.scrollView.placement(of: index), in: controller.size.width,
        isInside: false, to: &json)
    }
    json.endArray()
    if let time { json.member("time", time) }
    json.endObject()
  }

  /// - Parameters:
  ///   - placement: The visible part of the component, in the stack that holds it.
  ///   - width: The width of that stack, in points.
  ///   - isInside: Whether a composite item holds the stack, rather than the screen.
  private func write(
    _ component: Component, _ index: Int, _ placement: ContainerLayout.Placement,
    in width: Double, isInside: Bool, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("index", index)
    json.member("identifier", component.model.identifier)
    json.member("kind", component.model.kind.rawValue)
    json.rect("frame", shown(placement.frame, in: width))
    json.size("contentSize", component.geometry.contentSize)
    json.point(
      "contentOffset", Point(x: component.contentOffsetX, y: placement.inner))
    let header = component.geometry.headerFrame(inner: placement.inner)
    let footer = component.geometry.footerFrame
    write("header", .header, .header, header, component, placement, &json)
    write("footer", .footer, .footer, footer, component, placement, &json)
    writeItems(of: component, isInside ? nil : index, placement, to: &json)
    json.endObject()
  }

  private func write(
    _ key: String, _ part: ItemPath.Part, _ role: ViewRole, _ frame: Rect?,
    _ component: Component, _ placement: ContainerLayout.Placement, _ json: inout JSONWriter
  ) {
    json.key(key)
    let item = part == .header ? component.model.header : component.model.footer
    guard let item, let frame else {
      json.null()
      return
    }
    json.beginObject()
    json.member("kind", item.kind)
    json.member("view", component.viewName(of: item, role: role))
    writeValue(of: item, to: &json)
    json.rect("frame", shown(frame, in: component.geometry.width))
    let window = Rect(origin: Point(y: placement.inner), size: placement.frame.size)
    writeInside(part, of: component, item, frame.intersection(window), frame, to: &json)
    json.endObject()
  }

  /// `frame` as shown; right to left, it is mirrored in the width of what holds it.
  private func shown(_ frame: Rect, in width: Double) -> Rect {
    controller.environment.isRightToLeft ? frame.mirrored(in: width) : frame
  }

  /// - Parameter indexInFile: The index of the component in the document, used to look up
  ///   positions; nil inside a composite item.
  private func writeItems(
    of component: Component, _ indexInFile: Int?, _ placement: ContainerLayout.Placement,
    to json: inout JSONWriter
  ) {
    let window = Rect(
      x: component.horizontalScroll.offset, y: placement.inner, width: placement.frame.width,
      height: placement.frame.height)
    json.key("items")
    json.beginArray()
    let visible = visibleItems(of: component, in: window)
    for index in visibleOnly ? visible.sorted() : Array(component.geometry.shown) {
      let frame = component.geometry.frame(ofItem: index)
      json.beginObject()
      let item = component.model.items[index]
      write(item, index, of: component, frame, visible.contains(index), to: &json)
      if let indexInFile {
        let position = positions.item(index, inComponent: indexInFile)
        json.member("line", position?.line ?? 0)
        json.member("column", position?.column ?? 0)
      }
      writeInside(
        .item(index), of: component, item, frame.intersection(window), frame, to: &json)
      json.endObject()
    }
    json.endArray()
  }

  private func visibleItems(of component: Component, in window: Rect) -> Set<Int> {
    guard !window.isEmpty else { return [] }
    let slots = component.geometry.slots(in: window)
    return Set(slots.filter { component.geometry.frame(of: $0).intersects(window) }.map(\.item))
  }

  private func write(
    _ item: Item, _ index: Int, of component: Component, _ frame: Rect, _ isVisible: Bool,
    to json: inout JSONWriter
  ) {
    json.member("index", index)
    json.member("kind", item.kind)
    json.member("view", component.viewName(of: item, role: .item))
    json.member("title", item.title)
    writeValue(of: item, to: &json)
    json.rect("frame", shown(frame, in: component.geometry.width))
    json.member("visible", isVisible)
  }

  private func writeValue(of item: Item, to json: inout JSONWriter) {
    guard let name = item.valueName, let value = controller.environment.value(of: item) else {
      return
    }
    json.member("name", name)
    json.key("value")
    json.value(value)
  }

  /// Writes the components of a composite part, in its own coordinates. `visible` is the visible
  /// part of `frame`.
  private func writeInside(
    _ part: ItemPath.Part, of component: Component, _ item: Item, _ visible: Rect, _ frame: Rect,
    to json: inout JSONWriter
  ) {
    guard !item.children.isEmpty, let stack = component.nestedComponents(inside: part) else {
      return
    }
    json.key("components")
    json.beginArray()
    let top = visible.isEmpty ? 0 : visible.y - frame.y
    let viewport = Size(width: frame.width, height: visible.height)
    for (index, inner) in stack.components.enumerated() {
      let placement = stack.layout.placement(of: index, offset: top, viewport: viewport)
      write(inner, index, placement, in: frame.width, isInside: true, to: &json)
    }
    json.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func size(_ key: String, _ size: Size) {
    self.key(key)
    fields(["width": size.width, "height": size.height])
  }

  fileprivate mutating func point(_ key: String, _ point: Point) {
    self.key(key)
    fields(["x": point.x, "y": point.y])
  }

  mutating func rect(_ key: String, _ rect: Rect) {
    self.key(key)
    fields(["x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height])
  }

  private mutating func fields(_ fields: KeyValuePairs<String, Double>) {
    beginObject()
    for (key, value) in fields { member(key, value) }
    endObject()
  }
}
