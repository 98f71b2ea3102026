import Synchronization

/// The search in the items of a component: the text that was typed, and the texts it is compared
/// with.
///
/// Owned by the component's content.
@MainActor
struct ItemFilter {
  /// As it was typed; empty for none.
  private(set) var text = ""
  /// The same as it is compared.
  private(set) var sought = TextFilter("")
  private var texts = ItemTextsInAdvance()

  /// The texts of longer lists are made before anything is looked for.
  private static let shortList = 1000
  /// More changes than this have all texts made again when they are needed.
  private static let mostChanges = 64

  init(for model: ComponentModel) { beginTexts(of: model) }

  private func beginTexts(of model: ComponentModel) {
    if model.filter != nil, model.items.count > Self.shortList { texts.make(of: model.items) }
  }

  /// Looks for another text.
  ///
  /// - Parameter shown: What the present text leaves.
  /// - Returns: What the new one leaves.
  mutating func look(for text: String, in model: ComponentModel, _ shown: ShownItems) -> ShownItems
  {
    let (new, old) = (TextFilter(text, rule: model.filter ?? .words), sought)
    (self.text, sought) = (text, new)
    let count = model.items.count
    if new == old { return shown }
    if new.isEmpty { return ShownItems(all: count) }
    let found = texts.use(model.items) { texts in
      // A longer text can only match items that the shorter one matched.
      !old.isEmpty && new.isNarrower(than: old)
        ? texts.indexes(matching: new, among: shown)
        : texts.indexes(matching: new, in: 0..<count)
    }
    return ShownItems(found, of: count)
  }

  /// Follows a change of the items.
  ///
  /// - Parameter shown: What the text left of the old ones.
  /// - Returns: What it leaves of the new ones.
  mutating func follow(
    _ diff: ItemDiff, to model: ComponentModel, _ shown: ShownItems
  ) -> ShownItems {
    let (count, rule) = (model.items.count, model.filter ?? .words)
    let ranges = Self.changedRanges(diff)
    if ranges.map({ texts.replace($0, with: model.items) }) != true {
      texts = ItemTextsInAdvance()
      // Many small changes in a row would have them made again and again.
      if ranges == nil { beginTexts(of: model) }
    }
    guard !sought.isEmpty else { return ShownItems(all: count) }
    let isSameRule = rule == sought.rule
    if !isSameRule { sought = TextFilter(text, rule: rule) }
    let found = texts.use(model.items) { texts in
      guard isSameRule, let range = ranges?.first, ranges?.count == 1, !shown.isAll,
        range.old.isEmpty, range.old.lowerBound == diff.oldCount
      else { return texts.indexes(matching: sought, in: 0..<count) }
      // Only the new ones are read where they are all behind the others.
      return shown.map { Int32($0) } + texts.indexes(matching: sought, in: range.new)
    }
    return ShownItems(found, of: count)
  }

  /// The ranges of items with other texts, ascending; nil where there are many.
  private static func changedRanges(_ diff: ItemDiff) -> [(old: Range<Int>, new: Range<Int>)]? {
    let replaced = diff.replacedRanges
    guard diff.changes.count <= mostChanges else { return nil }
    let changed = diff.changes.lazy.filter { change in
      !replaced.contains { $0.new.contains(change.new) }
    }
    let ranges = replaced + changed.map { ($0.old..<$0.old + 1, $0.new..<$0.new + 1) }
    return ranges.sorted { $0.new.lowerBound < $1.new.lowerBound }
  }
}

/// The texts of the items of one list, which another thread makes where there are many.
private final class ItemTextsInAdvance: Sendable {
  private let texts = Mutex<ItemTexts?>(nil)

  /// Begins to make the texts.
  func make(of items: ItemList) {
    Task.detached(priority: .utility) { [weak self] in
      self?.texts.withLock { texts in
        if texts == nil { texts = ItemTexts(items) }
      }
    }
  }

  /// Follows a change of the items.
  ///
  /// - Returns: Whether the texts were there to follow it.
  func replace(_ ranges: [(old: Range<Int>, new: Range<Int>)], with items: ItemList) -> Bool {
    let isFollowed: Bool? = texts.withLockIfAvailable { texts in
      texts?.replace(ranges, with: items)
      return texts != nil
    }
    return isFollowed ?? false
  }

  /// Calls `body` with the texts of `items`, which are made now or waited for where they are not
  /// there yet.
  func use<Value: Sendable>(_ items: ItemList, _ body: (ItemTexts) -> Value) -> Value {
    texts.withLock { texts in
      let known = texts ?? ItemTexts(items)
      if texts == nil { texts = known }
      return body(known)
    }
  }
}
