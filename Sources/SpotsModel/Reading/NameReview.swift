/// The kinds that a document may name, and those that it names beside them.
struct KindReview {
  /// The registered kinds of items; nil when kinds are not checked.
  var items: Set<String>?
  let components: Set<String>?
  /// The word for the view that stands in for one of an unknown kind.
  var defaultView = "view"
  /// The kinds of items that have been reported.
  private var reported: Set<String> = []

  init(items: Set<String>?, components: Set<String>?) {
    (self.items, self.components) = (items, components)
  }

  /// Whether a kind of items is unknown, and is met for the first time.
  mutating func isNews(_ kind: String) -> Bool {
    guard let items, !kind.isEmpty, !items.contains(kind) else { return false }
    return reported.insert(kind).inserted
  }

  /// Reports an unknown kind, with a warning that has those that are known.
  ///
  /// - Parameters:
  ///   - owner: What has the kind.
  ///   - used: What is used instead.
  static func report(
    _ kind: String, of owner: String, known: Set<String>, used: String, at offset: Int,
    in cursor: inout JSONCursor
  ) {
    cursor.report(.warning, .unknownKind, at: offset) { _ in
      let nearest = nearestName(to: kind, among: known.sorted())
      let list = known.sorted().map { "'\($0.printable(limit: 40))'" }.joined(separator: ", ")
      return "unknown \(owner) kind '\(kind.printable(limit: 40))'; "
        + (nearest.map { "did you mean '\($0.printable(limit: 40))'? " } ?? "")
        + "\(used) is used; known kinds: \(list)"
    }
  }
}

/// Checks the images that a document names.
struct ImageReview {
  /// Returns why a source has no image, nil when it has one; nil when images are not checked.
  private let find: (@Sendable (String) -> String?)?
  /// Renames images; nil keeps the names in the document.
  var names: ImageNames?
  /// The problems by source, as far as they have been asked for.
  private var known: [String: String?] = [:]

  init(problem: (@Sendable (String) -> String?)? = nil, names: ImageNames? = nil) {
    (find, self.names) = (problem, names)
  }

  /// Why a source has no image; nil when it has one, and when images are not checked.
  mutating func problem(of source: String) -> String? {
    guard let find else { return nil }
    let reason = known[source] ?? find(source)
    known[source] = .some(reason)
    return reason
  }
}
