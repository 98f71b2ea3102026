/// A change to a part of a screen, described by a line of JSON.
///
/// The line is an object with one of these keys:
///
/// * `append`: an array of items, added after those of the component that `to` names; without `to`,
///   an array of components, added after those of the screen.
/// * `insert`: an array of items or components, `before` or `after` one.
/// * `update`: one or several parts; `with` is merged into their JSON as in RFC 7396, where `null`
///   removes a key.
/// * `remove`: one or several parts.
/// * `move`: an item or component, `before` or `after` another, or an item `to` the end of a
///   component.
/// * `set`: a JSON pointer, where the `value` goes; missing objects on the way are created.
/// * `patch`: an array of operations (RFC 6902).
/// * `snapshot`: `true`; asks for the document as it is, and changes nothing.
/// * `push`, `sheet`, `replace`: a screen, which opens over the page in front or in its place; `as`
///   names its page.
/// * `pop`: `true`; closes a page, and those over it.
/// * `toast`: a `title`, perhaps with a `button` and its `action`, shown for a while.
/// * `error`: the `name` of an answer, and the `message` that says what is wrong with it.
/// * `close`: `true`; ends the window.
///
/// With `page`, a line is about the page of this name, and without about the one in front. The
/// lines from `push` on are for windows: a screen alone refuses them.
///
/// Parts are named by their identifiers, including those inside composite items, headers and
/// footers. If several parts share one, `component/item` tells them apart. A string is first looked
/// up as a whole identifier, and split at a `/` when no part has it. A numeric identifier is
/// written as a number, and after a `/` as its digits.
///
/// Pointers refer to the document that `ScreenWriter` writes, where keys with default values are
/// left out. `components` and `items` are always there.
public struct ScreenPatch: Sendable {
  enum Change: Sendable {
    /// An `append` or an `insert`.
    case insert(PatchParts, Anchor)
    case update([Item.Identifier], with: [String: JSONValue])
    case remove([Item.Identifier])
    case move(Item.Identifier, Anchor)
    /// A `patch`, or the single operation of a `set`.
    case patch([PatchOperation])
    case snapshot
    case pages(PageChange)
  }

  /// The place that a part goes to.
  enum Anchor: Sendable {
    case before(Item.Identifier)
    case after(Item.Identifier)
    /// The end of a component.
    case to(Item.Identifier)
    /// The end of the screen.
    case end

    /// The path in the line of what names it.
    var path: String {
      switch self {
      case .before: "/before"
      case .after: "/after"
      case .to: "/to"
      case .end: "/append"
      }
    }
  }

  let change: Change
  /// The name of the page that it is about; nil for the one in front.
  package var page: String?

  /// The change to the pages of a window; nil for a change to a screen.
  package var pageChange: PageChange? {
    if case .pages(let change) = change { change } else { nil }
  }

  /// Whether the line asks for the document as it is, and changes nothing.
  public var asksForSnapshot: Bool {
    if case .snapshot = change { true } else { false }
  }
}

/// An operation at a JSON pointer.
struct PatchOperation: Sendable {
  enum Action: Sendable {
    case edit(PointerEdit)
    case move(from: JSONPointer)
    case copy(from: JSONPointer)
    case test(JSONValue)
  }

  var action: Action
  var pointer: JSONPointer
  var source: PatchSource
}

/// The paths in the line of what an operation says, for messages.
struct PatchSource: Sendable {
  /// The pointer to the place.
  var place: String
  /// The pointer to the new value, or to the part that is moved or copied.
  var value: String
}

/// The reason why a line changes nothing.
public struct PatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The JSON pointer of what is wrong in the line; empty for the line as a whole.
  public var path: String
  /// Lower case, without a final period.
  public var reason: String

  /// For a line that is a document, or not recognized.
  package static let noChange = PatchError("", "the line is no change of a screen")

  /// The most bytes of JSON that a change may make it necessary to write and read again.
  package static let mostWork = 64 << 20
  static let tooMuchWork =
    "the change is too much work: more than \(mostWork >> 20) MiB are written"

  /// Whether the change was given up because of the work that it causes.
  package var isTooMuchWork: Bool { reason == Self.tooMuchWork }

  package init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  init(_ path: String, _ fault: PointerFault) { self.init(path, fault.reason) }

  /// The path, if any, and the reason.
  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// A line that is a change, or is meant to be one.
public struct ParsedPatch: Sendable {
  /// The change, or what is wrong with the line.
  public var result: Result<ScreenPatch, PatchError>
  /// Warnings about the items and components in the line; they do not prevent the change.
  public var warnings: [Diagnostic]
}

/// The keys of a line.
enum PatchKey: String, CaseIterable, Sendable {
  case append, insert, update, remove, move, set, patch, snapshot
  case push, sheet, replace, pop, tab, toast, error, close
  case to, before, after, with, value, `as`, page

  /// The keys that say what a line does; a line has exactly one of them.
  static let verbs = allCases.filter { $0.companions != nil }

  /// The keys that a line with this verb may have besides; nil for a key that is none.
  var companions: [PatchKey]? {
    switch self {
    case .append: [.to, .page]
    case .insert: [.before, .after, .page]
    case .update: [.with, .page]
    case .move: [.to, .before, .after, .page]
    case .set: [.value, .page]
    case .remove, .patch, .snapshot, .pop, .tab, .error: [.page]
    case .push, .sheet: [.as]
    case .replace: [.as, .page]
    case .toast, .close: []
    case .to, .before, .after, .with, .value, .as, .page: nil
    }
  }
}
