/// What tells which item of one list is one of another: its identifier, or without one, its content.
enum ItemIdentity: Hashable {
  case identifier(Item.Identifier)
  case content(Item)

  init(_ item: Item) {
    self = item.identifier.map(ItemIdentity.identifier) ?? .content(item)
  }
}
