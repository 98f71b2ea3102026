/// Routes actions to closures by patterns with holes:
///
/// ```swift
/// var router = ActionRouter()
/// try router.on("profile:{id}") { values in print("profile", values["id"] ?? "") }
/// try router.on("app://user/{id}/edit") { values in print("edit", values["id"] ?? "") }
/// router.route("profile:17")  // true, after printing "profile 17"
/// ```
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
  public enum PatternError: Error, Equatable, Sendable {
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
  ) throws(PatternError) {
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

/// A pattern of actions: text with holes, such as `profile:{id}` or `app://user/{id}/edit`.
///
/// `ActionRouter` documents what holes match. All other text is compared byte by byte.
struct ActionPattern: Sendable {
  enum Part: Equatable, Sendable {
    case text([UInt8])
    case hole(String)
    /// The rest of the action, at least one byte.
    case rest(String)
  }

  let parts: [Part]

  /// - Throws: The fault of the pattern.
  init(_ text: String) throws(ActionRouter.PatternError) {
    var parts: [Part] = []
    var names: Set<String> = []
    var rest = Array(text.utf8)[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      if open > rest.startIndex { parts.append(.text(Array(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) else {
        throw .unclosed(text)
      }
      let part = Self.hole(rest[(open + 1)..<close])
      guard let name = part.name, names.insert(name).inserted else { throw .badName(text) }
      if let last = parts.last, last.name != nil { throw .noTextBetween(text) }
      parts.append(part)
      rest = rest[(close + 1)...]
    }
    if !rest.isEmpty { parts.append(.text(Array(rest))) }
    if parts.dropLast().contains(where: \.isRest) { throw .restNotLast(text) }
    self.parts = parts
  }

  private static func hole(_ bytes: ArraySlice<UInt8>) -> Part {
    let dots = Array("...".utf8)
    let isRest = bytes.suffix(3).elementsEqual(dots)
    let name = String(decoding: isRest ? bytes.dropLast(3) : bytes, as: UTF8.self)
    return isRest ? .rest(name) : .hole(name)
  }

  /// The decoded text of each hole in `action`; nil when the action does not match.
  ///
  /// - Complexity: O(*n* · *p*), where *n* is the action's length and *p* the pattern's.
  func captures(in action: [UInt8]) -> [String: String]? {
    var found: [String: String] = [:]
    var place = 0
    for (index, part) in parts.enumerated() {
      switch part {
      case .text(let text):
        guard action[place...].starts(with: text) else { return nil }
        place += text.count
      case .hole(let name):
        let end = end(ofPart: index, from: place, in: action)
        guard end > place else { return nil }
        found[name] = String(decoding: action[place..<end].percentDecoded() ?? [], as: UTF8.self)
        place = end
      case .rest(let name):
        guard place < action.count else { return nil }
        found[name] = String(decoding: action[place...].percentDecoded() ?? [], as: UTF8.self)
        place = action.count
      }
    }
    return place == action.count ? found : nil
  }

  /// The offset at which the hole at part `index` ends: before the next `/`, `?` or `#`, or before
  /// the text that follows it in the pattern, if that is earlier. Text that ends the pattern counts
  /// only at the end of the action.
  private func end(ofPart index: Int, from start: Int, in action: [UInt8]) -> Int {
    var text: [UInt8] = []
    if index + 1 < parts.count, case .text(let following) = parts[index + 1] { text = following }
    let isLast = index + 2 == parts.count
    for place in start..<action.count {
      let isRoom = !isLast || place == action.count - text.count
      if place > start, isRoom, !text.isEmpty, action[place...].starts(with: text) { return place }
      switch action[place] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return place
      default: continue
      }
    }
    return action.count
  }
}

extension ActionPattern.Part {
  /// The name of a hole; nil for text and for a hole with an empty name.
  var name: String? {
    switch self {
    case .text: nil
    case .hole(let name), .rest(let name): name.isEmpty ? nil : name
    }
  }

  var isRest: Bool {
    if case .rest = self { return true }
    return false
  }
}

extension ActionPattern {
  /// Whether the pattern takes precedence over `other`. The first part that differs in kind or in
  /// length of text decides: text before a hole before a hole for the rest, longer text before
  /// shorter. Without one, the pattern with more parts takes precedence.
  func isMoreSpecific(than other: ActionPattern) -> Bool {
    for (mine, theirs) in zip(parts, other.parts) {
      switch (mine, theirs) {
      case (.text(let a), .text(let b)):
        if a.count != b.count { return a.count > b.count }
      case (.text, _), (.hole, .rest): return true
      case (_, .text), (.rest, .hole): return false
      case (.hole, .hole), (.rest, .rest): continue
      }
    }
    return parts.count > other.parts.count
  }

  /// Whether both match the same actions.
  func matchesSame(as other: ActionPattern) -> Bool {
    parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { mine, theirs in
        switch (mine, theirs) {
        case (.text(let a), .text(let b)): a == b
        case (.hole, .hole), (.rest, .rest): true
        default: false
        }
      }
  }
}
