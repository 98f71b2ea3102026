import Spots

/// The tree of nodes that screen readers get, as a JSON object. Scripts depend on the names and the
/// order of the keys; those without a value are left out.
@MainActor
struct AccessibilityOutput {
  let window: AccessibleNode

  var bytes: [UInt8] {
    var json = JSONWriter(pretty: true)
    write(window, to: &json)
    return json.bytes
  }

  private func write(_ node: AccessibleNode, to json: inout JSONWriter) {
    json.beginObject()
    json.member("role", node.role.rawValue)
    json.member("name", node.name)
    if !node.details.isEmpty { json.member("description", node.details) }
    if !node.roleDescription.isEmpty { json.member("roleDescription", node.roleDescription) }
    if let value = node.value { write(value, to: &json) }
    if let text = node.text { json.member("text", text.content) }
    json.key("frame")
    json.beginObject()
    let frame = node.frame
    let sides = [("x", frame.x), ("y", frame.y), ("width", frame.width), ("height", frame.height)]
    for (name, length) in sides { json.member(name, length) }
    json.endObject()
    if let position = node.position {
      json.member("posInSet", position.index + 1)
      json.member("setSize", position.count)
    }
    write("states", node.states.names, to: &json)
    write("actions", node.actions.map(\.name), to: &json)
    if node.role == .list { json.member("childCount", node.childCount) }
    if !node.children.isEmpty {
      json.key("children")
      json.beginArray()
      for child in node.children { write(child, to: &json) }
      json.endArray()
    }
    json.endObject()
  }

  private func write(_ value: AccessibleValue, to json: inout JSONWriter) {
    json.key("value")
    json.beginObject()
    json.member("current", value.current)
    json.member("minimum", value.minimum)
    json.member("maximum", value.maximum)
    json.member("settable", value.isSettable)
    json.endObject()
  }

  private func write(_ key: String, _ words: [String], to json: inout JSONWriter) {
    guard !words.isEmpty else { return }
    json.key(key)
    json.beginArray()
    for word in words { json.string(word) }
    json.endArray()
  }
}
