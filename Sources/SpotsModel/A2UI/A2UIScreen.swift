/// The components of a screen that show a surface of A2UI, with the views and the dialogs that they
/// name.
struct A2UIScreen {
  private let surface: A2UISurface
  private(set) var components: [JSONValue] = []
  private(set) var views: [String: JSONValue] = [:]
  private(set) var dialogs: [String: A2UINode] = [:]
  /// The templates of their titles.
  private(set) var dialogTitles: [String: String] = [:]
  private(set) var faults: [A2UIFault]
  private var identifiers: Set<String> = []

  /// - Parameter isAwaiting: Whether components that are missing may still come.
  init(_ surface: A2UISurface, isAwaiting: Bool) {
    self.surface = surface
    var tree = A2UITree(surface, isAwaiting: isAwaiting)
    let root = tree.root()
    faults = tree.faults
    if let root {
      if let agent = agent() { components.append(agent) }
      components += blocks(root)
    } else if !surface.components.isEmpty, !isAwaiting {
      faults.append(A2UIFault(.missingComponent, surface.id, "there is no component 'root'"))
    }
    addDialogs()
  }

  /// The documents of the screens that dialogs are.
  private(set) var dialogScreens: [String: [JSONValue]] = [:]

  /// The dialogs themselves may open others.
  private mutating func addDialogs() {
    while let (name, node) = dialogs.popFirst() {
      guard dialogScreens[name] == nil else { continue }
      dialogScreens[name] = blocks(node)
    }
  }

  /// The name and the picture of the agent that the surface is from; nil for neither.
  private mutating func agent() -> JSONValue? {
    let name = surface.theme["agentDisplayName"]?.text ?? ""
    let icon = surface.theme["iconUrl"]?.text ?? ""
    guard !name.isEmpty || !icon.isEmpty else { return nil }
    let kind = "a2ui:\(surface.id)#agent"
    let picture: JSONValue = ["image": "{meta.icon}", "size": [20, 20], "corner-radius": 10]
    let label: JSONValue = ["label": "{meta.name}", "font": "caption", "color": "secondary"]
    views[kind] = [
      "kind": .string(kind), "surface": "none",
      "row": ["spacing": 8, "children": [picture, label]],
    ]
    let item: JSONValue = [
      "kind": .string(kind),
      "meta": [
        "name": .string(ExpressionTemplate.escaped(name)),
        "icon": .string(ExpressionTemplate.escaped(icon)),
      ],
    ]
    return component([item], "agent")
  }

  /// A component of items.
  private mutating func component(
    _ items: [JSONValue], _ id: String, _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "identifier": .string(unique(id)), "interaction": ["selection": "none"],
    ]
    if !items.isEmpty { members["items"] = .array(items) }
    if let color = surface.theme["primaryColor"]?.text, Color(hex: color) != nil {
      members["theme"] = ["accent": .string(color)]
    }
    return .object(members.merging(more) { $1 })
  }

  /// An identifier that no other part has.
  private mutating func unique(_ id: String) -> String {
    var (name, count) = ("\(surface.id)/\(id)", 1)
    while !identifiers.insert(name).inserted {
      count += 1
      name = "\(surface.id)/\(id) \(count)"
    }
    return name
  }

  // MARK: On the page

  /// The components of a screen that show a node and what is in it.
  private mutating func blocks(_ node: A2UINode) -> [JSONValue] {
    let component = node.component
    switch component.type {
    case "Column", "List":
      if let rows = node.rows.first { return [list(rows, of: node)] }
      if component.word("direction") == "horizontal", !node.children.isEmpty {
        return [carousel(node)]
      }
      guard isPlain(node) else { return node.children.flatMap { blocks($0) } }
      return [self.component([item([node], surface: "none")], component.id)]
    case "Row" where !node.rows.isEmpty:
      return [list(node.rows[0], of: node)]
    case "Card": return card(node)
    case "Tabs": return tabs(node)
    case "Modal": return node.children.flatMap { blocks($0) }
    default:
      guard A2UIAnswer.kinds.contains(component.type) || node.isComplex else {
        return [self.component([item([node], surface: "none")], component.id)]
      }
      return [self.component(items(node), component.id)]
    }
  }

  /// Whether a single view shows all of a node.
  private func isPlain(_ node: A2UINode) -> Bool {
    !node.isComplex && node.controls == 0
      && node.children.allSatisfy { $0.component.type != "Card" && isPlain($0) }
  }

  /// The rows that are made of an array.
  private mutating func list(_ rows: A2UIRows, of node: A2UINode) -> JSONValue {
    let template = rows.template
    let isCard = template.component.type == "Card"
    let isHorizontal =
      node.component.type == "Row" || node.component.word("direction") == "horizontal"
    let inner = isCard ? template.children.first ?? template : template
    var members: [String: JSONValue] = [
      "each": .string(node.scope.pointer(rows.path)),
      "item": item([inner], surface: isCard || isHorizontal ? "card" : "automatic"),
    ]
    if isHorizontal {
      members["kind"] = "carousel"
      members["layout"] = ["span": 0, "item-spacing": 12]
    } else if isCard {
      members["kind"] = "grid"
      members["layout"] = ["span": 1, "line-spacing": 12]
    }
    return component([], node.component.id, members)
  }

  private mutating func carousel(_ node: A2UINode) -> JSONValue {
    let items = node.children.map { child -> JSONValue in
      let isCard = child.component.type == "Card"
      return item(isCard ? child.children : [child], surface: isCard ? "card" : "none")
    }
    return component(
      items, node.component.id, ["kind": "carousel", "layout": ["span": 0, "item-spacing": 12]])
  }

  /// A box of rows; the rows of a long array are one of their own, between two others.
  private mutating func card(_ node: A2UINode) -> [JSONValue] {
    guard let child = node.children.first else { return [] }
    let isColumn = child.component.type == "Column" || child.component.type == "List"
    guard isColumn else { return [component(items(child), node.component.id)] }
    if let rows = child.rows.first { return [list(rows, of: child)] }
    var (parts, run) = ([JSONValue](), [A2UINode]())
    for part in child.children + [nil] {
      if let part, part.rows.isEmpty, part.component.type != "Tabs" {
        run.append(part)
        continue
      }
      if !run.isEmpty {
        parts.append(component(rows(run, of: child.component), node.component.id))
      }
      run = []
      if let part { parts += blocks(part) }
    }
    return parts
  }

  /// A choice of tabs, and the content of each: below it in one box, unless it has boxes itself.
  private mutating func tabs(_ node: A2UINode) -> [JSONValue] {
    let name = "\(surface.id)/\(node.component.id)"
    let isBox = node.children.allSatisfy(\.isBoxless)
    var options: [JSONValue] = []
    for index in node.children.indices {
      var expressions = A2UIExpression(node.scope)
      let title = expressions.template(node.tabTitle(index))
      faults += expressions.faults
      options.append(["value": .string("\(index)"), "title": .string(title)])
    }
    let kind = unique("view")
    views[kind] = [
      "kind": .string(kind), "surface": isBox ? "automatic" : "none", "input": "choice",
      "padding": isBox ? [10, 16] : 0,
    ]
    let choice: JSONValue = [
      "kind": .string(kind), "control": "choice", "choice-style": "segments",
      "name": .string(name), "value": "0", "options": .array(options),
    ]
    let contents = node.children.enumerated().map { index, child -> JSONValue in
      let children = isBox ? [part(child, [:])] : blocks(child)
      return [
        "kind": "composite", "children": .array(children), "meta": isBox ? ["style": "row"] : [:],
        "visible-when": .string("values[\(Expression.quoted(name))] == '\(index)'"),
      ]
    }
    return [component([choice] + contents, node.component.id)]
  }

  // MARK: Items

  /// The rows that show a node.
  private mutating func items(_ node: A2UINode) -> [JSONValue] {
    let type = node.component.type
    if node.rows.isEmpty, type == "Column" || type == "List" {
      return rows(node.children, of: node.component)
    }
    return rows([node], of: nil)
  }

  /// The rows that show nodes below each other: those that a single view can show are one, and
  /// controls are rows of their own.
  ///
  /// - Parameter isInRow: Whether they are a part of a row, whose surface is below all of them.
  private mutating func rows(
    _ nodes: [A2UINode], of component: A2UIComponent?, isInRow: Bool = false
  ) -> [JSONValue] {
    let surface = isInRow ? "none" : "automatic"
    var (items, run) = ([JSONValue](), [A2UINode]())
    for node in nodes + [nil] {
      if let node, !node.isComplex, node.controls == 0 {
        run.append(node)
        continue
      }
      // There is a line between rows already.
      if !isInRow, !items.isEmpty { run = Array(run.drop(while: \.isDivider)) }
      while !isInRow, node != nil, run.last?.isDivider == true { run.removeLast() }
      if !run.isEmpty { items.append(item(run, of: component, surface: surface)) }
      run = []
      guard let node else { continue }
      if A2UIAnswer.kinds.contains(node.component.type), !isInRow {
        items.append(answer(node))
      } else if !node.isComplex {
        items.append(item([node], surface: surface))
      } else if node.component.type == "Row", node.rows.isEmpty {
        items.append(sideBySide(node, isInRow: isInRow))
      } else if node.component.type == "Column", node.rows.isEmpty {
        items += rows(node.children, of: node.component, isInRow: isInRow)
      } else {
        items.append(["kind": "composite", "children": .array(blocks(node))])
      }
    }
    return items
  }

  /// A row whose parts are components in columns.
  private mutating func sideBySide(_ node: A2UINode, isInRow: Bool) -> JSONValue {
    var (columns, children) = ([JSONValue](), [JSONValue]())
    for (index, child) in node.children.enumerated() {
      columns.append(child.isSign ? ["width": 20] : [:])
      children.append(part(child, ["column": .integer(index)]))
    }
    return [
      "kind": "composite", "children": .array(children), "meta": isInRow ? [:] : ["style": "row"],
      "columns": ["compact": .array(columns)],
    ]
  }

  /// A component that shows a part of a row.
  private mutating func part(_ node: A2UINode, _ more: A2UIMembers) -> JSONValue {
    let isColumn = node.component.type == "Column" && node.rows.isEmpty
    let items = rows(isColumn ? node.children : [node], of: node.component, isInRow: true)
    var layout: A2UIMembers = ["line-spacing": 12]
    // A button is beside fields, below the line of their labels.
    let isBeside = more["column"] != nil
    if node.component.type == "Button", isBeside { layout["inset"] = [34, 16, 12, 16] }
    var part = component(items, node.component.id, more).object ?? [:]
    part["layout"] = .object(layout)
    // One with a theme would have a background of its own.
    part["theme"] = nil
    return .object(part)
  }

  private mutating func answer(_ node: A2UINode) -> JSONValue {
    var answer = A2UIAnswer(node)
    let item = answer.item()
    faults += answer.faults
    return .object(item)
  }

  /// An item with a view of its own.
  ///
  /// - Parameters:
  ///   - component: The column that the nodes are in; nil for a single one.
  ///   - surface: The surface of the view.
  private mutating func item(
    _ nodes: [A2UINode], of component: A2UIComponent? = nil, surface: String
  ) -> JSONValue {
    guard nodes.allSatisfy({ !$0.isComplex }) else {
      return ["kind": "composite", "children": .array(nodes.flatMap { blocks($0) })]
    }
    var elements = A2UIElements(isInCard: surface != "none")
    var view = elements.column(nodes, of: nodes.count == 1 ? nil : component).object ?? [:]
    faults += elements.faults
    dialogs.merge(elements.dialogs) { $1 }
    dialogTitles.merge(elements.dialogTitles) { $1 }
    let isContent = surface == "card" || nodes.count > 1
    let padding: JSONValue = surface == "none" ? 0 : isContent ? 16 : [10, 16]
    let isNarrow = nodes.count == 1 && (nodes[0].isSign || nodes[0].component.type == "Button")
    // A box keeps its own padding; the padding of the row goes around it.
    if view["padding"] != nil || isNarrow {
      let align: JSONValue = isNarrow ? "start" : "stretch"
      view = ["column": ["align": align, "children": [.object(view)]]]
    }
    let kind = unique("view")
    view.merge(["kind": .string(kind), "surface": .string(surface), "padding": padding]) { $1 }
    views[kind] = .object(view)
    var item = elements.view.answer
    item["kind"] = .string(kind)
    if !elements.view.meta.isEmpty { item["meta"] = .object(elements.view.meta) }
    if !elements.view.payload.isEmpty { item["payload"] = .object(elements.view.payload) }
    return .object(item)
  }
}
