// What becomes of a component's views when its model changes.

extension ComponentViews {
  /// After a change of the model: views whose item is still there follow it, the others go back.
  func keep(_ diff: ItemDiff, new: ComponentModel) {
    var kept: [ComponentGeometry.Slot: Shown] = [:]
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      let index = diff.newIndex(of: slot.item)
      guard let index, pool.fits(shown.view, new.items[index], role: .item) else {
        if index != nil { replaced.insert(slot.item) }
        leave(slot, isReplaced: index != nil)
        continue
      }
      if shown.item != new.items[index] {
        shown.item = new.items[index]
        pool.configure(shown.view, with: shown.item)
      }
      kept[ComponentGeometry.Slot(item: index, turn: slot.turn)] = shown
    }
    items = kept
    header = updated(header, new.header, .header)
    footer = updated(footer, new.footer, .footer)
  }

  private func updated(_ shown: Shown?, _ new: Item?, _ role: Configuration.Role) -> Shown? {
    guard let shown else { return nil }
    guard let new, pool.fits(shown.view, new, role: role) else {
      leave(shown, isEdge: true, isReplaced: new != nil)
      return nil
    }
    if shown.item != new {
      shown.item = new
      pool.configure(shown.view, with: new)
      owner?.didConfigureEdge(shown.view, new, at: path(role))
    }
    return shown
  }

  /// Configures the views of `indexes` anew; of everything when it is nil.
  func reload(items indexes: Set<Int>? = nil) {
    for slot in shownSlots where indexes?.contains(slot.item) != false {
      if let shown = items[slot] { pool.configure(shown.view, with: shown.item) }
    }
    guard indexes == nil else { return }
    for edge in [header, footer] { if let edge { pool.configure(edge.view, with: edge.item) } }
  }

  /// Lets go of the view of an item that is gone.
  private func leave(_ slot: ComponentGeometry.Slot, isReplaced: Bool) {
    guard let shown = items[slot], shown.moving.before != nil else {
      remove(slot)
      return
    }
    items[slot] = nil
    owner?.didEndDisplaying(shown.view, shown.item, at: path(slot))
    leave(shown, isEdge: false, isReplaced: isReplaced)
  }

  /// Keeps the view as long as it takes to leave, when the change is to be seen.
  func leave(_ shown: Shown, isEdge: Bool, isReplaced: Bool) {
    guard shown.moving.before != nil else {
      pool.put(shown.view)
      return
    }
    leaving.append(
      Leaving(
        view: shown.view, item: shown.item, isEdge: isEdge, isReplaced: isReplaced,
        moving: shown.moving))
  }

  /// Lets go of everything: the component is gone.
  func leaveAll() {
    for slot in shownSlots { leave(slot, isReplaced: false) }
    for edge in [header, footer] {
      if let edge { leave(edge, isEdge: true, isReplaced: false) }
    }
    (header, footer) = (nil, nil)
    root.pageIndicator.isHidden = true
  }

  /// The view of an item that was on its way out and is wanted again.
  func revived(_ item: Item) -> Shown? {
    let index = leaving.lastIndex {
      !$0.isEdge && !$0.isReplaced && $0.moving.before != nil && $0.shows(item)
        && pool.fits($0.view, item, role: .item)
    }
    guard let index else { return nil }
    let view = leaving.remove(at: index)
    if view.item != item { pool.configure(view.view, with: item) }
    // It turns back from where it is.
    return Shown(view: view.view, item: item, moving: Moving(before: view.moving.before))
  }
}
