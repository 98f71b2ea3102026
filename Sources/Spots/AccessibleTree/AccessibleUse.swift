/// The states and actions of the parts of a screen, as screen readers are told of them.
@MainActor
struct AccessibleUse {
  let controller: SpotsController
  let texts: AccessibleTexts

  /// How a part is being used, and can be.
  func states(
    of item: Item, _ path: ItemPath, _ frame: Rect, isUsable: Bool,
    _ policy: Interaction.Selection
  ) -> AccessibleStates {
    var states: AccessibleStates = []
    let isItem = path.last.item != nil
    if isUsable { states.insert(.enabled) }
    if isItem || isUsable && item.action != nil { states.insert(.focusable) }
    if isItem, policy == .single || policy == .several, InputKind(of: item) == nil {
      states.insert(.selectable)
    }
    if frame.intersects(controller.scrollView.frame) { states.insert(.showing) }
    if controller.focused == path { states.insert(.focused) }
    if controller.state.selection.contains(path) { states.insert(.selected) }
    if controller.state.progress.contains(path) { states.insert(.busy) }
    return states
  }

  /// Adds what users can do with a part that they can use.
  func addActions(
    of item: Item, at path: ItemPath, to node: inout AccessibleNode,
    _ policy: Interaction.Selection
  ) {
    let kind = InputKind(of: item)
    if let isExpanded = controller.disclosure.isExpanded(path) {
      node.states.formUnion(
        isExpanded ? [.expandable, .expanded, .focusable] : [.expandable, .focusable])
    }
    let isOperated = path.last.item != nil && (policy != .none || kind != nil)
    let isActivated = item.action != nil || isOperated || node.states.contains(.expandable)
    // A choice that shows its options is activated by means of them.
    if isActivated, kind != .choice || node.role != .group { node.actions = [.activate] }
    if node.states.contains(.selectable) {
      node.actions.append(node.states.contains(.selected) ? .deselect : .select)
    }
    let menu = ItemAction.menu(of: item)
    node.actions += menu.enumerated().map { .item($0, title: texts.text($1.name)) }
    let roles: Set<AccessibleRole> = [.comboBox, .dateEditor]
    guard !menu.isEmpty || roles.contains(node.role) else { return }
    node.states.insert(.hasPopup)
    let isOpen = controller.focused == path && controller.state.popups.popup != nil
    if isOpen { node.states.insert(.expanded) }
  }

  /// Moves focus and actions of a heading with a button to the button, which alone activates it.
  func moveFocusToButton(of node: inout AccessibleNode) {
    guard case .heading = node.role,
      let index = node.children.firstIndex(where: { $0.role == .button })
    else { return }
    let moved = node.states.intersection([.focusable, .focused])
    node.states.subtract(moved)
    node.children[index].states.formUnion(moved)
    (node.children[index].actions, node.actions) = (node.actions, [])
  }
}
