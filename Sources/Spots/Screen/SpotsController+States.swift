// What pointer, keyboard and selection make of each part of the screen.

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
    for index in scrollView.mountedComponents where components.indices.contains(index) {
      components[index].refreshStates()
    }
  }
}
