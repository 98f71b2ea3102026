// The changes of items as they are awaited: they return when the change is made, while its motion
// goes on.

extension Component {
  /// Adds an item behind the others.
  public func append(_ item: Item, animation: Animation = .automatic) async throws(ChangeFault) {
    try await change(.append([item]), animation: animation)
  }

  /// Adds items behind the others.
  public func append(_ items: [Item], animation: Animation = .automatic) async throws(ChangeFault) {
    try await change(.append(items), animation: animation)
  }

  /// Adds an item before the others.
  public func prepend(_ item: Item, animation: Animation = .automatic) async throws(ChangeFault) {
    try await change(.insert([item], at: 0), animation: animation)
  }

  /// Adds items before the others.
  public func prepend(
    _ items: [Item], animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.insert(items, at: 0), animation: animation)
  }

  /// Adds an item before the one at `index`, which may be the number of items.
  public func insert(
    _ item: Item, at index: Int, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.insert([item], at: index), animation: animation)
  }

  /// Adds items before the one at `index`, which may be the number of items.
  public func insert(
    _ items: [Item], at index: Int, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.insert(items, at: index), animation: animation)
  }

  /// Shows `item` in place of the one at `index`.
  public func update(
    _ item: Item, at index: Int, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.update(item, at: index), animation: animation)
  }

  /// Deletes an item: the first with its identifier, or without one, with its content. Nothing
  /// happens when there is none.
  public func delete(_ item: Item, animation: Animation = .automatic) async throws(ChangeFault) {
    try await change(.deleteItems([item]), animation: animation)
  }

  /// Deletes the items passed: as many as there are, each the first with its identifier, or without
  /// one, with its content.
  public func delete(_ items: [Item], animation: Animation = .automatic) async throws(ChangeFault) {
    try await change(.deleteItems(items), animation: animation)
  }

  /// Deletes the item at `index`.
  public func delete(at index: Int, animation: Animation = .automatic) async throws(ChangeFault) {
    try await change(.delete([index]), animation: animation)
  }

  /// Deletes the items at `indexes`, in any order.
  public func delete(
    at indexes: [Int], animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.delete(indexes), animation: animation)
  }

  /// Moves an item; `destination` is its index afterwards.
  public func move(
    from index: Int, to destination: Int, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.move(from: index, to: destination), animation: animation)
  }

  /// Shows `items` in place of the present ones; those that are the same keep their views.
  public func reload(
    _ items: some Sequence<Item>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.replace(ItemList(items)), animation: animation)
  }

  /// Shows `items` unless they are the present ones: then nothing happens.
  public func reloadIfNeeded(
    _ items: some Sequence<Item>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await change(.replaceIfNeeded(ItemList(items)), animation: animation)
  }
}
