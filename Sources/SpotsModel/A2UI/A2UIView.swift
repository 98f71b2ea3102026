/// The view of one item as a nib, with what the item must have for it: data for its holes, the
/// messages of its buttons, and the answer of its one control.
struct A2UIView {
  var meta: [String: JSONValue] = [:]
  /// The messages for the server, by the action of the button that sends them.
  var payload: [String: JSONValue] = [:]
  /// The keys of the answer; empty for an item without a control.
  var answer: [String: JSONValue] = [:]

  /// Keeps a template for the item, and returns the expression by which the nib reads its value.
  mutating func hole(_ template: String) -> String {
    let name = "v\(meta.count)"
    meta[name] = .string(template)
    return "meta.\(name)"
  }

  /// A string of the nib that shows what a template of the item gives.
  mutating func text(_ template: String) -> JSONValue {
    let isFixed = !template.replacing("{{", with: "").contains("{")
    return .string(isFixed ? template : "{\(hole(template))}")
  }
}

/// Makes the elements of nibs.
struct A2UIElements {
  var view = A2UIView()
  /// The component around, for which room and alignment depend.
  private var around = Surroundings()
  private(set) var faults: [A2UIFault] = []
  /// The contents of dialogs that buttons open, by name.
  private(set) var dialogs: [String: A2UINode] = [:]
  /// Their titles: the words on the buttons.
  private(set) var dialogTitles: [String: String] = [:]

  /// The row, the column or the text around an element.
  struct Surroundings {
    var isRow = false
    /// The alignment across a column.
    var alignment = "stretch"
    var isInCard = false
  }

  init(isInCard: Bool) { around.isInCard = isInCard }

  /// The element of several nodes below each other.
  mutating func column(_ nodes: [A2UINode], of component: A2UIComponent?) -> JSONValue {
    if nodes.count == 1, component == nil { return element(nodes[0]) }
    return stack(nodes, of: component, "column")
  }

  mutating func element(_ node: A2UINode) -> JSONValue {
    var element = content(node)
    guard case .object(var members) = element else { return element }
    if let weight = node.component["weight"]?.number, weight > 0 {
      members["grow"] = .of(min(weight, 1000))
      if around.isRow { members["basis"] = 0 }
    }
    if let accessibility = node.component["accessibility"]?.object {
      let texts = ["label", "description"].compactMap { accessibility[$0] }
      let label = texts.map { template($0, node) }.joined(separator: ", ")
      if !label.isEmpty { members["accessibility-label"] = view.text(label) }
    }
    element = .object(members)
    return element
  }

  private mutating func content(_ node: A2UINode) -> JSONValue {
    let component = node.component
    switch component.type {
    case "Text": return text(node)
    case "Image": return image(node)
    case "Icon": return icon(node)
    case "Video", "AudioPlayer": return media(node)
    case "Row": return stack(node.children, of: component, "row")
    case "List" where component.word("direction") == "horizontal":
      return stack(node.children, of: component, "row")
    case "Column", "List": return stack(node.children, of: component, "column")
    case "Card": return card(node)
    case "Divider":
      let isVertical = component.word("axis") == "vertical"
      return isVertical
        ? ["divider": "vertical", "align-self": "stretch"]
        : ["divider": "horizontal", "align-self": "stretch"]
    case "Button": return button(node)
    case "Modal":
      guard let trigger = node.children.first else { return ["spacer": 0, "grow": 0] }
      return element(trigger)
    case let type where A2UIAnswer.kinds.contains(type): return control(node)
    default: return placeholder(node)
    }
  }

  private func placeholder(_ node: A2UINode) -> JSONValue {
    let words = node.scope.surface.words
    let name = node.component.type.printable(limit: 80)
    let text = node.note ?? words(.partNotShown, ["name": name])
    return [
      "label": .string(ExpressionTemplate.escaped(text)), "font": "caption", "color": "secondary",
      "lines": 0,
    ]
  }

  mutating func template(_ value: JSONValue?, _ node: A2UINode) -> String {
    var expressions = A2UIExpression(node.scope)
    let template = expressions.template(value)
    faults += expressions.faults
    return template
  }

  // MARK: Texts and pictures

  private mutating func text(_ node: A2UINode) -> JSONValue {
    let component = node.component
    let variant = component.word("variant")
    let template = template(component["text"], node)
    let fonts = [
      "h1": "large-title", "h2": "title", "h3": "headline", "h4": "body-semibold",
      "h5": "body-medium", "caption": "caption",
    ]
    if fonts[variant] == nil, node.isMarkdown {
      return ["markdown": view.text(template), "selectable": true]
    }
    var label: [String: JSONValue] = [
      "label": view.text(template), "font": .string(fonts[variant] ?? "body"), "lines": 0,
    ]
    if variant == "caption" { label["color"] = "secondary" }
    if variant.count == 2, variant.first == "h" { label["accessibility-role"] = "heading" }
    let alignments = ["center": "center", "end": "trailing"]
    if !around.isRow, let alignment = alignments[around.alignment] {
      label["text-align"] = .string(alignment)
    }
    return .object(label)
  }

  private mutating func image(_ node: A2UINode) -> JSONValue {
    let component = node.component
    let modes = ["contain": "fit", "cover": "fill", "none": "center", "scaleDown": "fit"]
    var image: [String: JSONValue] = [
      "image": view.text(template(component["url"], node)),
      "content-mode": .string(modes[component.word("fit")] ?? "fill"), "corner-radius": 8,
      "shrink": 0,
    ]
    let sides = ["icon": 24.0, "avatar": 56, "smallFeature": 96]
    if let side = sides[component.word("variant")] ?? (around.isRow ? 96 : nil) {
      image["size"] = [.of(side), .of(side)]
      if component.word("variant") == "avatar" { image["corner-radius"] = .of(side / 2) }
      if !around.isRow, around.alignment == "stretch" { image["align-self"] = "start" }
    } else {
      image["size"] = [0, component.word("variant") == "largeFeature" ? 320 : 200]
      image["align-self"] = "stretch"
    }
    let description = template(component["description"], node)
    if !description.isEmpty { image["accessibility-label"] = view.text(description) }
    return .object(image)
  }

  private mutating func icon(_ node: A2UINode) -> JSONValue {
    let size: [String: JSONValue] = ["thickness": 20, "shrink": 0]
    let start: [String: JSONValue] =
      !around.isRow && around.alignment == "stretch" ? ["align-self": "start"] : [:]
    let more = size.merging(start) { $1 }
    switch node.component["name"] {
    case .string(let name)?:
      let color: [String: JSONValue] = name == "error" ? ["color": "error"] : [:]
      return .object(
        ["icon": .string(A2UIIcons.drawing(name))].merging(more) { $1 }.merging(color) { $1 })
    case .object(let members)?:
      if let path = members["svgPath"]?.text { return svg(path).merging(start) }
      if let path = members["path"]?.text, case .string(let name)? = node.scope.value(at: path) {
        return .object(["icon": .string(A2UIIcons.drawing(name))].merging(more) { $1 })
      }
      var expressions = A2UIExpression(node.scope)
      let name = A2UIIcons.drawing(of: expressions.expression(.object(members)))
      return JSONValue.object(["image": view.text("icon:{\(name)}"), "size": [20, 20]]).merging(
        start)
    default: return ["spacer": 0, "grow": 0]
    }
  }

  private func svg(_ path: String) -> JSONValue {
    let isPath = path.unicodeScalars.allSatisfy {
      "0123456789.,+-eE \nMmLlHhVvCcSsQqTtAaZz".unicodeScalars.contains($0)
    }
    guard isPath else { return ["spacer": 20, "grow": 0] }
    let drawing =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>"
      + "<path fill='gray' d='\(path)'/></svg>"
    return ["image": .string(drawing), "size": [20, 20]]
  }

  /// A poster that opens what is to be played elsewhere.
  private mutating func media(_ node: A2UINode) -> JSONValue {
    let isVideo = node.component.type == "Video"
    let address = address(node.component["url"], node)
    let title = template(node.component["description"], node)
    let words = node.scope.surface.words
    let name = title.isEmpty ? ExpressionTemplate.escaped(words[isVideo ? .video : .audio]) : title
    let column: JSONValue = [
      "column": [
        "spacing": 2,
        "children": [
          ["label": view.text(name), "font": "body-medium", "lines": 0],
          [
            "label": .string(words[.opensElsewhere]), "font": "caption", "color": "secondary",
            "lines": 0,
          ],
        ],
      ], "grow": 1,
    ]
    let poster: JSONValue = [
      "image": view.text(template(node.component["posterUrl"], node)), "content-mode": "fill",
      "corner-radius": 8, "size": [0, 200], "align-self": "stretch",
    ]
    let line: JSONValue = [
      "row": [
        "spacing": 12,
        "children": [
          ["icon": isVideo ? "media-playback-start" : "audio-volume-high", "thickness": 24], column,
          ["icon": "external", "thickness": 16],
        ],
      ]
    ]
    let parts = node.component["posterUrl"] == nil ? [line] : [poster, line]
    return [
      "column": ["spacing": 12, "children": .array(parts)], "action": address,
      "background": "surface-hover", "corner-radius": 10, "padding": 12,
      "align-self": "stretch", "grow": around.isRow ? 1 : 0,
    ]
  }

  /// A web or mail address; empty where it is any other action.
  private mutating func address(_ value: JSONValue?, _ node: A2UINode) -> JSONValue {
    var expressions = A2UIExpression(node.scope)
    let address = expressions.expression(value ?? "")
    faults += expressions.faults
    return .string(
      "{\(view.hole("{\(address).matches('^(https?://|mailto:)') ? \(address) : ''}"))}")
  }

  // MARK: Arrangements

  private mutating func stack(
    _ nodes: [A2UINode], of component: A2UIComponent?, _ axis: String
  ) -> JSONValue {
    let outer = around
    defer { around = outer }
    (around.isRow, around.alignment) = (axis == "row", component?.word("align") ?? "")
    if around.alignment.isEmpty { around.alignment = "stretch" }
    var children = nodes.map { self.element($0) }
    let justify = component?.word("justify") ?? ""
    let isText = nodes.allSatisfy { $0.component.type == "Text" }
    let isTall = nodes.contains {
      ["Column", "Card", "List", "Divider"].contains($0.component.type)
    }
    var stack: [String: JSONValue] = [
      "spacing": axis == "row" ? 8 : isText ? 4 : 12,
      "align": .string(
        around.isRow && around.alignment == "stretch" && !isTall ? "center" : around.alignment),
    ]
    let justifications = [
      "center": "center", "end": "end", "spaceBetween": "space-between",
      "spaceAround": "space-around", "spaceEvenly": "space-evenly",
    ]
    if let justification = justifications[justify] { stack["justify"] = .string(justification) }
    if justify == "stretch" { children = children.map { $0.merging(["grow": 1]) } }
    if axis == "row", justify != "stretch", Self.wraps(nodes) {
      (stack["wrap"], stack["line-spacing"]) = (true, 8)
    }
    stack["children"] = .array(children)
    var element: [String: JSONValue] = [axis: .object(stack)]
    // A row that has its children at its ends takes all the width that there is.
    if axis == "row", !outer.isRow, justify.hasPrefix("space") || justify == "stretch" {
      element["align-self"] = "stretch"
    }
    return .object(element)
  }

  /// Whether the parts of a row go on below each other where they would be cut: buttons, controls,
  /// columns, and texts among which there is a title.
  private static func wraps(_ nodes: [A2UINode]) -> Bool {
    guard nodes.allSatisfy({ $0.component["weight"] == nil }) else { return false }
    let types = Set(nodes.map(\.component.type))
    return types.contains("Button") || nodes.contains { $0.controls > 0 } || types == ["Column"]
      || types == ["Text"] && nodes.contains { $0.component.word("variant").first == "h" }
  }

  private mutating func card(_ node: A2UINode) -> JSONValue {
    let outer = around
    defer { around = outer }
    let isInside = outer.isInCard
    around = Surroundings(isInCard: true)
    let children = node.children.map { element($0) }
    return [
      "column": ["children": .array(children), "spacing": 12], "padding": 16, "corner-radius": 12,
      "background": isInside ? "surface-hover" : "surface",
      "align-self": "stretch",
    ]
  }

  // MARK: Controls

  private mutating func button(_ node: A2UINode) -> JSONValue {
    let (component, child) = (node.component, node.children.first)
    let action = action(node)
    let variant = component.word("variant")
    var enabled: [String: JSONValue] = ["action": action]
    var disabled: [String: JSONValue]
    let isPrimary = variant == "primary"
    if let child, child.component.type == "Text" {
      let title = view.text(template(child.component["text"], child))
      if variant == "borderless" {
        enabled.merge([
          "label": title, "color": "accent", "font": "body-medium", "padding": [6, 4],
        ]) { $1 }
      } else {
        enabled.merge(["button": title, "emphasis": isPrimary ? "primary" : "plain"]) { $1 }
      }
      disabled = ["label": title, "color": "secondary", "lines": 0]
    } else {
      let content = child.map { element($0) } ?? ["icon": "dots"]
      let look: [String: JSONValue] = [
        "row": ["children": [content]], "padding": 8, "corner-radius": 8,
      ]
      enabled.merge(look) { $1 }
      if variant != "borderless" {
        enabled["background"] = isPrimary ? "selection" : "surface-hover"
      }
      disabled = look
    }
    if !around.isRow, around.alignment == "stretch" { enabled["align-self"] = "start" }
    return checked(.object(enabled), or: disabled, node)
  }

  /// A button that can be used while its checks hold; else what is wrong is shown below it.
  private mutating func checked(
    _ enabled: JSONValue, or disabled: [String: JSONValue], _ node: A2UINode
  ) -> JSONValue {
    let checks = A2UIAnswer.checks(of: node)
    guard !checks.isEmpty else { return enabled }
    var expressions = A2UIExpression(node.scope)
    let conditions = checks.map { expressions.condition($0.condition) }
    let message = zip(conditions, checks).reversed().reduce("''") {
      "\($1.0) ? \($0) : \(Expression.quoted($1.1.message))".parenthesized
    }
    faults += expressions.faults
    let holds = "\(view.hole("{\(conditions.joined(separator: " && "))}")) == true"
    var faint = disabled
    faint.merge([
      "background": "surface-hover", "corner-radius": 8, "padding": [8, 16], "align-self": "start",
      "if": .string("!(\(holds))"), "accessibility-role": "button",
    ]) { $1 }
    let note: JSONValue = [
      "label": view.text("{\(message)}"), "font": "caption", "color": "secondary", "lines": 0,
      "if": .string("!(\(holds))"),
    ]
    return [
      "column": [
        "spacing": 6, "align": "start",
        "children": [enabled.merging(["if": .string(holds)]), .object(faint), note],
      ]
    ]
  }

  /// The action of a button, whose message is kept for it.
  private mutating func action(_ node: A2UINode) -> JSONValue {
    let action = A2UIAction(of: node)
    faults += action.faults
    if let address = action.address { return self.address(address, node) }
    if let name = action.dialog, let dialog = node.dialog {
      dialogs[name] = dialog
      // A dialog has no row.
      let child = node.scope.base == .row ? nil : node.children.first
      if let text = child?.component["text"] { dialogTitles[name] = template(text, node) }
    }
    if let message = action.message { view.payload[action.name] = message }
    return .string(ExpressionTemplate.escaped(action.name))
  }

  /// The control of the item, with its label before it.
  private mutating func control(_ node: A2UINode) -> JSONValue {
    var answer = A2UIAnswer(node)
    var keys = answer.item()
    faults += answer.faults
    let kind = keys.removeValue(forKey: "kind") ?? "text-field"
    let title = keys.removeValue(forKey: "title")
    keys["control"] = kind
    view.answer = keys
    let isBox = kind == "checkbox"
    let isWide = ["text-field", "slider"].contains(kind)
    let input: JSONValue = ["input": kind, "grow": isWide ? 1 : 0]
    guard let title = title?.text, !title.isEmpty else { return input }
    view.answer["title"] = .string(title)
    let label: JSONValue = ["label": view.text(title), "lines": 0]
    if isBox { return ["row": ["spacing": 8, "children": [input, label]]] }
    return [
      "column": [
        "spacing": 4,
        "children": [label.merging(["font": "caption", "color": "secondary"]), input],
      ],
      "grow": isWide ? 1 : 0,
    ]
  }
}

extension String {
  fileprivate var parenthesized: String { "(\(self))" }
}
