import Spots
import SpotsViewer

/// A list from which the user picks one item or several: the screen, its growth as items are read,
/// and the answer.
///
/// Knows nothing of windows and streams; `PickCommand` connects it to them.
@MainActor
final class PickQuestion {
  private let title: String
  let isMultiple: Bool
  private let rule: FilterRule
  private let words: Words
  /// The indexes of the items that are checked.
  private var checked: Set<Int> = []
  /// The items that are not shown as they were read, by their index.
  private var originals: [Int: PickOriginal] = [:]
  /// The indexes of the items that were picked, ascending; nil before that.
  private(set) var picked: [Int]?
  /// The controller of the screen, once there is one.
  var controller: SpotsController?

  /// - Parameter title: The question; empty for none.
  init(title: String, isMultiple: Bool, rule: FilterRule, words: Words = .english) {
    (self.title, self.isMultiple, self.rule, self.words) = (title, isMultiple, rule, words)
  }

  /// The action of the button that finishes picking several.
  private static let doneAction = "done"

  /// The screen before any item has been read.
  var screen: Screen {
    var list = ComponentModel(
      header: header, kind: .list, meta: ["label": .string(words[.theList])])
    list.filter = rule
    list.layout.showEmptyComponent = true
    list.layout.headerMode = .sticky
    return Screen(components: [list], title: title.isEmpty ? words[.pick] : title)
  }

  /// The question, and the button that finishes picking several.
  private var header: Item? {
    guard isMultiple else {
      return title.isEmpty ? nil : Item(title: title, kind: "header")
    }
    var header = Item(title: title.isEmpty ? words[.pickAny] : title, kind: "header")
    guard !checked.isEmpty else { return header }
    header.action = Self.doneAction
    header.meta["actionTitle"] = .string(words(.done, ["count": checked.count]))
    return header
  }

  /// The items so far.
  private var items: ItemList { controller?.component(at: 0)?.model.items ?? [] }

  /// Whether there is nothing to pick from.
  var isEmpty: Bool { items.isEmpty }

  /// Appends items to the list.
  func append(_ batch: PickBatch) {
    originals.merge(batch.originals) { $1 }
    change { list in list.append(batch.items) }
  }

  private func change(_ body: (ComponentEdit) throws -> Void) {
    do {
      try controller?.component(at: 0)?.change(animation: .none, body)
    } catch {
      preconditionFailure("the list is on the screen: \(error)")
    }
  }

  // MARK: Answers

  /// Handles an event of the window; sets `picked` if it completes the answer.
  func heard(_ event: ViewerEvent) {
    switch event {
    case .screen(.itemSelected(let item, let path), _):
      guard isMultiple else {
        picked = path.item.map { [$0] }
        return
      }
      if path.part == .header, item.action == Self.doneAction { finish() }
    case .screen(.valueChanged(let name, let value, _), _):
      guard isMultiple, let index = Int(name) else { return }
      if value == .bool(true) { checked.insert(index) } else { checked.remove(index) }
      change { list in list.update { $0.header = header } }
    default: return
    }
  }

  /// Handles actions, and the key that finishes picking several, before the window does. Returns
  /// whether it was one of these.
  func handle(_ event: SessionEvent) -> Bool {
    switch event {
    case .action: return true
    case .key(.enter, .control) where isMultiple && !checked.isEmpty:
      finish()
      return true
    default: return false
    }
  }

  private func finish() { picked = checked.sorted() }

  /// The picked items, one line each.
  func lines(_ print: PickPrint, separator: UInt8) -> [UInt8] {
    (picked ?? []).flatMap { index in
      print.line(original(index), at: index, separator: separator)
    }
  }

  private func original(_ index: Int) -> PickOriginal {
    if let original = originals[index] { return original }
    var item = items[index]
    if isMultiple {
      item.kind = ""
      item.input = ItemInput()
    }
    return PickOriginal(item: item)
  }
}
