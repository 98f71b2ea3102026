extension Component {
  /// Changes the component as `body` does. What of it is the same keeps its views, selection and
  /// offsets; nothing happens when all of it is.
  public func update(
    animation: Animation = .automatic, completion: ChangeCompletion? = nil,
    _ body: (inout ComponentModel) -> Void
  ) throws(ChangeFault) {
    let (controller, index) = try place()
    try controller.update(
      componentAt: index, animation: animation, completion: completion, body)
  }

  /// Shows items anew although nothing they hold has changed; nil stands for all items, the header
  /// and the footer.
  public func reload(
    items indexes: [Int]? = nil, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let (controller, index) = try place()
    try controller.reload(
      component: index, items: indexes, animation: animation, completion: completion)
  }

  /// Changes the component as `body` does, and returns when that is done.
  public func update(
    animation: Animation = .automatic, _ body: (inout ComponentModel) -> Void
  ) async throws(ChangeFault) {
    let (controller, index) = try place()
    try await controller.update(componentAt: index, animation: animation, body)
  }

  /// Shows items anew, all parts when `indexes` is nil, and returns when that is done.
  public func reload(
    items indexes: [Int]? = nil, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    let (controller, index) = try place()
    try await controller.reload(component: index, items: indexes, animation: animation)
  }

  func change(
    _ edit: ItemEdit, animation: Animation, completion: ChangeCompletion?
  ) throws(ChangeFault) {
    let (controller, index) = try place()
    try controller.change(
      edit, component: index, animation: animation, completion: completion)
  }

  func change(_ edit: ItemEdit, animation: Animation) async throws(ChangeFault) {
    let (controller, index) = try place()
    try await controller.change(edit, component: index, animation: animation)
  }

  /// The screen the component is on, and its index there when the changes that wait are made.
  private func place() throws(ChangeFault) -> (controller: SpotsController, index: Int) {
    guard let controller = owner as? SpotsController,
      controller.components.indices.contains(index),
      controller.components[index] === self,
      let upcoming = controller.changes.upcomingIndex(of: index)
    else { throw .notOnScreen }
    return (controller, upcoming)
  }
}
