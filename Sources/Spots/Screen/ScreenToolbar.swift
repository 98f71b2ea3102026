/// The bar at the top of a screen: what its document says, and the way back to another screen.
///
/// A button acts as an item with its action, at the path that `ItemPath(toolbarAction:)` makes.
/// Owned by the presentation state; lives as long as it does.
@MainActor
package final class ScreenToolbar {
  /// How users leave the screen; nil where there is nothing to go back to.
  package var wayBack: Toolbar.WayBack? { didSet { show() } }
  /// Whether it leads nowhere at present, since the screen before is beside this one.
  package var hidesWayBack = false { didSet { if hidesWayBack != oldValue { show() } } }
  /// The title of the screen, for a bar with a way back whose document gives no other.
  package var title = "" { didSet { if title != oldValue { show() } } }
  private let layout: ScreenLayout
  private let items: ItemCommands
  private let popups: PopupLayer
  private let outlet: ScreenOutlet
  private let bar = Toolbar()

  init(
    _ layout: ScreenLayout, _ items: ItemCommands, _ filtering: FilterInput, _ popups: PopupLayer,
    _ outlet: ScreenOutlet
  ) {
    (self.layout, self.items, self.popups, self.outlet) = (layout, items, popups, outlet)
    bar.laneInsets = { [weak layout] in layout?.scrollView.laneInsets ?? .zero }
    bar.onPress = { [weak self] in self?.press($0) }
    bar.onMenu = { [weak self] in self?.openMenu(beside: $0, from: $1) }
    bar.onSearch = { [weak filtering] in filtering?.openForAll() }
  }

  private var scrollView: SpotsScrollView { layout.scrollView }

  /// In points; the room that it takes from the screen.
  package var height: Double { layout.root.toolbarHeight }

  /// The screen will have this bar.
  func adopt(_ model: ToolbarModel?) {
    guard model != scrollView.toolbar else { return }
    scrollView.toolbar = model
    show()
  }

  private func show() {
    let model = scrollView.toolbar
    let wayBack = hidesWayBack ? nil : wayBack
    let isShown = model != nil || wayBack != nil
    // A screen without a bar has nothing to lay out anew.
    guard isShown || layout.root.toolbar != nil else { return }
    bar.show(model, title: title, wayBack: wayBack)
    layout.setToolbar(isShown ? bar : nil)
    outlet.needsFrame()
  }

  /// The frame of a button in the window, before it is mirrored; nil for one in the menu.
  func frame(of path: ItemPath) -> Rect? {
    path.item.flatMap(bar.frame(ofAction:)).map { $0.offsetBy(x: bar.frame.x, y: bar.frame.y) }
  }

  /// Does what a press of a button does.
  package func press(_ index: Int) {
    guard let item = scrollView.toolbar?.item(at: index) else { return }
    items.send(item.action, of: item, at: ItemPath(toolbarAction: index))
  }

  /// Opens the menu of the actions without room.
  private func openMenu(beside frame: Rect, from first: Int) {
    guard let all = scrollView.toolbar?.actions else { return }
    let rows = all.dropFirst(first).map {
      Menu.Row(title: $0.name, isDestructive: $0.isDestructive)
    }
    let menu = Menu(rows, name: scrollView.words[.more]) { [weak self] index in
      // The screen may have changed meanwhile.
      if self?.scrollView.toolbar?.actions == all { self?.press(first + index) }
    }
    let origin = popups.frame.origin
    popups.open(menu, beside: .rect(frame.offsetBy(x: -origin.x, y: -origin.y)))
    outlet.needsFrame()
  }
}
