/// The search among the items of a component: the text that was typed, and the texts it is compared
/// with.
///
/// Owned by the component's content.
@MainActor
struct ItemFilter {
  /// As it was typed; empty for none.
  private(set) var text = ""
  /// The text in the form that is compared, once the items' texts are made.
  private(set) var sought = TextFilter("")
  /// How well each item that matches fits the text, in their order: the lower, the better; empty
  /// without a text.
  private(set) var ranks: [UInt16] = []
  private var texts = ItemTextsInAdvance()

  /// The number of items above which texts are made before anything is searched for.
  private static let shortList = 1000

  init(for model: ComponentModel) { beginTexts(of: model) }

  private func beginTexts(of model: ComponentModel) {
    // Observed rows belong to this thread.
    guard model.filter != nil, model.items.count > Self.shortList, model.items.observed == nil
    else { return }
    let items = model.items
    texts.begin { ItemTexts(items) }
  }

  /// Whether the search for `text` is waiting for the items' texts to be made.
  var isAwaited: Bool { texts.onReady != nil }

  /// Searches for another text.
  ///
  /// - Parameters:
  ///   - shown: The items that match the present text.
  ///   - later: Called once the items' texts are made, if they are not yet; nil makes them here.
  /// - Returns: The items that match `text`; nil if that will be known later.
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
    ranks = []
    if new.isEmpty { return ShownItems(all: count) }
    let texts = texts.made(of: model.items)
    // A longer text can only match items that the shorter one matched.
    let found =
      !old.isEmpty && new.isNarrower(than: old)
      ? texts.indexes(matching: new, among: shown) : texts.indexes(matching: new, in: 0..<count)
    ranks = texts.ranks(of: found.lazy.map { Int($0) }, for: new, in: model.items)
    return ShownItems(found, of: count)
  }

  /// Follows a change of the items.
  ///
  /// - Parameter shown: The old items that match the text.
  /// - Returns: The new items that match it.
  mutating func follow(
    _ diff: ItemDiff, to model: ComponentModel, _ shown: ShownItems
  ) -> ShownItems {
    let (count, rule) = (model.items.count, model.filter ?? .words)
    let unchanged = diff.unchanged
    let freshCount = count - unchanged.reduce(0) { $0 + $1.count }
    let isNew = freshCount > Self.shortList && freshCount > count / 2
    // A search must finish at some point, however often all items change.
    let isSame = rule == sought.rule && !(isNew && isAwaited)
    if !isSame { sought = TextFilter(text, rule: rule) }
    if isNew || !texts.areBegun {
      texts.forget()
      beginTexts(of: model)
    } else {
      let isNeeded = !sought.isEmpty || model.items.observed != nil
      texts.follow(unchanged, to: model.items, isNeeded: isNeeded)
    }
    guard !sought.isEmpty else { return ShownItems(all: count) }
    let texts = texts.made(of: model.items)
    let found =
      isSame
      ? shown.following(unchanged, of: count) { texts.indexes(matching: sought, in: $0) }
      : ShownItems(texts.indexes(matching: sought, in: 0..<count), of: count)
    // Items that are appended leave the others as they are, which are many in a list that grows.
    let first = unchanged.first
    let isAppended =
      isSame && unchanged.count == 1 && first?.new == 0 && first?.oldRange == 0..<shown.total
    if !isAppended { ranks = [] }
    ranks += texts.ranks(of: found[ranks.count...], for: sought, in: model.items)
    return found
  }
}

/// The texts of the items of one list, made on another thread, and updated there while no search
/// needs them.
@MainActor
private final class ItemTextsInAdvance {
  private struct Change: Sendable {
    var unchanged: [ItemDiff.Run]
    var items: ItemList
  }

  private var texts: ItemTexts?
  /// The thread's work, and the changes that came since it began; nil while there is none.
  private var making: (task: Task<Void, Never>, missed: [Change])?
  /// Called when the other thread has made the texts; set while somebody waits for that.
  var onReady: (() -> Void)?

  /// Lists of at most this many items are followed here: that takes less than another thread.
  private static let fewItems = 64

  deinit { making?.task.cancel() }

  /// Whether another thread has yet to finish the texts.
  var areBeingMade: Bool { making != nil }
  /// Whether the texts exist, or are being made on another thread.
  var areBegun: Bool { texts != nil || making != nil }

  /// Discards the texts, and stops making them.
  func forget() {
    making?.task.cancel()
    (texts, making) = (nil, nil)
  }

  /// Begins to make the texts.
  func begin(_ make: @escaping @Sendable () -> ItemTexts) {
    forget()
    let task = Task.detached(priority: .utility) { [weak self] in
      var texts = make()
      while !Task.isCancelled, let missed = await self?.adopt(texts), !missed.isEmpty {
        for change in missed { texts.follow(change.unchanged, to: change.items) }
      }
    }
    making = (task, [])
  }

  /// - Returns: The changes that the texts still lack; they can be used once there are none.
  private func adopt(_ made: ItemTexts) -> [Change] {
    guard !Task.isCancelled, let missed = making?.missed else { return [] }
    guard missed.isEmpty else {
      making?.missed = []
      return missed
    }
    (texts, making) = (made, nil)
    onReady?()
    return []
  }

  /// Follows a change of the items.
  ///
  /// - Parameter isNeeded: Whether a search needs the texts now.
  func follow(_ unchanged: [ItemDiff.Run], to items: ItemList, isNeeded: Bool) {
    if making != nil {
      making?.missed.append(Change(unchanged: unchanged, items: items))
    } else if let made = texts {
      // With this reference gone, the texts are changed in place.
      texts = nil
      if isNeeded || items.count <= Self.fewItems {
        texts = made.followed(unchanged, to: items)
      } else {
        begin { made.followed(unchanged, to: items) }
      }
    }
  }

  /// The texts of `items`, made now if they are not there yet.
  func made(of items: ItemList) -> ItemTexts {
    if let texts { return texts }
    forget()
    onReady = nil
    let made = ItemTexts(items)
    texts = made
    return made
  }
}

extension ItemTexts {
  fileprivate consuming func followed(
    _ unchanged: [ItemDiff.Run], to items: ItemList
  ) -> ItemTexts {
    follow(unchanged, to: items)
    return self
  }
}
