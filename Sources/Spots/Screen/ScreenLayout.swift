/// Lays a screen out for its window and environment, and again when the size of the window, the
/// environment or the height of a component has changed.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ScreenLayout {
  /// The surroundings of views, with the document's colors.
  private(set) var environment: Environment {
    didSet { (root.environment, pool.environment) = (environment, environment) }
  }
  /// The version of the environment that all components were laid out for.
  private var laidOutVersion: Int
  let root: RootView
  private let pool: ReusePool
  private let content: ScreenContent
  private let keyboard: KeyboardFocus
  private let reports: ScreenReports
  private let outlet: ScreenOutlet

  init(
    _ root: RootView, _ pool: ReusePool, _ content: ScreenContent, _ keyboard: KeyboardFocus,
    _ reports: ScreenReports, _ outlet: ScreenOutlet
  ) {
    (self.root, self.pool, self.content, self.keyboard) = (root, pool, content, keyboard)
    (self.reports, self.outlet) = (reports, outlet)
    (environment, laidOutVersion) = (pool.environment, pool.environment.version)
    root.environment = environment
  }

  var scrollView: SpotsScrollView { root.scrollView }

  func setNeedsLayout() {
    content.isStale = true
    outlet.needsFrame()
  }

  // MARK: The environment

  /// Replaces the environment of the views, to which the document's colors are added.
  func surround(_ environment: Environment) {
    var environment = environment
    environment.adopt(content.screen)
    environment.values = self.environment.values
    self.environment = environment
  }

  /// The document's colors, breakpoints and spacing replace the defaults.
  func adoptEnvironment(of screen: Screen) { environment.adopt(screen) }

  /// Lays out again if the environment is another one: views may have kept old colors.
  func followEnvironment() {
    if environment.version != laidOutVersion { environmentDidChange() }
  }

  /// Measures and configures everything again.
  func environmentDidChange() {
    root.setNeedsLayoutThroughout()
    relayout(size: root.frame.size, isNew: true)
  }

  /// Lays out again once sizes of images are known that were not when views asked.
  func imageSizesDidChange() {
    environment.imageSizesDidChange()
    environmentDidChange()
  }

  /// Measures every item.
  func prepareAll() {
    scrollView.prepareAll()
    outlet.needsFrame()
  }

  /// Makes all views anew.
  func registrationsDidChange() {
    scrollView.unmountAll()
    pool.removeAll()
    environmentDidChange()
  }

  // MARK: Sizes

  /// Lays out for a window of another size; see `SpotsController.resize(to:)`.
  func resize(to size: Size) {
    let old = root.frame.size
    let new = size.width > 0 && size.height > 0 ? size : old
    let isEnvironmentNew = environment.version != laidOutVersion
    guard new != old || isEnvironmentNew else { return }
    if isEnvironmentNew { root.setNeedsLayoutThroughout() }
    relayout(size: new, isNew: new.width != old.width || isEnvironmentNew)
  }

  /// Lays out again, leaving these strips at the top and the bottom to overlays, in points.
  func setOverlayInsets(_ insets: EdgeInsets) {
    guard insets != root.overlayInsets else { return }
    root.overlayInsets = insets
    relayout(size: root.frame.size, isNew: false)
  }

  /// Shows the screen as a sheet in front of the picture of another one; nil fills the window.
  func show(behind backdrop: DrawList?) {
    let wasSheet = root.isSheet
    root.backdrop = backdrop
    if wasSheet != root.isSheet { relayout(size: root.frame.size, isNew: true) }
  }

  /// Shows the sheet beside a part of the screen behind it.
  func show(beside anchor: Rect) {
    guard anchor != root.anchor else { return }
    root.anchor = anchor
    relayout(size: root.frame.size, isNew: true)
  }

  /// Shows the screen in a part of the window's width; nil fills the window.
  func show(in column: Range<Double>?) {
    guard column != root.column else { return }
    root.column = column
    if column == nil { root.backdrop = nil }
    relayout(size: root.frame.size, isNew: true)
  }

  /// Says whether keys go to another screen of the window.
  func setAway(_ isAway: Bool) {
    guard keyboard.isAway != isAway else { return }
    keyboard.isAway = isAway
    outlet.perform(.statesChanged)
  }

  /// Replaces the toolbar, or shows what has changed in it; nil removes it.
  func setToolbar(_ bar: Toolbar?) {
    root.setToolbar(bar)
    relayout(size: root.frame.size, isNew: false)
  }

  /// Replaces the bar above the screen; nil removes it.
  func setFilterBar(_ bar: FilterBar?) {
    root.filterBar = bar
    relayout(size: root.frame.size, isNew: false)
  }

  /// Shows or hides a component of the screen.
  func setHidden(_ isHidden: Bool, _ component: Component) {
    guard component.isHidden != isHidden else { return }
    var anchor = scrollView.currentAnchor()
    component.isHidden = isHidden
    // When what was at the top is hidden, the next component comes in its place.
    if isHidden, let index = anchor?.component, scrollView.components[index] === component {
      anchor = ScrollAnchor(component: index, item: nil, inside: 0)
    }
    heightsDidChange(keeping: anchor)
  }

  /// Takes over the components' heights and keeps `anchor` where it is.
  func heightsDidChange(keeping anchor: ScrollAnchor?) {
    finish(keeping: anchor) { scrollView.restack() }
  }

  /// - Parameter isNew: Whether every component has to be laid out again.
  private func relayout(size: Size, isNew: Bool) {
    let anchor = scrollView.currentAnchor()
    keyboard.keepInSight()
    root.resize(to: size)
    guard isNew else { return heightsDidChange(keeping: anchor) }
    laidOutVersion = environment.version
    finish(keeping: anchor) { scrollView.layOutComponents() }
  }

  private func finish(keeping anchor: ScrollAnchor?, _ stack: () -> Void) {
    scrollView.dropAnchor()
    stack()
    if root.fitSheet() { stack() }
    root.showBars()
    if let anchor { scrollView.restore(anchor) }
    for view in root.overlays { view.setNeedsLayout() }
    setNeedsLayout()
    reports.deliver()
  }
}
