/// The place of a row among those of a list that are inside others.
public struct RowNesting: Hashable, Sendable {
  /// How many rows the row is inside of, from 0 to 255: it is inside the last one before it that
  /// has a lower level.
  public var level: Int {
    get { Int(storedLevel) }
    set { storedLevel = UInt8(clamping: newValue) }
  }
  /// One byte, since there may be as many as a document has items.
  private var storedLevel: UInt8 = 0
  /// Whether the row shows those inside it until the user, or a document in which this is another
  /// value, says otherwise.
  public var isExpanded = false

  /// Creates the place of an outermost row.
  public init() {}
}
