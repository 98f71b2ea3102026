/// Performs the actions that screen readers and other assistive programs ask for. Their effects,
/// and what delegates hear of them, are those of the mouse and the keyboard.
@MainActor
struct AccessibleActs {
  let screen: AccessibleScreen
  let controller: SpotsController

  /// See `AccessibleScreen.perform`.
  func perform(_ action: AccessibleAction, on id: AccessibleNode.ID, at now: Double) -> Bool {
    guard let node = screen.node(id) else { return false }
    defer {
      screen.invalidate()
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
    guard action == .activate, let part = screen.part(id), part.isEnabled,
      let activate = part.activate
    else { return false }
    activate()
    return true
  }

  /// Selects all items of the component with this number, or none.
  private func select(_ action: AccessibleAction, _ number: Int) -> Bool {
    guard action == .select || action == .deselect,
      let component = screen.component(number),
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
    guard let component = screen.component(number) else { return false }
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
      let path = screen.path(of: node.id), screen.control(of: node.id) == nil
    else { return }
    controller.state.scroll(to: .item(path, .center), false)
    _ = controller.renderFrame(at: now)
    screen.invalidate()
  }

  /// Uses an item, a header or a footer, or something inside one.
  private func use(_ action: AccessibleAction, _ node: AccessibleNode) -> Bool {
    guard let path = screen.path(of: node.id) else { return false }
    let whole = node.id.around.flatMap { screen.node($0) } ?? node
    if node.id != whole.id, let control = screen.control(of: node.id), control.isEnabled {
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
    let field = screen.control(of: node.id) as? TextFieldControl
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
}
