/// Leads actions to closures by patterns with holes:
///
///     var router = ActionRouter()
///     try router.on("profile:{id}") { values in show(profile: values["id"]) }
///     try router.on("app://user/{id}/edit") { values in edit(user: values["id"]) }
///     router.route("profile:17")  // true; values["id"] is "17"
///
/// A hole `{name}` stands for one or more characters up to the next `/`, `?` or `#`, or up to the
/// text that follows it in the pattern; `{name...}`, at the end, stands for all that is left. Of the
/// patterns that match an action, the most specific one wins: text counts before holes from the left
/// on, and longer text before shorter.
///
/// Set as `SpotsController.router`, it gets the actions of items that are clicked; what it does not
/// know goes to the delegate.
@MainActor
public struct ActionRouter {
  /// What is wrong with a pattern; each with the pattern.
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

  public init() {}

  /// Calls `action` for every action that matches `pattern`, with what the holes stand for; `%20`
  /// and the like are decoded.
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
