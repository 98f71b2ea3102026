// The items of a component, changed from Swift. Each change is seen as its animation says, is told to
// the delegates once, and is made before the next one; see `ChangeCompletion` for when `completion`
// is called. One that comes while views are measured or recorded waits until that is done.
//
// Without a component or item at an index, `ChangeFault` is thrown and nothing changes.

extension SpotsController {
  /// Adds an item behind the others.
  public func append(
    _ item: Item, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.append([item]), component: component, animation: animation, completion: completion)
  }

  /// Adds items behind the others.
  public func append(
    _ items: [Item], component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.append(items), component: component, animation: animation, completion: completion)
  }

  /// Adds an item before the others.
  public func prepend(
    _ item: Item, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .insert([item], at: 0), component: component, animation: animation, completion: completion)
  }

  /// Adds items before the others.
  public func prepend(
    _ items: [Item], component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .insert(items, at: 0), component: component, animation: animation, completion: completion)
  }

  /// Adds an item before the one at `index`, which may be the number of items.
  public func insert(
    _ item: Item, at index: Int, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .insert([item], at: index), component: component, animation: animation, completion: completion
    )
  }

  /// Adds items before the one at `index`, which may be the number of items.
  public func insert(
    _ items: [Item], at index: Int, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .insert(items, at: index), component: component, animation: animation, completion: completion)
  }

  /// Shows `item` in place of the one at `index`.
  public func update(
    _ item: Item, at index: Int, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .update(item, at: index), component: component, animation: animation, completion: completion)
  }

  /// Deletes an item: the first with its identifier, or without one, with its content. Nothing
  /// happens when there is none.
  public func delete(
    _ item: Item, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .deleteItems([item]), component: component, animation: animation, completion: completion)
  }

  /// Deletes the items passed: as many as there are, each the first with its identifier, or without
  /// one, with its content.
  public func delete(
    _ items: [Item], component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .deleteItems(items), component: component, animation: animation, completion: completion)
  }

  /// Deletes the item at `index`.
  public func delete(
    at index: Int, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.delete([index]), component: component, animation: animation, completion: completion)
  }

  /// Deletes the items at `indexes`, in any order.
  public func delete(
    at indexes: [Int], component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.delete(indexes), component: component, animation: animation, completion: completion)
  }

  /// Moves an item; `destination` is its index afterwards.
  public func move(
    from index: Int, to destination: Int, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .move(from: index, to: destination), component: component, animation: animation,
      completion: completion)
  }

  /// Shows `items` in place of the present ones; those that are the same keep their views.
  public func reload(
    _ items: some Sequence<Item>, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .replace(ItemList(items)), component: component, animation: animation, completion: completion)
  }

  /// Shows `items` unless they are the present ones: then nothing happens.
  public func reloadIfNeeded(
    _ items: some Sequence<Item>, component: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(
      .replaceIfNeeded(ItemList(items)), component: component, animation: animation,
      completion: completion)
  }
}
