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
    JSONWriter(pretty: pretty) { write(to: &$0) }.bytes
  }

  /// The screen as a line of a replay's output.
  var line: [UInt8] { bytes(pretty: false) + [UInt8(ascii: "\n")] }

  /// Writes the screen as one value of `json`.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.size("size", controller.size)
      json.size("contentSize", controller.contentSize)
      json.point("contentOffset", Point(x: 0, y: controller.contentOffset))
      json.array("components", LaidOutComponent.all(of: controller)) { json, component in
        write(component, isInside: false, to: &json)
      }
      if let time { json.member("time", time) }
    }
  }

  /// - Parameter isInside: Whether a composite item holds the component, rather than the screen.
  private func write(_ laidOut: LaidOutComponent, isInside: Bool, to json: inout JSONWriter) {
    let model = laidOut.component.model
    json.object { json in
      json.member("index", laidOut.index)
      json.member("identifier", model.identifier)
      json.member("kind", model.kind.rawValue)
      json.rect("frame", laidOut.frame)
      json.size("contentSize", laidOut.component.geometry.contentSize)
      json.point("contentOffset", laidOut.offset)
      for (key, part) in [("header", ItemPath.Part.header), ("footer", .footer)] {
        json.key(key)
        if let part = laidOut.part(part) { write(part, to: &json) } else { json.null() }
      }
      let visible = laidOut.visibleItems
      let isVisible = Set(visible)
      let shown = visibleOnly ? visible : Array(laidOut.component.geometry.shown)
      json.array("items", shown) { json, index in
        guard let part = laidOut.part(.item(index)) else { return }
        write(part, index: index, to: &json) { json in
          json.member("visible", isVisible.contains(index))
          guard !isInside else { return }
          let position = positions.item(index, inComponent: laidOut.index)
          json.member("line", position?.line ?? 0)
          json.member("column", position?.column ?? 0)
        }
      }
    }
  }

  /// - Parameter index: That of an item; nil for a header or footer.
  private func write(
    _ part: LaidOutComponent.Part, index: Int? = nil, to json: inout JSONWriter,
    place: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      if let index { json.member("index", index) }
      json.member("kind", part.item.kind)
      json.member("view", part.view)
      if index != nil { json.member("title", part.item.title) }
      writeValue(of: part.item, to: &json)
      json.rect("frame", part.frame)
      place(&json)
      if let components = part.components {
        json.array("components", components) { write($1, isInside: true, to: &$0) }
      }
    }
  }

  private func writeValue(of item: Item, to json: inout JSONWriter) {
    guard let name = item.valueName, let value = controller.environment.value(of: item) else {
      return
    }
    json.member("name", name)
    json.member("value", value)
  }
}
