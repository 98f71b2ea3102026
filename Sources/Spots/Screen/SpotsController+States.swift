// How each part of the screen is being used, and who is told.

extension SpotsController {
  /// How a part of the screen is being used.
  func state(of path: ItemPath) -> ViewState {
    var state: ViewState = []
    if pointer.hover == path, pointer.pressed == nil || pointer.pressed == path {
      state.insert(.hover)
    }
    if pointer.pressed == path, pointer.hover == path { state.insert(.highlighted) }
    if selected == path { state.insert(.selected) }
    if keyboard.path == path, keyboard.isActive { state.insert(.focused) }
    return state
  }

  func refreshStates() {
    scrollView.refreshStates()
  }

  func focusDidChange(from old: KeyboardFocus) {
    let (before, after) = (old.isActive ? old.path : nil, keyboard.isActive ? keyboard.path : nil)
    if before != after { focusDelegate?.controller(self, didFocus: after) }
  }

  func selectionDidChange(from old: ItemPath?) {
    guard selected != old else { return }
    refreshStates()
    onNeedsFrame()
    componentDelegate?.controller(self, didChangeSelection: selected)
  }
}

extension SpotsController: ComponentViewsOwner {
  func willDisplay(_ view: View, _ item: Item, at path: ItemPath) {
    componentDelegate?.controller(self, willDisplay: view, item: item, at: path)
  }

  func didEndDisplaying(_ view: View, _ item: Item, at path: ItemPath) {
    componentDelegate?.controller(self, didEndDisplaying: view, item: item, at: path)
  }

  func didConfigureEdge(_ view: View, _ item: Item, at path: ItemPath) {
    if path.last.part == .header {
      componentDelegate?.controller(self, didConfigureHeader: view, item: item, at: path)
    } else {
      componentDelegate?.controller(self, didConfigureFooter: view, item: item, at: path)
    }
  }

  func didChangeState(of view: View, _ item: Item, at path: ItemPath) {
    viewStateDelegate?.controller(self, didChange: view.state, of: view, item: item, at: path)
  }
}
