import Spots

/// The kinds a document may name without a warning.
struct KnownKinds: Sendable {
  /// Kinds of items there are views for.
  var items: Set<String>
  /// Kinds of components there are layouts for.
  var components: Set<String>

  /// What is registered with the shared configuration.
  @MainActor static var registered: KnownKinds {
    KnownKinds(
      items: Set(Configuration.shared.kinds),
      components: Set(Configuration.shared.componentKinds))
  }
}
