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
    let isSame = before == after || isFollowingItems && before != nil && after != nil
    if !isSame { focusDelegate?.controller(self, didFocus: after) }
  }

  func selectionDidChange(from old: ItemPath?) {
    guard selected != old else { return }
    refreshStates()
    onNeedsFrame()
    if isFollowingItems, selected != nil { return }
    componentDelegate?.controller(self, didChangeSelection: selected)
  }
}

extension SpotsController: ComponentViewsOwner {
  var containerPath: ItemPath? { nil }

  func willDisplay(_ view: View, _ item: Item, at path: ItemPath) {
    guard componentDelegate != nil else { return }
    report { $0.componentDelegate?.controller($0, willDisplay: view, item: item, at: path) }
  }

  func didEndDisplaying(_ view: View, _ item: Item, at path: ItemPath) {
    guard componentDelegate != nil else { return }
    report { $0.componentDelegate?.controller($0, didEndDisplaying: view, item: item, at: path) }
  }

  func didConfigureEdge(_ view: View, _ item: Item, at path: ItemPath) {
    guard componentDelegate != nil else { return }
    report {
      if path.last.part == .header {
        $0.componentDelegate?.controller($0, didConfigureHeader: view, item: item, at: path)
      } else {
        $0.componentDelegate?.controller($0, didConfigureFooter: view, item: item, at: path)
      }
    }
  }

  func didChangeState(of view: View, _ item: Item, at path: ItemPath) {
    guard viewStateDelegate != nil else { return }
    let state = view.state
    report {
      $0.viewStateDelegate?.controller($0, didChange: state, of: view, item: item, at: path)
    }
  }

  /// Views are in the middle of being moved: delegates hear of it when that is done.
  private func report(_ body: @escaping (SpotsController) -> Void) {
    pendingReports.append { [weak self] in if let self { body(self) } }
  }
}
