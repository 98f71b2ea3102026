import Spots

/// The laid-out screen as a JSON object. Scripts depend on the names and the order of the keys.
@MainActor
struct InspectOutput {
  let controller: SpotsController
  let positions: SourceMap
  var visibleOnly = false
  /// The virtual time of a replay, in seconds; nil outside of one.
  var time: Double?

  func bytes(pretty: Bool) -> [UInt8] {
    var json = JSONWriter(pretty: pretty)
    write(to: &json)
    return json.bytes
  }

  /// The screen as a line of a replay's output.
  var line: [UInt8] { bytes(pretty: false) + [UInt8(ascii: "\n")] }

  /// Writes the screen as one value of `json`.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.size("size", controller.size)
    json.size("contentSize", controller.contentSize)
    json.point("contentOffset", Point(x: 0, y: controller.contentOffset))
    json.array("components", LaidOutComponent.all(of: controller)) { json, component in
      write(component, isInside: false, to: &json)
    }
    if let time { json.member("time", time) }
    json.endObject()
  }

  /// - Parameter isInside: Whether a composite item holds the component, rather than the screen.
  private func write(_ laidOut: LaidOutComponent, isInside: Bool, to json: inout JSONWriter) {
    let model = laidOut.component.model
    json.beginObject()
    json.member("index", laidOut.index)
    json.member("identifier", model.identifier)
    json.member("kind", model.kind.rawValue)
    json.rect("frame", laidOut.frame)
    json.size("contentSize", laidOut.component.geometry.contentSize)
    json.point("contentOffset", laidOut.offset)
    for (key, part) in [("header", ItemPath.Part.header), ("footer", .footer)] {
      json.key(key)
      guard let part = laidOut.part(part) else {
        json.null()
        continue
      }
      json.beginObject()
      json.member("kind", part.item.kind)
      json.member("view", part.view)
      writeValue(of: part.item, to: &json)
      json.rect("frame", part.frame)
      writeInside(part, to: &json)
      json.endObject()
    }
    writeItems(of: laidOut, isInside: isInside, to: &json)
    json.endObject()
  }

  private func writeItems(
    of laidOut: LaidOutComponent, isInside: Bool, to json: inout JSONWriter
  ) {
    let visible = laidOut.visibleItems
    let isVisible = Set(visible)
    let shown = visibleOnly ? visible : Array(laidOut.component.geometry.shown)
    json.array("items", shown) { json, index in
      guard let part = laidOut.part(.item(index)) else { return }
      json.beginObject()
      json.member("index", index)
      json.member("kind", part.item.kind)
      json.member("view", part.view)
      json.member("title", part.item.title)
      writeValue(of: part.item, to: &json)
      json.rect("frame", part.frame)
      json.member("visible", isVisible.contains(index))
      if !isInside {
        let position = positions.item(index, inComponent: laidOut.index)
        json.member("line", position?.line ?? 0)
        json.member("column", position?.column ?? 0)
      }
      writeInside(part, to: &json)
      json.endObject()
    }
  }

  private func writeValue(of item: Item, to json: inout JSONWriter) {
    guard let name = item.valueName, let value = controller.environment.value(of: item) else {
      return
    }
    json.member("name", name)
    json.member("value", value)
  }

  private func writeInside(_ part: LaidOutComponent.Part, to json: inout JSONWriter) {
    guard let components = part.components else { return }
    json.array("components", components) { write($1, isInside: true, to: &$0) }
  }
}
