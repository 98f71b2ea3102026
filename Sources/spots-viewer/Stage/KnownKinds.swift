import Spots

/// The kinds a document may name without a warning.
struct KnownKinds: Sendable {
  /// Kinds of items that have views.
  var items: Set<String>
  /// Kinds of components that have layouts.
  var components: Set<String>
  /// Folders of nibs for every screen.
  var viewFolders: [String]
  /// Additional folders that links to nibs may lead to.
  var allowedFolders: [String] = []

  /// The kinds registered with the shared configuration; `views` are folders of more nibs.
  @MainActor static func registered(
    views: [String] = [], allowed: [String] = []
  ) -> KnownKinds {
    KnownKinds(
      items: Set(Configuration.shared.kinds),
      components: Set(Configuration.shared.componentKinds), viewFolders: views,
      allowedFolders: allowed)
  }
}
