/// Renames the pictures of a document, so that items of several documents can be shown together
/// although each document names pictures relative to its own location.
public struct PictureNames: Sendable {
  /// Identifies the renaming: documents with equal places give equal names to the same picture.
  let place: String
  let name: @Sendable (String) -> String

  /// Creates a renaming; equal values of `place` must rename alike.
  ///
  /// - Parameter name: Converts a name in the document; never called with an empty one.
  public init(seenFrom place: String, _ name: @escaping @Sendable (String) -> String) {
    self.place = place
    self.name = name
  }
}
