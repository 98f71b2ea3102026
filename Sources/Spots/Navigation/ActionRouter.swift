/// Routes actions to closures by patterns with holes:
///
///     var router = ActionRouter()
///     try router.on("profile:{id}") { values in show(profile: values["id"]) }
///     try router.on("app://user/{id}/edit") { values in edit(user: values["id"]) }
///     router.route("profile:17")  // true; values["id"] is "17"
///
/// A hole `{name}` matches one or more characters up to the next `/`, `?` or `#`, or up to the text
/// that follows it in the pattern; `{name...}`, at the end, matches the rest of the action. Of the
/// matching patterns, the most specific wins: from the left, text before holes, and longer text
/// before shorter.
///
/// Set as `SpotsController.router`, it receives the actions of activated items; actions that match
/// no pattern go to the delegate.
@MainActor
public struct ActionRouter {
  /// A fault of a pattern; each case carries the pattern.
  public enum PatternFault: Error, Equatable, Sendable {
    /// A `{` without `}`.
    case unclosed(String)
    /// A hole without a name, or with the name of another one.
    case badName(String)
    /// Two holes with nothing between them.
    case noTextBetween(String)
    /// A `{name...}` that is not the end.
    case restNotLast(String)
    /// Another pattern matches exactly the same actions.
    case taken(String)
  }

  private struct Route {
    var pattern: ActionPattern
    var action: ([String: String]) -> Void
  }

  /// The most specific first.
  private var routes: [Route] = []

  /// Creates a router without patterns, which matches no action.
  public init() {}

  /// Calls `action` for every action that matches `pattern`, with the percent-decoded text of each
  /// hole by name.
  public mutating func on(
    _ pattern: String, _ action: @escaping (_ values: [String: String]) -> Void
  ) throws(PatternFault) {
    let parsed = try ActionPattern(pattern)
    guard !routes.contains(where: { $0.pattern.matchesSame(as: parsed) }) else {
      throw .taken(pattern)
    }
    let place = routes.firstIndex { parsed.isMoreSpecific(than: $0.pattern) } ?? routes.endIndex
    routes.insert(Route(pattern: parsed, action: action), at: place)
  }

  /// Calls the closure of the most specific pattern that matches.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func route(_ action: String) -> Bool {
    let bytes = Array(action.utf8)
    for route in routes {
      guard let values = route.pattern.captures(in: bytes) else { continue }
      route.action(values)
      return true
    }
    return false
  }
}
