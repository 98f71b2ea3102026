/// The selected items of each component of a screen.
///
///     controller.selection[ComponentPath(0)] = RangeSet(0..<10)
///     for range in controller.selection[ComponentPath(0)].ranges { print(range) }
///
/// How many can be selected is up to `Interaction.selection`.
@MainActor
public final class ScreenSelection {
  /// The selected items of a component in which several can be.
  private struct Several {
    var items = RangeSet<Int>()
    /// The fixed end of a range selected with Shift; nil before any item was chosen.
    var anchor: Int?
  }

  /// The one selected item of all components that keep one; nil when it is gone, or there was none.
  private(set) var path: ItemPath?
  private var several: [ComponentPath: Several] = [:]
  private let scrollView: SpotsScrollView
  private let outlet: ScreenOutlet

  init(_ scrollView: SpotsScrollView, _ outlet: ScreenOutlet) {
    (self.scrollView, self.outlet) = (scrollView, outlet)
  }

  /// The policy of the component of `path`.
  func policy(at path: ItemPath) -> Interaction.Selection {
    scrollView.paths.model(at: path.componentPath)?.interaction.selection ?? .single
  }

  /// The policy for an item, which is none where nothing happens when it is activated.
  func policy(at path: ItemPath, of item: Item?) -> Interaction.Selection {
    let policy = policy(at: path)
    guard policy == .single, let item, item.action == nil, ItemAction.menu(of: item).isEmpty,
      InputKind(of: item) == nil
    else { return policy }
    return item.kind == ItemAction.rowKind || !outlet.answers(item, path) ? .none : policy
  }

  func contains(_ path: ItemPath) -> Bool {
    if path == self.path { return true }
    guard !several.isEmpty, let item = path.last.item else { return false }
    return several[path.componentPath]?.items.contains(item) ?? false
  }

  /// The indexes of the selected items of a component; empty when there are none.
  ///
  /// Setting them selects exactly these items of the component. Those that do not exist are ignored
  /// and, where only one item can be selected, so are all but the first. The delegate hears of it,
  /// but no item is activated.
  ///
  /// - Complexity: O(ranges), however many items are in them.
  public subscript(path: ComponentPath) -> RangeSet<Int> {
    get {
      if let own = several[path] { return own.items }
      guard let selected = self.path, selected.componentPath == path,
        let item = selected.last.item
      else { return RangeSet() }
      return RangeSet(item..<item + 1)
    }
    set { set(newValue, of: path) }
  }

  /// The items of a component that are shown.
  func shown(of path: ComponentPath) -> ShownItems {
    scrollView.paths.component(of: path.part(.header))?.geometry.shown
      ?? ShownItems(all: scrollView.paths.model(at: path)?.items.count ?? 0)
  }

  // MARK: Changing

  /// - Parameter isFollowing: Whether the path changes because its item moved; not reported then.
  func set(_ path: ItemPath?, isFollowing: Bool = false) {
    guard path != self.path else { return }
    self.path = path
    show()
    if isFollowing, path != nil { return }
    outlet.tell(.selectionChanged(path))
  }

  private func set(_ items: RangeSet<Int>, of path: ComponentPath) {
    guard let model = scrollView.paths.model(at: path) else { return }
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
    outlet.tell(.severalSelected(items, of: path))
  }

  /// Selects an item, in addition to others where several can be selected.
  ///
  /// - Returns: Whether there is such an item, and items of its component can be selected.
  func select(_ path: ItemPath) -> Bool {
    guard let item = path.last.item, scrollView.paths.item(at: path) != nil else { return false }
    let component = path.componentPath
    switch policy(at: path) {
    case .single: set(path)
    case .several:
      set(self[component].union(RangeSet(item..<item + 1)), anchor: item, of: component)
    case .released, .none: return false
    }
    return true
  }

  /// Selects all items of a component in which several can be selected, except those that the
  /// values of other items hide, or that a filter leaves out.
  ///
  /// - Returns: Whether several can be selected there.
  @discardableResult
  public func selectAll(in path: ComponentPath) -> Bool {
    guard let model = scrollView.paths.model(at: path), model.interaction.selection == .several
    else {
      return false
    }
    set(shown(in: 0..<model.items.count, of: path), of: path)
    return true
  }

  /// Selects nothing.
  func clear() {
    set(nil)
    for path in several.keys { set(RangeSet(), anchor: nil, of: path) }
  }

  private func show() {
    scrollView.refreshStates()
    outlet.needsFrame()
  }

  /// Selects or deselects an item of a component in which several can be selected.
  ///
  /// - Returns: Whether it is such an item; nothing has happened otherwise.
  func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool {
    guard let item = path.last.item, policy(at: path) == .several,
      scrollView.paths.isEnabled(path)
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
      guard let place = move(path), let model = scrollView.paths.model(at: place),
        model.interaction.selection == .several
      else { continue }
      let kept = move.items(chosen.items, of: place).intersection(
        RangeSet(0..<model.items.count))
      let anchor = chosen.anchor.flatMap { move(path.item($0))?.last.item }
      several[place] = Several(items: kept, anchor: anchor)
      guard kept.indexCount != chosen.items.indexCount else { continue }
      outlet.tell(.severalSelected(kept, of: place))
    }
  }
}
