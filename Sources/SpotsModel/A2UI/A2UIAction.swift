/// The effect of a button: an address or a dialog to open, and a message for the server.
struct A2UIAction {
  /// The action of the item; empty for none.
  private(set) var name = ""
  /// The template of the address that is opened instead.
  private(set) var address: JSONValue?
  /// The name of the dialog that is opened.
  private(set) var dialog: String?
  /// The message, with templates for what it has of the data.
  private(set) var message: JSONValue?
  private(set) var faults: [A2UIFault] = []

  init(of node: A2UINode) {
    let (component, surface) = (node.component, node.scope.surface)
    let action = component["action"]
    if let call = action?["functionCall"]?.object {
      guard call["call"] != "openUrl" else {
        address = call["args"]?["url"] ?? ""
        return
      }
      let name = (call["call"]?.text ?? "").printable(limit: 80)
      faults.append(A2UIFault(.unknownFunction, surface.id, "no button can call '\(name)'"))
      return
    }
    name = "a2ui:\(component.id)"
    if let content = node.dialog?.component.id {
      dialog = "\(surface.id)/\(content)"
      name = "sheet:\(surface.id)/\(content)"
    }
    if let event = action?["event"] ?? (dialog == nil ? [:] : nil) {
      message = message(event, of: component, on: surface, node.scope)
    }
  }

  private mutating func message(
    _ event: JSONValue, of component: A2UIComponent, on surface: A2UISurface, _ scope: A2UIScope
  ) -> JSONValue {
    var expressions = A2UIExpression(scope)
    let context = (event["context"]?.object ?? [:]).mapValues { value -> JSONValue in
      if case .string = value { return .string(expressions.template(value)) }
      return value.object == nil
        ? value : .string("{\(expressions.expression(value, isSafe: true))}")
    }
    var message: A2UIMembers = [
      "version": .string(surface.version),
      "name": .string(ExpressionTemplate.escaped(event["name"]?.text ?? "")),
      "surfaceId": .string(ExpressionTemplate.escaped(surface.id)),
      "sourceComponentId": .string(ExpressionTemplate.escaped(component.id)),
      "context": .object(context),
    ]
    if let words = event["userMessage"] {
      message["userMessage"] = .string(expressions.template(words))
    }
    if surface.sendsData { message["sendDataModel"] = true }
    faults += expressions.faults
    return .object(message)
  }
}
