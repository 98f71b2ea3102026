// What becomes of a component's views when its model changes.

extension ComponentViews {
  /// After a change of the model: views whose item is still there follow it, the others go back.
  ///
  /// - Parameter geometry: The arrangement after the change.
  func keep(_ diff: ItemDiff, new: ComponentModel, geometry: ComponentGeometry) {
    var kept: [ComponentGeometry.Slot: Shown] = [:]
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      let index = diff.newIndex(of: slot.item)
      guard let index, pool.fits(shown.view, new.items[index], role: .item) else {
        if index != nil { replaced.insert(slot.item) }
        leave(slot, isReplaced: index != nil)
        continue
      }
      let place = ComponentGeometry.Slot(item: index, turn: slot.turn)
      if shown.item != new.items[index] {
        shown.item = new.items[index]
        configure(shown, width: geometry.frame(of: place).width)
      }
      kept[place] = shown
    }
    items = kept
    // One whose component has collapsed leaves as it was.
    let isHeaderShown = geometry.headerFrame(inner: 0) != nil
    let isFooterShown = geometry.footerFrame != nil
    header = updated(header, isHeaderShown ? new.header : nil, .header, width: geometry.width)
    footer = updated(footer, isFooterShown ? new.footer : nil, .footer, width: geometry.width)
  }

  private func updated(
    _ shown: Shown?, _ new: Item?, _ role: Configuration.Role, width: Double
  ) -> Shown? {
    guard let shown else { return nil }
    guard let new, pool.fits(shown.view, new, role: role) else {
      leave(shown, isEdge: true, isReplaced: new != nil)
      return nil
    }
    if shown.item != new {
      shown.item = new
      configure(shown, width: width)
      owner?.didConfigureEdge(shown.view, new, at: path(role))
    }
    return shown
  }

  /// Configures the views of `indexes` anew; of everything when it is nil.
  func reload(items indexes: Set<Int>? = nil) {
    for slot in shownSlots where indexes?.contains(slot.item) != false {
      if let shown = items[slot] { configure(shown, width: shown.width) }
    }
    guard indexes == nil else { return }
    for edge in [header, footer] { if let edge { configure(edge, width: edge.width) } }
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
        view: shown.view, item: shown.item, width: shown.width, isEdge: isEdge,
        isReplaced: isReplaced, moving: shown.moving))
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
  func revived(_ item: Item, width: Double) -> Shown? {
    let index = leaving.lastIndex {
      !$0.isEdge && !$0.isReplaced && $0.moving.before != nil && $0.shows(item)
        && pool.fits($0.view, item, role: .item)
    }
    guard let index else { return nil }
    let view = leaving.remove(at: index)
    if view.item != item || view.width != width {
      pool.configure(view.view, with: item, width: width)
    }
    // It turns back from where it is.
    return Shown(
      view: view.view, item: item, width: width, moving: Moving(before: view.moving.before))
  }
}
