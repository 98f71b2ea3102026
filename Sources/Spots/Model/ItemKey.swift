/// What tells which item of one list is one of another: its identifier, or without one, all it holds.
enum ItemKey: Hashable {
  case identifier(Item.Identifier)
  case content(Item)

  init(_ item: Item) {
    self = item.identifier.map(ItemKey.identifier) ?? .content(item)
  }
}
