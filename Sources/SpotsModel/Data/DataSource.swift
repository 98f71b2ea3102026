/// The file or the address that a screen's data comes from, if its document does not have it.
package struct DataSource: Hashable, Sendable {
  /// A path or an address, relative to the document; `#` is the document itself.
  package let from: String
  /// Whether a screen that a document has under a name shares the data of that document.
  package var isOfDocument: Bool { from == "#" }
  /// The format of the file; nil leaves it to the end of its name.
  package let format: DataValue.Format?
  /// The path or address of a JSON Schema of the data, relative to the document; nil for none.
  package let schema: String?

  /// The source that the value of `data` describes; nil when the value is the data itself. An
  /// object is a source if it has `from`, and no key but `from`, `schema` and `format`.
  package init?(_ text: JSONText?) {
    // Data itself may be large.
    guard let text, text.bytes.count <= 1 << 16,
      case .object(let members)? = JSONValue.read(text.bytes).value,
      case .string(let from)? = members["from"],
      members.keys.allSatisfy({ ["from", "schema", "format"].contains($0) })
    else { return nil }
    self.from = from
    schema = if case .string(let schema)? = members["schema"] { schema } else { nil }
    if case .string(let format)? = members["format"] {
      self.format = DataValue.Format(rawValue: format)
    } else {
      format = nil
    }
  }
}
