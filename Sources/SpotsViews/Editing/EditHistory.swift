/// The undo and redo history of a text.
///
/// Typing is one edit per word, and deleting character by character is one edit in all, unless
/// something else comes between. The oldest edits are forgotten when all of them take more than
/// `budget` bytes.
struct EditHistory: Sendable {
  /// A range of text that was replaced.
  struct Edit: Sendable {
    /// The UTF-8 offset at which both texts begin.
    var start: Int
    var removed: String
    var inserted: String
    /// The selection before.
    var selection: TextSelection
    var kind: Kind

    fileprivate var cost: Int { removed.utf8.count + inserted.utf8.count + 64 }
  }

  /// How an edit was made, which decides whether it continues the one before.
  enum Kind: Sendable {
    case typing, deletingBackward, deletingForward, other
  }

  /// In bytes; enough for the longest text to be replaced by another one.
  static let budget = 4 << 20

  private var done: [Edit] = []
  private var undone: [Edit] = []
  private var cost = 0
  /// Whether the next edit may continue the last one.
  private var isOpen = false

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Records an edit. Edits undone earlier can no longer be redone.
  mutating func record(_ edit: Edit) {
    undone.removeAll()
    let continues = isOpen && done.last.map { Self.continues($0, with: edit) } ?? false
    if continues {
      cost += edit.removed.utf8.count + edit.inserted.utf8.count
      Self.merge(edit, into: &done[done.count - 1])
    } else {
      cost += edit.cost
      done.append(edit)
    }
    isOpen = edit.kind != .other
    forgetOldest()
  }

  /// Keeps the next edit from continuing the last one.
  mutating func close() { isOpen = false }

  /// The edit to be undone, which can be redone from now on; nil when there is none.
  mutating func undo() -> Edit? {
    isOpen = false
    guard let edit = done.popLast() else { return nil }
    undone.append(edit)
    return edit
  }

  /// The edit to be redone; nil when there is none.
  mutating func redo() -> Edit? {
    isOpen = false
    guard let edit = undone.popLast() else { return nil }
    done.append(edit)
    return edit
  }

  private static func continues(_ last: Edit, with edit: Edit) -> Bool {
    switch (last.kind, edit.kind) {
    case (.typing, .typing):
      let isNext = edit.removed.isEmpty && last.start + last.inserted.utf8.count == edit.start
      guard isNext, let before = last.inserted.last, let after = edit.inserted.first else {
        return false
      }
      return !after.isNewline && !before.isNewline && (!before.isWhitespace || after.isWhitespace)
    case (.deletingBackward, .deletingBackward):
      return edit.start + edit.removed.utf8.count == last.start
    case (.deletingForward, .deletingForward): return edit.start == last.start
    default: return false
    }
  }

  private static func merge(_ edit: Edit, into last: inout Edit) {
    last.inserted += edit.inserted
    switch edit.kind {
    case .deletingBackward:
      last.removed = edit.removed + last.removed
      last.start = edit.start
    case .deletingForward: last.removed += edit.removed
    case .typing, .other: break
    }
  }

  /// Forgets a quarter of the budget at a time, so that this is rare.
  private mutating func forgetOldest() {
    guard cost > Self.budget else { return }
    var count = 0
    while count < done.count - 1, cost > Self.budget / 4 * 3 {
      cost -= done[count].cost
      count += 1
    }
    done.removeFirst(count)
  }
}
