/// The tabs of a screen: which one is chosen, and where each was scrolled to.
///
/// Components of the other tabs take no room, and are measured when their tab is first seen. Owned
/// by the presentation state; lives as long as it does.
@MainActor
public final class ScreenTabs {
  private var tabs: [ScreenTab] = []
  /// The scroll positions of tabs that are not shown, by name; none of those at their tops.
  private var anchors: [String: ScrollAnchor] = [:]
  private let layout: ScreenLayout
  private let keyboard: KeyboardFocus
  private let navigator: ScrollNavigator
  private let filtering: FilterInput
  private let outlet: ScreenOutlet
  private let bar = TabBar()

  init(
    _ layout: ScreenLayout, _ keyboard: KeyboardFocus, _ navigator: ScrollNavigator,
    _ filtering: FilterInput, _ outlet: ScreenOutlet
  ) {
    (self.layout, self.keyboard, self.navigator) = (layout, keyboard, navigator)
    (self.filtering, self.outlet) = (filtering, outlet)
    bar.laneInsets = { [weak layout] in layout?.scrollView.laneInsets ?? .zero }
    bar.onChoose = { [weak self] in self?.choose($0, byUser: true) }
  }

  private var scrollView: SpotsScrollView { layout.scrollView }
  /// The identifier, or else the title, of the tab that is shown; nil on a screen without tabs. A
  /// name that no tab has changes nothing.
  public var chosen: String? {
    get { scrollView.shownTab }
    set { if let newValue { choose(newValue) } }
  }

  /// The names by which the tabs can be chosen, in their order.
  public var names: [String] { tabs.map(\.name) }

  /// The screen will have these tabs. The chosen one stays, or else the first one is chosen.
  func adopt(_ tabs: [ScreenTab]) {
    if !tabs.contains(where: { $0.name == chosen }) { scrollView.shownTab = tabs.first?.name }
    anchors = anchors.filter { name, _ in tabs.contains { $0.name == name } }
    self.tabs = tabs
    layout.root.setTabs(tabs, in: tabs.isEmpty ? nil : bar)
  }

  /// Follows the content's change.
  func follow(_ move: ContentMove) { anchors = anchors.compactMapValues { $0.moved(move) } }

  /// Shows the first tab; all of them begin at their tops.
  func startOver() {
    anchors = [:]
    if let first = tabs.first { choose(first.name) }
    anchors = [:]
  }

  /// Shows the components of a tab, where they were scrolled to when it was left.
  ///
  /// - Parameter byUser: Whether programs are told.
  func choose(_ name: String, byUser: Bool = false) {
    guard let old = chosen, name != old, tabs.contains(where: { $0.name == name }) else { return }
    navigator.cancel()
    filtering.startOver()
    anchors[old] = scrollView.currentAnchor()
    scrollView.shownTab = name
    if let path = keyboard.path, let component = scrollView.paths.component(of: path),
      component.place.hides(component.model.tab)
    {
      keyboard.clear()
    }
    layout.root.setTabs(tabs, in: bar)
    layout.heightsDidChange(keeping: anchors[name])
    if anchors[name] == nil { navigator.go(to: .offset(0), at: nil) }
    if byUser { outlet.tell(.tabChosen(name)) }
  }

  /// Shows the tab that a part is in, and all items if a filter has left it out.
  func show(_ path: ItemPath) {
    guard scrollView.components.indices.contains(path.component) else { return }
    let component = scrollView.components[path.component]
    if let name = component.model.tab { choose(name) }
    let isLeftOut = path.item.map { !component.geometry.shown.contains($0) } ?? component.isEmptied
    if !component.filterText.isEmpty, isLeftOut { filtering.startOver() }
  }

  /// Takes the keys that turn to the next tab and back, and returns whether it was one of them.
  func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers == .control, [.pageUp, .pageDown].contains(key), tabs.count > 1,
      let index = chosenIndex
    else { return false }
    let next = (index + (key == .pageDown ? 1 : tabs.count - 1)) % tabs.count
    choose(tabs[next].name, byUser: true)
    return true
  }

  private var chosenIndex: Int? { tabs.firstIndex { $0.name == chosen } }

  /// Shows the tab so many places after the chosen one, if there is one, as a finger asks for.
  func turn(by count: Int) {
    guard let index = chosenIndex, tabs.indices.contains(index + count) else { return }
    choose(tabs[index + count].name, byUser: true)
  }
}
