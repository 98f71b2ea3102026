/// A component where it is shown: with what its paths begin at, and what is in it.
struct A2UINode {
  let component: A2UIComponent
  let scope: A2UIScope
  var children: [A2UINode] = []
  /// The template for each row of an array that the children are; at most one.
  var rows: [A2UIRows] = []
  /// The dialog that a click on it opens; at most one.
  var dialogs: [A2UINode] = []
  /// The text in place of a component that cannot be shown.
  var note: String?
  /// How many controls are in it.
  private(set) var controls = 0
  /// Whether it needs more than a single view.
  private(set) var isComplex = false

  var dialog: A2UINode? { dialogs.first }

  init(_ component: A2UIComponent, _ scope: A2UIScope) {
    (self.component, self.scope) = (component, scope)
  }

  /// Counts what is in it.
  fileprivate mutating func count() {
    // A button is one view, whatever is in it.
    guard component.type != "Button" else { return }
    controls = A2UIAnswer.kinds.contains(component.type) ? 1 : 0
    controls += children.reduce(0) { $0 + $1.controls }
    isComplex =
      !rows.isEmpty || component.type == "Tabs" || controls > 1
      || children.contains(where: \.isComplex)
  }

  var isDivider: Bool { component.type == "Divider" }

  /// Whether it is as narrow as a sign: an icon, or a checkbox without words.
  var isSign: Bool {
    component.type == "Icon" || component.type == "CheckBox" && component["label"] == ""
  }

  /// Whether nothing in it stands in a box of its own.
  var isBoxless: Bool {
    rows.isEmpty && !["Card", "Tabs"].contains(component.type)
      && children.allSatisfy(\.isBoxless)
  }

  /// Whether a text has signs of Markdown in it.
  var isMarkdown: Bool {
    let value = component["text"]
    let text = value?.text ?? value?["path"]?.text.flatMap { scope.value(at: $0)?.text } ?? ""
    return text.contains { "*_#[`\n".contains($0) }
  }

  /// Its title among tabs.
  func tabTitle(_ index: Int) -> JSONValue? {
    component["tabs"]?.elements?.dropFirst(index).first?["title"]
  }
}

/// The children of a component that are made of the elements of an array.
struct A2UIRows {
  let path: String
  let template: A2UINode
}

/// Puts the components of a surface together, from the one called `root` on.
struct A2UITree {
  private let surface: A2UISurface
  /// Whether components that are missing may still come.
  private let isAwaiting: Bool
  private(set) var faults: [A2UIFault] = []
  private var left = Self.mostNodes
  /// The content of a dialog by the component that opens it.
  private var contents: [String: String] = [:]
  /// The components that others than dialogs have as children.
  private var shown: Set<String> = []

  /// The most components that a surface shows at a time, rows aside, and those inside each other.
  private static let (mostNodes, greatestDepth) = (5000, 24)
  /// The most elements of an array that are arranged like written-out components; more are rows.
  private static let mostElements = 50

  init(_ surface: A2UISurface, isAwaiting: Bool) {
    (self.surface, self.isAwaiting) = (surface, isAwaiting)
    for component in surface.components.values {
      if component.type == "Modal" {
        contents[component.word("trigger")] = component.word("content")
      } else {
        shown.formUnion(children(of: component))
      }
    }
  }

  /// The whole; nil before there is a component called `root`.
  mutating func root() -> A2UINode? {
    surface.components["root"] == nil
      ? nil : node("root", A2UIScope(surface: surface), below: [], isPage: true)
  }

  private func children(of component: A2UIComponent) -> [String] {
    switch component.type {
    case "Card", "Button": return [component.word("child")]
    case "Tabs": return (component["tabs"]?.elements ?? []).compactMap { $0["child"]?.text }
    case "Modal":
      let trigger = component.word("trigger")
      return shown.contains(trigger) ? [] : [trigger]
    case "Row", "Column", "List":
      switch component.children {
      case .fixed(let ids): return ids
      case .template(let id, _): return [id]
      }
    default: return []
    }
  }

  /// - Parameter isPage: Whether it is on the page itself, where rows can be those of a list.
  private mutating func node(
    _ id: String, _ scope: A2UIScope, below path: [String], isPage: Bool
  ) -> A2UINode {
    guard let component = surface.components[id] else {
      return refused(id, scope, isAwaiting ? nil : .missingComponent, "there is no component")
    }
    guard !path.contains(id) else {
      return refused(id, scope, .cycle, "it is inside of itself: the component")
    }
    guard path.count < Self.greatestDepth else {
      let text = "there are more than \(Self.greatestDepth) components inside each other, up to"
      return refused(id, scope, .limit, text)
    }
    guard left > 0 else {
      return refused(
        id, scope, .limit, "a surface shows at most \(Self.mostNodes) components; left out is")
    }
    left -= 1
    var node = A2UINode(component, scope)
    let path = path + [id]
    let isPage = isPage && ["Column", "List", "Card", "Tabs", "Modal"].contains(component.type)
    if case .template(let id, let array) = component.children,
      ["Row", "Column", "List"].contains(component.type)
    {
      fill(&node, id, array, path, isPage)
    } else {
      for child in children(of: component) where left > 0 {
        let child = self.node(child, scope, below: path, isPage: isPage)
        // A dialog is nothing itself where what opens it is elsewhere.
        if child.component.type == "Modal", child.children.isEmpty { continue }
        node.children.append(child)
      }
    }
    if let content = contents[id] {
      node.dialogs = [self.node(content, scope, below: path, isPage: true)]
    }
    node.count()
    return node
  }

  /// Makes the children of a template.
  private mutating func fill(
    _ node: inout A2UINode, _ id: String, _ array: String, _ path: [String], _ isPage: Bool
  ) {
    let count = node.scope.value(at: array)?.elements?.count
    let isVertical =
      node.component.type != "Row" && node.component.word("direction") != "horizontal"
    let isInCard = path.contains { surface.components[$0]?.type == "Card" }
    let isShort = (count ?? 0) <= Self.mostElements && node.scope.base != .row
    if isShort, !isPage || isInCard || !isVertical {
      for index in 0..<(count ?? 0) {
        guard left > 0, let scope = node.scope.element(index, of: array) else { break }
        node.children.append(self.node(id, scope, below: path, isPage: false))
      }
      return
    }
    let scope = A2UIScope(surface: surface, base: .row)
    node.rows = [
      A2UIRows(path: array, template: self.node(id, scope, below: path, isPage: false))
    ]
  }

  /// A component that cannot be shown.
  private mutating func refused(
    _ id: String, _ scope: A2UIScope, _ code: A2UIFault.Code?, _ reason: String
  ) -> A2UINode {
    let name = id.printable(limit: 80)
    if let code { faults.append(A2UIFault(code, surface.id, "\(reason) '\(name)'")) }
    var node = A2UINode(A2UIComponent(id: id, type: "", members: [:]), scope)
    node.note = code == nil ? "…" : surface.words(.partNotShown, ["name": name])
    return node
  }
}
