/// The key that matches items of two lists: the identifier or, without one, the content.
enum ItemIdentity: Hashable {
  case identifier(Item.Identifier)
  case content(Item)

  init(_ item: Item) {
    self = item.identifier.map(ItemIdentity.identifier) ?? .content(item)
  }
}
