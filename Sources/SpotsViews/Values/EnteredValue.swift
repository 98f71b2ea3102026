/// A value that a user has given an item.
struct EnteredValue {
  var value: JSONValue
  /// The document's value, which it replaces.
  let base: JSONValue
  /// The path of the item it belongs to.
  var path: ItemPath
  /// The field that it was entered into if that is secret; nil for others.
  let secret: ItemInput?

  init(_ value: JSONValue, insteadOf base: JSONValue, _ item: Item, at path: ItemPath) {
    (self.value, self.base, self.path) = (value, base, path)
    secret = item.input.isSecret ? item.input : nil
  }

  /// Whether `item`, another version of the one that it was entered into, may have it.
  ///
  /// - Parameter hidesSecrets: Whether secrets are for their fields alone.
  func mayBe(of item: Item, hidesSecrets: Bool) -> Bool {
    guard let secret else { return true }
    return item.input.isSecret && (!hidesSecrets || item.input == secret)
  }
}
