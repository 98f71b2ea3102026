/// The selected items of a screen, and the effects of activating a part.
///
/// Owned by the controller; lives as long as it does.
@MainActor
final class Selection {
  /// The selected items of a component in which several can be.
  private struct Several {
    var items = RangeSet<Int>()
    /// The fixed end of a range selected with Shift; nil before any item was chosen.
    var anchor: Int?
  }

  /// The one selected item of all components that keep one; nil when it is gone, or there was none.
  private(set) var path: ItemPath?
  private var several: [ComponentPath: Several] = [:]
  private unowned let controller: SpotsController

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  /// The policy of the component of `path`.
  func policy(at path: ItemPath) -> Interaction.Selection {
    controller.scrollView.model(at: path.componentPath)?.interaction.selection ?? .single
  }

  /// The policy for an item, which is none where nothing happens when it is activated.
  func policy(at path: ItemPath, of item: Item?) -> Interaction.Selection {
    let policy = policy(at: path)
    guard policy == .single, let item, item.action == nil, ItemAction.menu(of: item).isEmpty,
      InputKind(of: item) == nil
    else { return policy }
    let delegate = controller.componentDelegate
    let isIdle =
      item.kind == ItemAction.rowKind
      || delegate?.controller(controller, answers: item, at: path) == false
    return isIdle ? .none : policy
  }

  func contains(_ path: ItemPath) -> Bool {
    if path == self.path { return true }
    guard !several.isEmpty, let item = path.last.item else { return false }
    return several[path.componentPath]?.items.contains(item) ?? false
  }

  /// The selected items of a component.
  func items(of path: ComponentPath) -> RangeSet<Int> {
    if let own = several[path] { return own.items }
    guard let selected = self.path, selected.componentPath == path, let item = selected.last.item
    else { return RangeSet() }
    return RangeSet(item..<item + 1)
  }

  /// The items of a component that are shown.
  func shown(of path: ComponentPath) -> ShownItems {
    controller.component(at: path)?.geometry.shown
      ?? ShownItems(all: controller.scrollView.model(at: path)?.items.count ?? 0)
  }

  // MARK: Changing

  /// - Parameter isFollowing: Whether the path changes because its item moved; not reported then.
  func set(_ path: ItemPath?, isFollowing: Bool = false) {
    guard path != self.path else { return }
    self.path = path
    show()
    if isFollowing, path != nil { return }
    controller.componentDelegate?.controller(controller, didChangeSelection: path)
  }

  /// Selects exactly these items of a component; those that do not exist are ignored and, where
  /// only one can be selected, so are all but the first.
  func set(_ items: RangeSet<Int>, of path: ComponentPath) {
    guard let model = controller.scrollView.model(at: path) else { return }
    let items = items.intersection(RangeSet(0..<model.items.count))
    switch model.interaction.selection {
    case .several: set(items, anchor: several[path]?.anchor, of: path)
    case .single:
      if let first = items.ranges.first?.lowerBound {
        set(path.item(first))
      } else if self.path?.componentPath == path {
        set(nil)
      }
    case .released, .none: return
    }
  }

  private func set(_ items: RangeSet<Int>, anchor: Int?, of path: ComponentPath) {
    let old = several[path]?.items ?? RangeSet()
    several[path] = items.isEmpty && anchor == nil ? nil : Several(items: items, anchor: anchor)
    guard items != old else { return }
    show()
    controller.componentDelegate?.controller(controller, didChangeSelection: items, of: path)
  }

  /// Selects an item, in addition to others where several can be selected.
  ///
  /// - Returns: Whether there is such an item, and items of its component can be selected.
  func select(_ path: ItemPath) -> Bool {
    guard let item = path.last.item, controller.item(at: path) != nil else { return false }
    let component = path.componentPath
    switch policy(at: path) {
    case .single: set(path)
    case .several:
      set(items(of: component).union(RangeSet(item..<item + 1)), anchor: item, of: component)
    case .released, .none: return false
    }
    return true
  }

  /// Selects nothing.
  func clear() {
    set(nil)
    for path in several.keys { set(RangeSet(), anchor: nil, of: path) }
  }

  private func show() {
    controller.scrollView.refreshStates()
    controller.onNeedsFrame()
  }

  /// Selects or deselects an item of a component in which several can be selected.
  ///
  /// - Returns: Whether it is such an item; nothing has happened otherwise.
  func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool {
    guard let item = path.last.item, policy(at: path) == .several,
      controller.scrollView.isEnabled(path)
    else { return false }
    let component = path.componentPath
    var chosen = several[component] ?? Several()
    let own = RangeSet(item..<item + 1)
    switch choice {
    case .alone: chosen = Several(items: own, anchor: item)
    case .toggled:
      chosen.items.formSymmetricDifference(own)
      chosen.anchor = item
    case .extended(let start):
      let anchor = chosen.anchor ?? start ?? item
      let range = min(anchor, item)..<max(anchor, item) + 1
      chosen = Several(items: shown(in: range, of: component), anchor: anchor)
    }
    set(chosen.items, anchor: chosen.anchor, of: component)
    return true
  }

  /// The items of a range that are shown.
  func shown(in range: Range<Int>, of path: ComponentPath) -> RangeSet<Int> {
    shown(of: path).items(in: range)
  }

  /// Follows the content's change: items stay selected wherever they are.
  func follow(_ move: ContentMove) {
    let path = self.path.flatMap { move($0) }
    set(path.flatMap { policy(at: $0) == .single ? $0 : nil }, isFollowing: true)
    let old = several
    several = [:]
    for (path, chosen) in old {
      guard let place = move(path), let model = controller.scrollView.model(at: place),
        model.interaction.selection == .several
      else { continue }
      let kept = move.items(chosen.items, of: place).intersection(
        RangeSet(0..<model.items.count))
      let anchor = chosen.anchor.flatMap { move(path.item($0))?.last.item }
      several[place] = Several(items: kept, anchor: anchor)
      guard kept.indexCount != chosen.items.indexCount else { continue }
      controller.componentDelegate?.controller(controller, didChangeSelection: kept, of: place)
    }
  }

  // MARK: Activating

  /// Activates a part: selects an item, and passes its action to the router, else the item to the
  /// delegate. Headers and footers count only with an action, disabled items never.
  func activate(_ path: ItemPath) {
    let path = controller.scrollView.usable(path)
    guard let item = controller.item(at: path), path.last.item != nil || item.action != nil,
      controller.environment.isEnabled(item)
    else { return }
    if path.last.item != nil {
      switch policy(at: path, of: item) {
      case .single: set(path)
      case .several: if !contains(path) { _ = choose(path, .alone) }
      case .none where policy(at: path) == .none || item.kind == ItemAction.rowKind:
        if item.action == nil { return }
      case .none, .released: break
      }
    }
    if item.action == nil, item.accessory == .menu { controller.state.items.openActions(of: path) }
    send(item.action, of: item, at: path)
  }

  /// Passes an action of an item to the router, else the item with it to the delegate.
  func send(_ action: String?, of item: Item, at path: ItemPath) {
    controller.onNeedsFrame()
    // The handler of the action may depend on the values.
    if action != nil {
      controller.state.values.finish()
      controller.state.reports.reportValues(controller.state.values)
    }
    if action != nil, item.input.showsProgress, InputKind(of: item) == .button {
      controller.state.progress.begin(path)
      controller.state.statesDidChange()
    }
    if let action, controller.state.answers.take(action, at: path) { return }
    if let action, let router = controller.router, router.route(action) { return }
    var item = item
    item.action = action
    controller.componentDelegate?.controller(controller, itemSelected: item, at: path)
  }
}
