import SpotsModel

extension Meta {
  /// Values that are all texts, as most of a document's are.
  public init(strings: [String: String]) {
    self.init(strings.mapValues(JSONValue.string))
  }
}
