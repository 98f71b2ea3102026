/// The controls in the views of parts, matched with the nodes that stand for them.
@MainActor
struct AccessibleControls {
  let controller: SpotsController

  private var scrollView: SpotsScrollView { controller.scrollView }

  /// The controls in a view by the nodes that stand for them, the item's own node included; empty
  /// if controls and nodes cannot be matched.
  func controls(of node: AccessibleNode, in view: View?) -> [AccessibleNode.ID: Control] {
    guard let view = view as? any ItemConfigurable else { return [:] }
    if let header = view as? TableHeaderView {
      let titles = node.children.filter { $0.role == .columnHeader }.map(\.id)
      let pairs = zip(titles, header.titleControls)
      return Dictionary(
        uniqueKeysWithValues: pairs.compactMap { id, control in control.map { (id, $0) } })
    }
    if node.role.isOperated { return view.mainControl.map { [node.id: $0] } ?? [:] }
    let parts = node.all.filter { $0.role.isOperated && $0.id.around == node.id }
    // A choice is operated by its options.
    let controls = view.controls.filter { !($0 is ChoiceGroupControl) }
    guard parts.count == controls.count else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(parts.map(\.id), controls))
  }

  /// Gives nodes that stand for controls the frames, states and actions of the controls.
  ///
  /// - Parameters:
  ///   - node: The node of the part at `path`.
  ///   - view: The part's view; nil while it has none.
  func describe(_ node: inout AccessibleNode, _ view: View?, at path: ItemPath) {
    let controls = controls(of: node, in: view)
    guard !controls.isEmpty else { return }
    let keyboard = controller.state.keyboard
    let focused = keyboard.focused == path ? keyboard.control : nil
    let marked = (focused as? ChoiceGroupControl)?.currentOption ?? focused
    func describe(_ node: inout AccessibleNode, isWhole: Bool) -> Bool {
      var hasFocus = false
      if let control = controls[node.id] {
        hasFocus = control === marked
        if !isWhole {
          let place = control.convert(.zero, from: scrollView)
          let frame = Rect(origin: scrollView.frame.origin - place, size: control.frame.size)
          node.frame = controller.state.root.mirrored(frame)
          self.describe(&node, control, hasFocus: hasFocus)
        }
        if node.text != nil, let field = control as? TextFieldControl, field.hasKeyboard {
          node.text = field.accessibleText
        }
        if let chart = control as? ChartView { node.value = chart.accessibleValue }
      }
      for index in node.children.indices {
        if describe(&node.children[index], isWhole: false) { hasFocus = true }
      }
      return hasFocus
    }
    let hasFocus = describe(&node, isWhole: true)
    // The focus is on the control rather than on what is around it.
    if hasFocus, controls[node.id] == nil { node.states.remove(.focused) }
  }

  private func describe(_ node: inout AccessibleNode, _ control: Control, hasFocus: Bool) {
    guard control.isEnabled, node.states.contains(.enabled) else {
      node.states.remove(.enabled)
      return
    }
    node.states.insert(.focusable)
    if hasFocus { node.states.insert(.focused) }
    node.actions = [.activate]
  }
}
