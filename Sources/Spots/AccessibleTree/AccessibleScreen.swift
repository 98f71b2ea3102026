/// A controller's screen for programs that read it aloud or operate it for somebody: what is near
/// the window as a tree of nodes, and the actions that nodes can be asked for.
///
///     let screen = AccessibleScreen(controller)
///     for part in screen.window.children { print(part.role, part.name) }
///
/// Nodes are made when they are asked for, and only the last tree is kept.
@MainActor
public final class AccessibleScreen {
  private let controller: SpotsController
  private let tree: AccessibleTree
  private var snapshot: Snapshot?
  /// The largest number of nodes in a tree.
  public static let mostNodes = AccessibleTree.limit

  /// The language of the texts, as in `pt_BR`, so that voices can speak it.
  package var language: String {
    controller.environment.textLanguage.replacing("-", with: "_")
  }

  /// A tree, its nodes by identity, and the parent of each node.
  private struct Snapshot {
    var window: AccessibleNode
    var nodes: [AccessibleNode.ID: AccessibleNode] = [:]
    var parents: [AccessibleNode.ID: AccessibleNode.ID] = [:]

    init(_ window: AccessibleNode) {
      self.window = window
      add(window, to: nil)
    }

    private mutating func add(_ node: AccessibleNode, to parent: AccessibleNode.ID?) {
      nodes[node.id] = node
      parents[node.id] = parent
      for child in node.children { add(child, to: node.id) }
    }
  }

  /// Describes the screen of `controller`.
  public init(_ controller: SpotsController) {
    self.controller = controller
    tree = AccessibleTree(controller)
  }

  /// Discards the tree, because the screen may have changed; the next request makes a new one.
  public func invalidate() { snapshot = nil }

  private var current: Snapshot {
    if let snapshot { return snapshot }
    let snapshot = Snapshot(tree.window())
    self.snapshot = snapshot
    return snapshot
  }

  /// The tree of all nodes near the window, at most `mostNodes`, as it was when it was first asked
  /// for after `invalidate()`.
  ///
  /// Parts inside composite items are missing until the screen has been laid out for a frame, and
  /// so are those of composite items far from the window.
  public var window: AccessibleNode { current.window }

  /// The node of `id`; nil when there is none. All items of a list near the window have nodes;
  /// those of items far away are made for the call, and not kept.
  public func node(_ id: AccessibleNode.ID) -> AccessibleNode? {
    if let node = current.nodes[id] { return node }
    if let around = id.around { return node(around)?.children.first { $0.id == id } }
    return tree.node(of: id)
  }

  /// The identity of the parent of the node of `id`; nil for the window, and for what is not in the
  /// tree, unless `id` itself tells: an item's is its list, whether there is such an item or not.
  public func parent(of id: AccessibleNode.ID) -> AccessibleNode.ID? {
    if let parent = current.parents[id] { return parent }
    if let around = id.around { return around }
    guard case .item(let number, _) = id.base else { return nil }
    return AccessibleNode.ID(.list(number))
  }

  /// The identity of the child at `index`; nil when there is none.
  public func child(_ index: Int, of id: AccessibleNode.ID) -> AccessibleNode.ID? {
    guard let node = node(id), index >= 0, index < node.childCount else { return nil }
    if case .list(let number) = id.base {
      guard let shown = shown(in: number), shown.indices.contains(index),
        let path = tree.components[number], let component = tree.component(path)
      else { return nil }
      return tree.id(ofItem: shown[index], in: component, path)
    }
    return node.children.indices.contains(index) ? node.children[index].id : nil
  }

  /// The index of a node among the children of its parent; nil when there is none.
  public func index(of id: AccessibleNode.ID) -> Int? {
    if case .item(let number, _) = id.base, id.around == nil {
      return tree.index(of: id).flatMap { shown(in: number)?.position(of: $0) }
    }
    guard let parent = parent(of: id), let around = node(parent) else { return nil }
    return around.children.firstIndex { $0.id == id }
  }

  /// The indexes of the selected children of a list.
  public func selectedChildren(of id: AccessibleNode.ID) -> RangeSet<Int> {
    guard case .list(let number) = id.base, let path = tree.components[number],
      let shown = shown(in: number)
    else { return RangeSet() }
    let items = controller.selection[path].ranges
    return items.reduce(into: RangeSet()) { $0.formUnion(shown.positions(of: $1)) }
  }

  /// The parts in the tree that a node belongs together with, and how.
  package func relations(
    of node: AccessibleNode
  ) -> [(relation: AccessibleRelation, other: AccessibleNode.ID)] {
    let (nodes, id) = (current.nodes, node.id)
    // The sentence that says what is wrong with an answer is its last part.
    let whole = id.around.flatMap { nodes[$0] } ?? node
    if let last = whole.children.last, whole.states.contains(.invalid) {
      return whole.id == id
        ? [(.errorMessage, last.id)] : last.id == id ? [(.errorFor, whole.id)] : []
    }
    if node.role == .menu || node.role == .calendar {
      let owner = nodes.values.first { $0.states.contains(.expanded) }
      return owner.map { [(.popupFor, $0.id)] } ?? []
    }
    let others: [(AccessibleRelation, AccessibleNode.ID.Base)] =
      switch id.base {
      case .header(let number): [(.labelFor, .list(number))]
      case .footer(let number): [(.descriptionFor, .list(number))]
      case .pages(let number): [(.controllerFor, .list(number))]
      case .list(let number):
        [
          (.labelledBy, .header(number)), (.describedBy, .footer(number)),
          (.controlledBy, .pages(number)),
        ]
      case .scrollBar: [(.controllerFor, .screen)]
      case .screen: [(.controlledBy, .scrollBar)]
      default: []
      }
    return others.map { ($0, AccessibleNode.ID($1)) }
      .filter { nodes[$0.1] != nil && whole.id == id }
  }

  /// The titles of the columns of a table; empty for any other node.
  package func columnHeaders(of id: AccessibleNode.ID) -> [AccessibleNode] {
    guard case .list(let number) = id.base else { return [] }
    let header = node(AccessibleNode.ID(.header(number)))
    return header?.children.filter { $0.role == .columnHeader } ?? []
  }

  /// The component with a number, if it was there when the last tree was made.
  func component(_ number: Int) -> Component? { tree.components[number].flatMap(tree.component) }

  /// The part in front of the screen with an identity.
  func part(_ id: AccessibleNode.ID) -> AccessiblePart? { tree.part(id) }

  /// The items of the list of a component, which are the children of its node.
  private func shown(in number: Int) -> ShownItems? {
    component(number)?.geometry.shown
  }

  // MARK: Acts

  /// Performs an action on a node, with the same effect and the same reports to delegates as by
  /// mouse or keyboard.
  ///
  /// - Parameters:
  ///   - action: One of the node's `actions`, or `focus`, `reveal`, or `set` where its value is
  ///     settable.
  ///   - id: The node's identity.
  ///   - now: In seconds; see `SpotsController.renderFrame(at:)`.
  /// - Returns: Whether the node can do that.
  @discardableResult
  public func perform(
    _ action: AccessibleAction, on id: AccessibleNode.ID, at now: Double
  ) -> Bool {
    AccessibleActs(screen: self, controller: controller).perform(action, on: id, at: now)
  }

  /// The control that a node stands for; nil while it has no view.
  func control(of id: AccessibleNode.ID) -> Control? {
    let whole = id.around ?? id
    guard let path = path(of: whole), let node = node(whole),
      let component = controller.component(at: path.componentPath)
    else { return nil }
    return AccessibleControls(controller: controller)
      .controls(of: node, in: component.view(of: path.last.part))[id]
  }

  // MARK: Texts that are edited

  /// The row around an offset of a node's text, or the paragraph if the text has no view.
  package func textRow(around offset: Int, of node: AccessibleNode) -> Range<Int> {
    guard let text = node.text else { return 0..<0 }
    let field = control(of: node.id) as? TextFieldControl
    return field?.row(around: text.content.position(atOrAfter: offset))
      ?? text.part(.paragraph, around: offset)
  }

  /// The rectangle around a part of a node's text, in the window; nil while the text has no view.
  package func textFrame(of range: Range<Int>, in node: AccessibleNode) -> Rect? {
    guard let field = control(of: node.id) as? TextFieldControl,
      let frame = field.frame(of: range)
    else { return nil }
    let origin = field.convert(.zero, from: controller.scrollView)
    let window = controller.scrollView.frame.origin
    let seen = frame.offsetBy(x: window.x - origin.x, y: window.y - origin.y)
    return controller.state.root.mirrored(seen)
  }

  /// The offset of a node's text nearest to a point of the window; nil if the point is outside of
  /// the node, or the text has no view.
  package func textOffset(at point: Point, in node: AccessibleNode) -> Int? {
    guard let field = control(of: node.id) as? TextFieldControl, node.frame.contains(point) else {
      return nil
    }
    let inside = controller.state.root.mirrored(point) - controller.scrollView.frame.origin
    return field.textOffset(at: field.convert(inside, from: controller.scrollView))
  }

  /// The node of an item, a header or a footer; nil where the tree has nothing of its component.
  package func node(at path: ItemPath) -> AccessibleNode? {
    let (place, part) = (path.componentPath, path.last.part)
    _ = current
    guard let component = tree.component(place) else { return nil }
    return switch part {
    case .header: node(AccessibleNode.ID(.header(component.number)))
    case .footer: node(AccessibleNode.ID(.footer(component.number)))
    case .item(let index): node(tree.id(ofItem: index, in: component, place))
    }
  }

  /// The item, header or footer that a node stands for, or is inside of; nil for any other node.
  package func path(of id: AccessibleNode.ID) -> ItemPath? {
    switch id.base {
    case .item(let number, _):
      tree.index(of: id).flatMap { index in tree.components[number]?.item(index) }
    case .header(let number): tree.components[number]?.part(.header)
    case .footer(let number): tree.components[number]?.part(.footer)
    default: nil
    }
  }
}
