/// The control that a component of A2UI is, as an item.
struct A2UIAnswer {
  private let node: A2UINode
  private(set) var faults: [A2UIFault] = []

  /// The kinds of components that are controls.
  static let kinds: Set<String> = [
    "TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput",
  ]

  init(_ node: A2UINode) { self.node = node }

  private var component: A2UIComponent { node.component }

  /// The keys of the item.
  mutating func item() -> [String: JSONValue] {
    var item: [String: JSONValue] = ["title": .string(template(component["label"]))]
    switch component.type {
    case "TextField": textField(&item)
    case "CheckBox":
      item["kind"] = "checkbox"
      bind(&item)
    case "Slider":
      item["kind"] = "slider"
      bind(&item)
      item["minimum"] = component["min"] ?? 0
      item["maximum"] = component["max"] ?? 1
    case "ChoicePicker": choice(&item)
    default: date(&item)
    }
    check(&item)
    if let description = component["accessibility"]?["description"] {
      item["subtitle"] = .string(template(description))
    }
    return item
  }

  private mutating func template(_ value: JSONValue?) -> String {
    var expressions = A2UIExpression(node.scope)
    let template = expressions.template(value)
    faults += expressions.faults
    return template
  }

  /// Binds the item to the data, or gives it a name of its own and a value.
  private mutating func bind(_ item: inout [String: JSONValue], _ more: String...) {
    let path = component["value"]?["path"]?.text
    if let path, node.scope.secret(at: path) == nil {
      item["bind"] = .string(
        more.isEmpty ? node.scope.pointer(path) : node.scope.pointer(path, more[0]))
      return
    }
    item["name"] = .string("\(node.scope.surface.id)/\(component.id)")
    guard let value = component["value"] else { return }
    switch value {
    case .string, .object: item["value"] = .string(template(value))
    default: item["value"] = value
    }
  }

  private mutating func textField(_ item: inout [String: JSONValue]) {
    item["kind"] = "text-field"
    bind(&item)
    switch component.word("variant") {
    case "longText": item["lines"] = 6
    case "number": item["input-type"] = "number"
    case "obscured": item["input-type"] = "secret"
    default: break
    }
  }

  private mutating func choice(_ item: inout [String: JSONValue]) {
    item["kind"] = "choice"
    let options = component["options"]?.elements ?? []
    item["options"] = .array(
      options.map { option in
        let value = ExpressionTemplate.escaped(option["value"]?.text ?? "")
        return ["value": .string(value), "title": .string(template(option["label"]))]
      })
    let isSeveral = component.word("variant") == "multipleSelection"
    if component["filterable"] == true {
      item["choice-style"] = "menu"
    } else {
      item["choice-style"] = component.word("displayStyle") == "chips" ? "chips" : "radio"
    }
    let present = component["value"]?["path"]?.text.flatMap { node.scope.value(at: $0) }
    if isSeveral {
      item["multiple"] = true
      bind(&item)
    } else if present?.text == nil {
      // One choice is the first element of a list.
      bind(&item, "0")
      if case .array(let values)? = component["value"] { item["value"] = values.first ?? .null }
    } else {
      bind(&item)
    }
  }

  private mutating func date(_ item: inout [String: JSONValue]) {
    let (hasDate, hasTime) = (component["enableDate"] == true, component["enableTime"] == true)
    item["kind"] = hasTime ? hasDate ? "date-time" : "time" : "date"
    bind(&item)
    for (key, bound) in [("minimum", "min"), ("maximum", "max")] {
      guard let text = component[bound]?.text else { continue }
      let day = String(text.prefix(hasTime ? 16 : 10))
      item[key] = .string(!hasDate && hasTime ? String(text.suffix(8).prefix(5)) : day)
    }
  }

  // MARK: Checks

  /// The checks of a node: each an expression of A2UI, and the sentence if it does not hold.
  static func checks(of node: A2UINode) -> [(condition: JSONValue, message: String)] {
    (node.component["checks"]?.elements ?? []).compactMap { check in
      guard let condition = check["condition"] else { return nil }
      return (condition, check["message"]?.text ?? node.scope.surface.words[.notAllowed])
    }
  }

  /// Adds the checks that are about the item's own value; the others are for buttons alone.
  private mutating func check(_ item: inout [String: JSONValue]) {
    let own = component["value"]?["path"]?.text
    var (checks, conditions, messages) = ([String: JSONValue](), [String](), [String]())
    for check in Self.checks(of: node) where Self.paths(in: check.condition) == [own ?? ""] {
      if check.condition["call"] == "required" {
        checks["required"] = true
        messages.append(check.message)
        continue
      }
      var expressions = A2UIExpression(node.scope, own: own)
      conditions.append(expressions.condition(check.condition))
      messages.append(check.message)
      faults += expressions.faults
    }
    if component.type == "TextField", let pattern = component["validationRegexp"]?.text {
      conditions.append("value.matches(\(Expression.quoted(pattern)))")
    }
    if !conditions.isEmpty {
      checks["that"] = .string(conditions.joined(separator: " && "))
    }
    let unique = messages.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if !unique.isEmpty {
      checks["message"] = .string(ExpressionTemplate.escaped(unique.joined(separator: " ")))
    }
    if !checks.isEmpty { item["checks"] = .object(checks) }
  }

  private static func paths(in value: JSONValue) -> Set<String> {
    if let path = value["path"]?.text { return [path] }
    switch value {
    case .object(let members): return Set(members.values.flatMap { paths(in: $0) })
    case .array(let values): return Set(values.flatMap { paths(in: $0) })
    default: return []
    }
  }
}
