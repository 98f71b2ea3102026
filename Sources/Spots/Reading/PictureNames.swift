/// What the pictures that a document names are called where items of several documents are shown as
/// one: each document sees them from its own place.
public struct PictureNames: Sendable {
  /// The place the names are seen from. Documents at one place call the same pictures the same.
  let place: String
  let name: @Sendable (String) -> String

  /// - Parameter name: What a picture is called that the document calls so; never asked for an
  ///   empty name.
  public init(seenFrom place: String, _ name: @escaping @Sendable (String) -> String) {
    self.place = place
    self.name = name
  }
}
