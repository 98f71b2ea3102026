import Spots

/// The kinds a document may name without a warning.
struct KnownKinds: Sendable {
  /// Kinds of items there are views for.
  var items: Set<String>
  /// Kinds of components there are layouts for.
  var components: Set<String>
  /// Folders whose nibs are for every screen.
  var viewFolders: [String]
  /// Folders that links to nibs may lead to besides.
  var allowedFolders: [String] = []

  /// What is registered with the shared configuration; nibs in `views` come to it.
  @MainActor static func registered(
    views: [String] = [], allowed: [String] = []
  ) -> KnownKinds {
    KnownKinds(
      items: Set(Configuration.shared.kinds),
      components: Set(Configuration.shared.componentKinds), viewFolders: views,
      allowedFolders: allowed)
  }
}
