/// A value for each class of a component's width.
package struct ByWidth<Value> {
  private var compact: Value
  /// The values of the wider classes in order; empty if they are the same.
  private var wider: [Value] = []

  /// Creates a value that is the same at every width.
  package init(_ value: Value) {
    compact = value
  }

  /// Creates the value that `value` gives for each class.
  package init(each value: (WidthClass) -> Value) {
    (compact, wider) = (value(.compact), [value(.medium), value(.expanded)])
  }

  /// A class that is missing takes the value of the next smaller one.
  ///
  /// - Parameter smallest: The value for compact components, unless there is one among `values`.
  fileprivate init(_ values: [WidthClass: Value], smallest: Value) {
    compact = values[.compact] ?? smallest
    guard values[.medium] != nil || values[.expanded] != nil else { return }
    let medium = values[.medium] ?? compact
    wider = [medium, values[.expanded] ?? medium]
  }

  /// The value for components of a class, which is lent rather than copied: views ask for a part of
  /// it at each frame.
  package subscript(widthClass: WidthClass) -> Value {
    _read {
      if widthClass == .compact || wider.isEmpty {
        yield compact
      } else {
        yield wider[widthClass == .medium ? 0 : 1]
      }
    }
  }

  /// Whether the value for some class is like this.
  func contains(where isWanted: (Value) -> Bool) -> Bool {
    isWanted(compact) || wider.contains(where: isWanted)
  }

  /// Changes the value for each class by the other one for it.
  package mutating func update<Other>(
    by others: ByWidth<Other>, _ change: (inout Value, Other) -> Void
  ) {
    if wider.isEmpty, !others.wider.isEmpty { wider = [compact, compact] }
    change(&compact, others.compact)
    for index in wider.indices {
      change(&wider[index], others[index == 0 ? .medium : .expanded])
    }
  }
}

extension ByWidth: Equatable where Value: Equatable {}
extension ByWidth: Hashable where Value: Hashable {}
extension ByWidth: Sendable where Value: Sendable {}

extension ByWidth {
  /// Reads a value that is not an object, or an object with one for each class of width.
  ///
  /// - Parameters:
  ///   - missing: The value of classes below the first one that has a value.
  ///   - value: Reads a value.
  package static func read(
    from cursor: inout JSONCursor, missing: Value,
    value: (inout JSONCursor) throws(SyntaxError) -> Value
  ) throws(SyntaxError) -> ByWidth {
    try read(
      LayoutKeys.byWidth, from: &cursor, missing: missing, object: missing,
      key: { _, _, _ throws(SyntaxError) in }, value: value)
  }

  /// Reads a value that may be an object, or an object with such a value for each class of width.
  /// Keys of the value itself, beside classes, give the value of the smallest classes.
  ///
  /// - Parameters:
  ///   - table: The keys of the value and the classes.
  ///   - missing: The value of classes below the first one that has a value.
  ///   - object: The value of an object without keys.
  ///   - key: Reads the value of the key with a slot.
  ///   - value: Reads a whole value.
  package static func read(
    _ table: KeyTable, from cursor: inout JSONCursor, missing: Value, object: Value,
    key: (inout Value, UInt8, inout JSONCursor) throws(SyntaxError) -> Void,
    value: (inout JSONCursor) throws(SyntaxError) -> Value
  ) throws(SyntaxError) -> ByWidth {
    guard cursor.scanner.current == UInt8(ascii: "{") else { return ByWidth(try value(&cursor)) }
    var plain: Value?
    var classes: [WidthClass: Value] = [:]
    var compactOffset = 0
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      if let widthClass = WidthClass(slot: slot) {
        if widthClass == .compact { compactOffset = cursor.nesting.keyOffset(slot) }
        classes[widthClass] = try value(&cursor)
      } else {
        var own = plain ?? object
        try key(&own, slot, &cursor)
        plain = own
      }
    }
    if plain != nil, classes[.compact] != nil {
      cursor.report(.warning, .duplicateKey, at: compactOffset) { _ in
        "'compact' replaces the keys beside it"
      }
    }
    return ByWidth(classes, smallest: plain ?? (classes.isEmpty ? object : missing))
  }
}

extension WidthClass {
  /// The class whose key has `slot` in `LayoutKeys.byWidth`.
  init?(slot: UInt8) {
    let index = Int(slot) - Int(LayoutKeys.firstWidthSlot)
    guard Self.allCases.indices.contains(index) else { return nil }
    self = Self.allCases[index]
  }
}
