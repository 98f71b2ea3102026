/// Finds identifiers that occur twice among the items of a list, or among components.
struct IdentifierReview {
  /// The offset of the first of each.
  private var offsets: [Item.Identifier: UInt32] = [:]

  /// Reports the identifier whose value starts at `offset` if an earlier one is equal. An empty one
  /// stands for none.
  ///
  /// - Parameter owner: The word for the part that has the identifier.
  mutating func note(
    _ identifier: Item.Identifier?, at offset: Int, of owner: String, in cursor: inout JSONCursor
  ) {
    guard let identifier, identifier != "", !cursor.log.isMuted else { return }
    guard let first = offsets[identifier] else {
      offsets[identifier] = UInt32(truncatingIfNeeded: offset)
      return
    }
    cursor.report(
      .warning, .duplicateIdentifier, at: offset, related: Int(first), below: "/identifier"
    ) { _ in
      let text =
        switch identifier {
        case .integer(let number): "\(number)"
        case .string(let text): "'\(text.printable(limit: 40))'"
        }
      return "the identifier \(text) belongs to another \(owner),"
    }
  }
}
