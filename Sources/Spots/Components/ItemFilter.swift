/// The search in the items of a component: the text that was typed, and the texts it is compared
/// with.
///
/// Owned by the component's content.
@MainActor
struct ItemFilter {
  /// As it was typed; empty for none.
  private(set) var text = ""
  /// The same as it is compared, once the texts of the items are there.
  private(set) var sought = TextFilter("")
  private var texts = ItemTextsInAdvance()

  /// The texts of longer lists are made before anything is looked for.
  private static let shortList = 1000

  init(for model: ComponentModel) { beginTexts(of: model) }

  private func beginTexts(of model: ComponentModel) {
    if model.filter != nil, model.items.count > Self.shortList { texts.make(of: model.items) }
  }

  /// Whether `text` is not looked for yet, since the texts of the items are not made.
  var isAwaited: Bool { texts.onReady != nil }

  /// Looks for another text.
  ///
  /// - Parameters:
  ///   - shown: What the present text leaves.
  ///   - later: Called once the texts of the items are made, if they are not; nil makes them here.
  /// - Returns: What the new one leaves; nil where that will be known later.
  mutating func look(
    for text: String, in model: ComponentModel, _ shown: ShownItems, later: (() -> Void)?
  ) -> ShownItems? {
    self.text = text
    let (new, old) = (TextFilter(text, rule: model.filter ?? .words), sought)
    let isTrivial = new == old || new.isEmpty
    texts.onReady = isTrivial || !texts.areBeingMade ? nil : later
    if isAwaited { return nil }
    sought = new
    let count = model.items.count
    if new == old { return shown }
    if new.isEmpty { return ShownItems(all: count) }
    let texts = texts.made(of: model.items)
    // A longer text can only match items that the shorter one matched.
    let found =
      !old.isEmpty && new.isNarrower(than: old)
      ? texts.indexes(matching: new, among: shown) : texts.indexes(matching: new, in: 0..<count)
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
    var isSame = rule == sought.rule
    let ranges = diff.changedRanges
    if let ranges {
      texts.replace(ranges, with: model.items)
    } else {
      // A filter must come to its end, however often all items change.
      isSame = isSame && !isAwaited
      texts = ItemTextsInAdvance()
      beginTexts(of: model)
    }
    if !isSame { sought = TextFilter(text, rule: rule) }
    guard !sought.isEmpty else { return ShownItems(all: count) }
    let texts = texts.made(of: model.items)
    guard isSame, let range = ranges?.first, ranges?.count == 1, !shown.isAll,
      range.old.isEmpty, range.old.lowerBound == diff.oldCount
    else { return ShownItems(texts.indexes(matching: sought, in: 0..<count), of: count) }
    // Only the new ones are read where they are all behind the others.
    let found = shown.map { Int32($0) } + texts.indexes(matching: sought, in: range.new)
    return ShownItems(found, of: count)
  }
}

/// The texts of the items of one list, which another thread makes where there are many.
@MainActor
private final class ItemTextsInAdvance {
  private struct Change: Sendable {
    var ranges: [(old: Range<Int>, new: Range<Int>)]
    var items: ItemList
  }

  private var texts: ItemTexts?
  /// The changes that came since another thread began to make the texts; nil while none does.
  private var missed: [Change]?
  /// Called when the other thread has made the texts; set while somebody waits for that.
  var onReady: (() -> Void)?

  /// Whether another thread has yet to finish the texts.
  var areBeingMade: Bool { texts == nil && missed != nil }

  /// Begins to make the texts.
  func make(of items: ItemList) {
    missed = []
    Task.detached(priority: .utility) { [weak self] in
      var texts = ItemTexts(items)
      while let missed = await self?.adopt(texts), !missed.isEmpty {
        for change in missed { texts.replace(change.ranges, with: change.items) }
      }
    }
  }

  /// - Returns: The changes that the texts lack, and without which nobody can use them.
  private func adopt(_ made: ItemTexts) -> [Change] {
    guard texts == nil, let missed else { return [] }
    self.missed = missed.isEmpty ? nil : []
    guard missed.isEmpty else { return missed }
    texts = made
    onReady?()
    return []
  }

  /// Follows a change of the items.
  func replace(_ ranges: [(old: Range<Int>, new: Range<Int>)], with items: ItemList) {
    texts?.replace(ranges, with: items)
    if areBeingMade { missed?.append(Change(ranges: ranges, items: items)) }
  }

  /// The texts of `items`, which are made now where they are not there yet.
  func made(of items: ItemList) -> ItemTexts {
    let made = texts ?? ItemTexts(items)
    texts = made
    return made
  }
}
