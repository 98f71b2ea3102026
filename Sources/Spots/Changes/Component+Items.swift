// The items of this component, changed from Swift, as `SpotsController` changes those of any.

extension Component {
  /// Adds an item behind the others.
  public func append(
    _ item: Item, animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.append([item]), animation: animation, completion: completion)
  }

  /// Adds items behind the others.
  public func append(
    _ items: [Item], animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.append(items), animation: animation, completion: completion)
  }

  /// Adds an item before the others.
  public func prepend(
    _ item: Item, animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.insert([item], at: 0), animation: animation, completion: completion)
  }

  /// Adds items before the others.
  public func prepend(
    _ items: [Item], animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.insert(items, at: 0), animation: animation, completion: completion)
  }

  /// Adds an item before the one at `index`, which may be the number of items.
  public func insert(
    _ item: Item, at index: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.insert([item], at: index), animation: animation, completion: completion)
  }

  /// Adds items before the one at `index`, which may be the number of items.
  public func insert(
    _ items: [Item], at index: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.insert(items, at: index), animation: animation, completion: completion)
  }

  /// Shows `item` in place of the one at `index`.
  public func update(
    _ item: Item, at index: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.update(item, at: index), animation: animation, completion: completion)
  }

  /// Deletes an item: the first with its identifier, or without one, with its content. Nothing
  /// happens when there is none.
  public func delete(
    _ item: Item, animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.deleteItems([item]), animation: animation, completion: completion)
  }

  /// Deletes the items passed: as many as there are, each the first with its identifier, or without
  /// one, with its content.
  public func delete(
    _ items: [Item], animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.deleteItems(items), animation: animation, completion: completion)
  }

  /// Deletes the item at `index`.
  public func delete(
    at index: Int, animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.delete([index]), animation: animation, completion: completion)
  }

  /// Deletes the items at `indexes`, in any order.
  public func delete(
    at indexes: [Int], animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.delete(indexes), animation: animation, completion: completion)
  }

  /// Moves an item; `destination` is its index afterwards.
  public func move(
    from index: Int, to destination: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.move(from: index, to: destination), animation: animation, completion: completion)
  }

  /// Shows `items` in place of the present ones; those that are the same keep their views.
  public func reload(
    _ items: some Sequence<Item>, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.replace(ItemList(items)), animation: animation, completion: completion)
  }

  /// Shows `items` unless they are the present ones: then nothing happens.
  public func reloadIfNeeded(
    _ items: some Sequence<Item>, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try change(.replaceIfNeeded(ItemList(items)), animation: animation, completion: completion)
  }
}
