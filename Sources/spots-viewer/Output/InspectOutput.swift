import Spots
import SpotsTesting

/// The laid-out screen as a JSON object. Scripts depend on the names and the order of the keys.
@MainActor
struct InspectOutput {
  let controller: SpotsController
  let positions: SourceMap
  var visibleOnly = false
  /// Whether parts that are made of data have their expressions.
  var hasExpressions = false
  /// Describes for screen readers what items consist of; nil leaves that out.
  var accessible: AccessibleScreen?
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
      if let toolbar = controller.screen.toolbar { write(toolbar, to: &json) }
      json.array("components", LaidOutComponent.all(of: controller)) { json, component in
        write(component, in: nil, to: &json)
      }
      if let other = controller.beside {
        json.key("beside")
        InspectOutput(
          controller: other, positions: SourceMap(), visibleOnly: visibleOnly,
          accessible: accessible.map { _ in AccessibleScreen(other) }
        ).write(to: &json)
      }
      if let time { json.member("time", time) }
    }
  }

  /// Writes a toolbar; buttons in its menu have no frame.
  private func write(_ toolbar: ToolbarModel, to json: inout JSONWriter) {
    json.object("toolbar") { json in
      json.member("title", toolbar.title)
      json.array("actions", toolbar.actions.indices) { json, index in
        let path = ItemPath(toolbarAction: index)
        json.object { json in
          json.member("index", index)
          json.member("title", toolbar.actions[index].name)
          if let frame = controller.frame(of: path) { json.rect("frame", frame) }
        }
      }
    }
  }

  /// - Parameter parent: The composite item that holds the component; nil for the screen.
  private func write(
    _ laidOut: LaidOutComponent, in parent: ItemPath?, to json: inout JSONWriter
  ) {
    let model = laidOut.component.model
    let path = ComponentPath(laidOut.index, in: parent)
    json.object { json in
      json.member("index", laidOut.index)
      json.member("identifier", model.identifier)
      json.member("kind", model.kind.rawValue)
      json.rect("frame", laidOut.frame)
      json.size("contentSize", laidOut.component.geometry.contentSize)
      json.point("contentOffset", laidOut.offset)
      if laidOut.component.geometry.isClosed { json.member("collapsed", true) }
      for (key, edge) in [("header", ItemPath.Part.header), ("footer", .footer)] {
        json.key(key)
        if let part = laidOut.part(edge) {
          write(part, at: path.part(edge), to: &json)
        } else {
          json.null()
        }
      }
      let visible = laidOut.visibleItems
      let isVisible = Set(visible)
      let shown = visibleOnly ? visible : Array(laidOut.component.geometry.shown)
      json.array("items", shown) { json, index in
        guard let part = laidOut.part(.item(index)) else { return }
        write(part, at: path.item(index), to: &json) { json in
          json.member("visible", isVisible.contains(index))
          write(part.item, at: path.item(index), in: model, to: &json)
        }
      }
    }
  }

  /// Writes what a row of a table or a tree has, and where an item is in the document.
  private func write(
    _ item: Item, at path: ItemPath, in model: ComponentModel, to json: inout JSONWriter
  ) {
    if !model.columns.isEmpty { json.member("cells", .array(model.columns.cells(of: item))) }
    if item.nesting.level > 0 { json.member("level", item.nesting.level) }
    if let isExpanded = controller.disclosure.isExpanded(path) {
      json.member("expanded", isExpanded)
    }
    guard path.nested.isEmpty, let index = path.item else { return }
    let position = positions.item(index, inComponent: path.component)
    json.member("line", position?.line ?? 0)
    json.member("column", position?.column ?? 0)
  }

  private func write(
    _ part: LaidOutComponent.Part, at path: ItemPath, to json: inout JSONWriter,
    place: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      let index = path.last.item
      if let index { json.member("index", index) }
      json.member("kind", part.item.kind)
      json.member("view", part.view)
      if index != nil { json.member("title", part.item.title) }
      writeValue(of: part.item, to: &json)
      json.rect("frame", part.frame)
      place(&json)
      if let node = accessible?.node(at: path) { write(node, at: path, to: &json) }
      if hasExpressions, let filled = controller.boundData.filledPart(at: path) {
        write(filled, to: &json)
      }
      if let components = part.components {
        json.array("components", components) { write($1, in: path, to: &$0) }
      }
    }
  }

  /// Writes what screen readers call a part, and what is inside it but no item of its own.
  private func write(_ node: AccessibleNode, at path: ItemPath, to json: inout JSONWriter) {
    json.member("label", node.name)
    let inside = node.all.dropFirst().filter {
      accessible?.path(of: $0.id) == path && !$0.name.isEmpty && $0.states.contains(.showing)
    }
    json.array("parts", inside) { json, part in
      json.object { json in
        json.member("role", part.role.rawValue)
        json.member("label", part.name)
        json.rect("frame", part.frame)
      }
    }
  }

  private func write(_ filled: FilledPart, to json: inout JSONWriter) {
    json.member("data", filled.row)
    if let bound = filled.bound {
      json.object("bind") { json in
        json.member("data", bound)
        if let value = filled.boundValue { json.member("value", value) }
      }
    }
    json.array("expressions", filled.holes) { json, hole in
      json.object { json in
        json.member("key", hole.key)
        json.member("expression", hole.expression)
        switch hole.value {
        case .success(let value): json.member("value", value)
        case .failure(let fault): json.member("fault", fault.message)
        }
      }
    }
  }

  private func writeValue(of item: Item, to json: inout JSONWriter) {
    guard let name = item.valueName, item.input.inputType != .secret,
      let value = controller.environment.value(of: item)
    else { return }
    json.member("name", name)
    json.member("value", value)
  }
}
