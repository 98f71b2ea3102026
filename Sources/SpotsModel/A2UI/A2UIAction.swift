/// The effect of a button: an address or a dialog to open, and a message for the server.
package struct A2UIAction {
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
    let secrets = (event["context"]?.object ?? [:]).compactMapValues { value in
      value["path"]?.text.flatMap(scope.secret)
    }
    if !secrets.isEmpty { message["secrets"] = .object(secrets.mapValues { .string($0) }) }
    if surface.sendsData {
      message["sendDataModel"] = .object(surface.secrets.mapValues { .string($0) })
    }
    faults += expressions.faults
    return .object(message)
  }

  /// The messages for the server of a button that was clicked: the data model, where the server
  /// wants it, and the action.
  ///
  /// - Parameters:
  ///   - payload: What the item has for the action.
  ///   - data: The data of the screen.
  ///   - time: The present time as ISO 8601 writes it.
  ///   - answer: Returns the answer with a name, also a secret.
  package static func messages(
    of payload: JSONValue, data: JSONValue?, time: String, answer: (String) -> JSONValue?
  ) -> [JSONValue] {
    guard case .object(var message) = payload else { return [] }
    let version = message.removeValue(forKey: "version") ?? .string(A2UIStream.version)
    message["timestamp"] = .string(time)
    let secrets = message.removeValue(forKey: "secrets")?.object ?? [:]
    let answers = secrets.mapValues { answer($0.text ?? "") ?? "" }
    if !answers.isEmpty { message["context"] = message["context"]?.merging(answers) }
    let action: JSONValue = ["version": version]
    guard let places = message.removeValue(forKey: "sendDataModel")?.object,
      let surface = message["surfaceId"]?.text, var model = data?[surface]
    else { return [action.merging(["action": .object(message)])] }
    for (place, name) in places {
      guard let secret = answer(name.text ?? "") else { continue }
      model = A2UIData.putting(secret, at: place, in: model)
    }
    return [
      action.merging(["surfaces": .object([surface: model])]),
      action.merging(["action": .object(message)]),
    ]
  }
}
