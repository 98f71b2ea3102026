/// A JSON value as its text: UTF-8 that is known to be valid, without blanks and comments.
package struct JSONText: Hashable, Sendable {
  package private(set) var bytes: [UInt8]

  /// The keys of data with keys of its own, whose strings all have holes.
  static let freeKeys: Set<String> = ["meta", "model", "payload"]

  /// - Parameter bytes: One JSON value without blanks.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The `kind` of an object; nil for none.
  package var kind: String? {
    guard case .object(let members)? = JSONValue.read(bytes).value,
      case .string(let kind)? = members["kind"]
    else { return nil }
    return kind
  }
}
