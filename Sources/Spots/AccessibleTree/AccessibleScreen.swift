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

  /// The items of the list of a component, which are the children of its node.
  private func shown(in number: Int) -> ShownItems? {
    tree.components[number].flatMap(tree.component)?.geometry.shown
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
    guard let node = node(id) else { return false }
    defer {
      invalidate()
      controller.onNeedsFrame()
    }
    switch id.base {
    case .window, .announcement: return false
    case .screen: return action == .focus && dropFocus()
    case .scrollBar: return scroll(action)
    case .list(let number):
      return select(action, number) || turn(action, number, at: now)
    case .pages(let number): return turn(action, number, at: now)
    case .header, .footer, .item:
      mountControl(of: node, for: action, at: now)
      return use(action, node)
    case .overlay, .popup: return press(action, id)
    }
  }

  private func dropFocus() -> Bool {
    controller.state.keyboard.clear()
    controller.scrollView.refreshStates()
    return true
  }

  private func scroll(_ action: AccessibleAction) -> Bool {
    guard case .set(let offset) = action, offset.isFinite else { return false }
    controller.scroll(to: offset)
    return true
  }

  private func press(_ action: AccessibleAction, _ id: AccessibleNode.ID) -> Bool {
    guard action == .activate, let part = tree.part(id), part.isEnabled,
      let activate = part.activate
    else { return false }
    activate()
    return true
  }

  /// Selects all items of the component with this number, or none.
  private func select(_ action: AccessibleAction, _ number: Int) -> Bool {
    guard action == .select || action == .deselect,
      let component = tree.components[number].flatMap(tree.component),
      component.model.interaction.selection == .several, !component.isDisabled
    else { return false }
    if action == .select {
      controller.selection.selectAll(in: component.path)
    } else {
      controller.selection[component.path] = RangeSet()
    }
    return true
  }

  /// Moves the carousel with this number.
  private func turn(_ action: AccessibleAction, _ number: Int, at now: Double) -> Bool {
    guard let component = tree.components[number].flatMap(tree.component) else { return false }
    let scroll = component.scroll
    switch action {
    case .reveal:
      controller.state.reveal(component.path.item(scroll.targetItem ?? 0))
    case _ where !scroll.stops.canScroll || component.isDisabled: return false
    case .nextItem: scroll.turnItem(1, at: now)
    case .previousItem: scroll.turnItem(-1, at: now)
    case .nextPage: scroll.turnPage(1, at: now)
    case .previousPage: scroll.turnPage(-1, at: now)
    case .set(let page) where page >= 1 && page <= Double(scroll.pages.count):
      scroll.horizontalScroll.glide(to: scroll.offset(ofPage: Int(page) - 1), at: now)
    default: return false
    }
    return true
  }

  /// Scrolls to a control that has no view yet, so that it can be used.
  private func mountControl(of node: AccessibleNode, for action: AccessibleAction, at now: Double) {
    guard action == .activate || action == .focus, node.id.around != nil,
      node.role.isOperated || node.role == .columnHeader,
      let path = path(of: node.id), control(of: node.id) == nil
    else { return }
    controller.state.scroll(to: .item(path, .center), false)
    _ = controller.renderFrame(at: now)
    invalidate()
  }

  /// Uses an item, a header or a footer, or something inside one.
  private func use(_ action: AccessibleAction, _ node: AccessibleNode) -> Bool {
    guard let path = path(of: node.id) else { return false }
    let whole = node.id.around.flatMap { self.node($0) } ?? node
    if node.id != whole.id, let control = control(of: node.id), control.isEnabled {
      if use(action, control, at: path) { return true }
    }
    switch action {
    case .selectText, .replaceText: return edit(action, node, at: path)
    case .activate where node.actions.contains(.activate) || whole.actions.contains(.activate):
      controller.state.keyboard.put(on: path)
      controller.state.items.press(path)
    case .focus where node.states.contains(.focusable) || whole.states.contains(.focusable):
      controller.state.keyboard.focus(path, at: nil)
    case .item(let index, _) where node.actions.contains(action):
      controller.state.items.perform(index, of: path)
    case .reveal: controller.state.reveal(path)
    case .select where whole.states.isSuperset(of: [.selectable, .enabled]):
      return controller.select(path)
    case .deselect where whole.states.contains(.selected):
      guard let item = path.last.item else { return false }
      controller.selection[path.componentPath].subtract(RangeSet(item..<item + 1))
    case .set(let number) where node.value?.isSettable == true && number.isFinite:
      return choose(number, of: node, at: path)
    default: return false
    }
    return true
  }

  /// Uses one of several controls in the view of the part at `path`.
  ///
  /// - Returns: Whether the action was one for the control alone.
  private func use(_ action: AccessibleAction, _ control: Control, at path: ItemPath) -> Bool {
    switch action {
    case .activate:
      controller.state.keyboard.put(on: path, control: control)
      control.activate()
    case .focus:
      controller.state.keyboard.focus(path, at: nil)
      controller.state.keyboard.put(on: path, control: control)
      controller.state.statesDidChange()
    default: return false
    }
    return true
  }

  /// Selects or replaces a part of the text of a field: through its control if it has one, so that
  /// the user can undo it, or else by setting its value.
  private func edit(_ action: AccessibleAction, _ node: AccessibleNode, at path: ItemPath) -> Bool {
    guard let text = node.text, node.states.contains(.enabled) else { return false }
    let field = control(of: node.id) as? TextFieldControl
    switch action {
    case .selectText(let range):
      guard let field else { return false }
      field.select(range)
    case .replaceText(let range, let new):
      if let field {
        field.replace(range, with: new)
      } else {
        guard let item = controller.item(at: path), node.role != .secret else { return false }
        var content = text.content
        content.replaceSubrange(
          content.index(at: range.lowerBound)..<content.index(at: range.upperBound), with: new)
        let environment = controller.environment
        // A text that is no day or time would erase the one that is there.
        let value =
          node.role == .dateEditor
          ? DatePicker.value(typedAs: content, of: item, in: environment.words)
          : item.typedValue(content, environment.numbers)
        guard let value else { return false }
        controller.state.answers.set(value, of: item, at: path)
      }
    default: return false
    }
    return true
  }

  /// The control that a node stands for; nil while it has no view.
  private func control(of id: AccessibleNode.ID) -> Control? {
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

  /// Gives the item at `path` a number, as users do with its control.
  private func choose(_ number: Double, of node: AccessibleNode, at path: ItemPath) -> Bool {
    guard let item = controller.item(at: path), controller.environment.isEnabled(item),
      let value = node.value
    else {
      return false
    }
    let possible = min(max(number, value.minimum), value.maximum)
    controller.state.answers.set(
      .of(NumberChoice(of: item).nearest(to: possible)), of: item, at: path)
    return true
  }

  private func path(of id: AccessibleNode.ID) -> ItemPath? {
    switch id.base {
    case .item(let number, _):
      tree.index(of: id).flatMap { index in tree.components[number]?.item(index) }
    case .header(let number): tree.components[number]?.part(.header)
    case .footer(let number): tree.components[number]?.part(.footer)
    default: nil
    }
  }
}
