import Spots

/// The tree of nodes that screen readers get, as a JSON object. Scripts depend on the names and the
/// order of the keys; those without a value are left out.
@MainActor
struct AccessibilityOutput {
  let window: AccessibleNode

  var bytes: [UInt8] { JSONWriter(pretty: true) { write(window, to: &$0) }.bytes }

  private func write(_ node: AccessibleNode, to json: inout JSONWriter) {
    json.object { json in
      json.member("role", node.role.rawValue)
      json.member("name", node.name)
      if !node.details.isEmpty { json.member("description", node.details) }
      if !node.roleDescription.isEmpty { json.member("roleDescription", node.roleDescription) }
      if let value = node.value {
        json.object("value") { json in
          json.member("current", value.current)
          json.member("minimum", value.minimum)
          json.member("maximum", value.maximum)
          json.member("settable", value.isSettable)
          if !value.text.isEmpty { json.member("text", value.text) }
        }
      }
      if let text = node.text { json.member("text", text.content) }
      if !node.placeholder.isEmpty { json.member("placeholder", node.placeholder) }
      if let level = node.level { json.member("level", level) }
      json.rect("frame", node.frame)
      if let position = node.position {
        json.member("posInSet", position.index + 1)
        json.member("setSize", position.count)
      }
      for (key, words) in [("states", node.states.names), ("actions", node.actions.map(\.name))]
      where !words.isEmpty {
        json.array(key, words) { $0.string($1) }
      }
      if node.id.isList { json.member("childCount", node.childCount) }
      if !node.children.isEmpty { json.array("children", node.children) { write($1, to: &$0) } }
    }
  }
}
