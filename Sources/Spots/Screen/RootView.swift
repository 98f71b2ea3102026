/// Everything a window shows: the container of components, its scrollbar, a popup, a tooltip,
/// and overlays in front.
///
/// Owned by the controller, which has it recorded once for each frame.
final class RootView: View {
  let scrollView: SpotsScrollView
  /// Holds the popup that is open, in the coordinates of the container's frame.
  let popupLayer = PopupLayer()
  let tooltip = Tooltip()
  /// Holds the filter bar, the button for new rows and the overlays, in the coordinates of the
  /// window.
  let overlayLayer = View()
  let newRows = NewRowsButton()
  let sectionIndex = SectionIndex()
  /// The last one is in front of the others.
  private(set) var overlays: [View] = []
  /// The parts in front of the screen, for screen readers.
  var describedOverlays: [View] {
    overlays + [newRows] + bars
  }
  /// The bar above the container in which users type a filter; nil while it is closed.
  var filterBar: FilterBar? {
    didSet {
      oldValue?.removeFromSuperview()
      guard let filterBar else { return }
      overlayLayer.addSubview(filterBar)
      orderOverlays()
    }
  }
  /// The bar of tabs, above the container or below it; nil on a screen without tabs.
  private var tabBar: TabBar?
  /// The bar at the top; nil on a screen without a toolbar and a way back.
  private(set) var toolbar: Toolbar?
  private var tabs: [ScreenTab] = []
  /// The lane between whose edges the bars were placed, which the first content may change.
  private var lane = EdgeInsets.zero
  /// The strips along the top and the bottom that the container leaves to overlays, in points.
  var overlayInsets = EdgeInsets.zero
  /// The picture of what is behind a sheet, or beside a column; nil for a screen that fills the
  /// window, and for the first column.
  var backdrop: DrawList? { didSet { setNeedsDisplay() } }
  /// From where to where the screen has the window, in points from where lines begin, if it is a
  /// column beside another one.
  var column: Range<Double>? {
    didSet {
      // Only what fills the window slides in.
      entrance = nil
      setNeedsDisplay()
    }
  }
  var isSheet: Bool { backdrop != nil && column == nil }
  /// The part of the screen behind that a sheet is beside, in points of the window before it is
  /// mirrored; nil for none.
  var anchor: Rect?
  /// Whether the screen is a sheet beside a part of the one behind it.
  var isBeside: Bool { isSheet && anchor != nil && widthClass(of: frame.width) != .compact }
  /// The part of the window that the screen has: all of it, or that of a sheet or a column.
  private(set) var area = Rect.zero
  /// The height of the content that a sheet was fitted to.
  private var sheetContent = 0.0
  /// How the screen comes in front of another one; nil once it is there.
  private var entrance: Transition?
  /// The list of the last frame, and that of the one before, whose memory is reused.
  private var lastList = DrawList(viewport: .zero)
  private var spareList = DrawList(viewport: .zero)

  init(_ scrollView: SpotsScrollView, size: Size) {
    self.scrollView = scrollView
    super.init()
    scrollView.clipsToBounds = true
    addSubview(scrollView)
    addSubview(scrollView.scrollbar)
    for view in [tooltip, overlayLayer, popupLayer] { addSubview(view) }
    for view in [sectionIndex, newRows] { overlayLayer.addSubview(view) }
    newRows.isHidden = true
    resize(to: size)
  }

  /// Creates a view around an empty container.
  required convenience init() { self.init(SpotsScrollView(), size: .zero) }

  /// The container's size, in points.
  var viewport: Size {
    Size(width: area.width, height: max(area.height - coveredHeight, 1))
  }

  private var coveredHeight: Double {
    toolbarHeight + overlayInsets.top + overlayInsets.bottom + barHeight + tabHeight
  }

  /// In points; 0 without a toolbar.
  var toolbarHeight: Double {
    if toolbar == nil { return 0 }
    let isRoomy = scrollView.toolbar != nil && environment?.spacing == .comfortable
    return Toolbar.height(isRoomy: isRoomy, textScale: environment?.textScale ?? 1)
  }

  private var tabHeight: Double {
    if tabBar == nil { return 0 }
    return TabBar.height(isAtBottom: areTabsAtBottom, textScale: environment?.textScale ?? 1)
  }

  private var areTabsAtBottom: Bool { widthClass(of: area.width) == .compact }

  private func widthClass(of width: Double) -> WidthClass {
    (environment?.breakpoints ?? Breakpoints()).widthClass(of: width)
  }

  private var barHeight: Double {
    if filterBar == nil || hasSearchField { return 0 }
    return FilterBar.height(textScale: environment?.textScale ?? 1)
  }

  /// Whether the toolbar has the field that users type a filter into.
  var hasSearchField: Bool { toolbar?.searchFrame != nil }

  /// - Parameter size: The window's, in points.
  func resize(to size: Size) {
    frame = Rect(origin: .zero, size: size)
    placeToolbar()
    area = ownPart
    placeToolbar()
    var top = area.y + toolbarHeight + overlayInsets.top
    if let tabBar {
      let y = areTabsAtBottom ? area.maxY - overlayInsets.bottom - tabHeight : top
      tabBar.frame = Rect(x: area.x, y: y, width: area.width, height: tabHeight)
      if !areTabsAtBottom { top += tabHeight }
    }
    placeFilterBar(at: top)
    scrollView.frame = Rect(origin: Point(x: area.x, y: top + barHeight), size: viewport)
    popupLayer.frame = scrollView.frame
    for view in [tooltip, overlayLayer] { view.frame = bounds }
    for view in overlays { view.frame = area }
  }

  private var ownPart: Rect {
    let height = sheetContent + coveredHeight
    if isBeside, let anchor { return Sheet.area(in: self, beside: anchor, content: height) }
    if isSheet { return Sheet.area(in: self, content: height) }
    guard let column else { return bounds }
    return Rect(
      x: column.lowerBound, y: 0, width: column.upperBound - column.lowerBound,
      height: bounds.height)
  }

  private func placeToolbar() {
    toolbar?.frame = Rect(x: area.x, y: area.y, width: area.width, height: toolbarHeight)
    toolbar?.isOnBar = tabBar != nil && !areTabsAtBottom
    toolbar?.setNeedsLayout()
    toolbar?.layoutIfNeeded()
  }

  private func placeFilterBar(at top: Double) {
    let field = toolbar?.searchFrame?.offsetBy(x: area.x, y: area.y)
    filterBar?.isInToolbar = field != nil
    filterBar?.frame = field ?? Rect(x: area.x, y: top, width: area.width, height: barHeight)
  }

  /// Shows a toolbar, which takes room from the container; nil removes it.
  func setToolbar(_ bar: Toolbar?) {
    if toolbar !== bar {
      toolbar?.removeFromSuperview()
      toolbar = bar
      if let bar { overlayLayer.addSubview(bar) }
      orderOverlays()
    }
    resize(to: frame.size)
  }

  /// Shows tabs in a bar, which takes room from the container; nil removes it.
  func setTabs(_ tabs: [ScreenTab], in bar: TabBar?) {
    self.tabs = tabs
    if tabBar !== bar {
      tabBar?.removeFromSuperview()
      tabBar = bar
      if let bar { overlayLayer.addSubview(bar) }
      orderOverlays()
      resize(to: frame.size)
    }
    showBars()
  }

  /// Puts the bars behind the button for new rows, and that behind the overlays.
  private func orderOverlays() {
    overlayLayer.orderSubviews([sectionIndex] + bars + [newRows] + overlays)
  }

  /// The bars that the screen has at present, in the order of the keyboard.
  private var bars: [View] { [toolbar, filterBar, tabBar].compactMap { $0 as View? } }

  /// Shows the bars as the width, the lane, the environment and the chosen tab want them.
  func showBars() {
    lane = scrollView.laneInsets
    toolbar?.setNeedsLayout()
    toolbar?.layoutIfNeeded()
    if hasSearchField { placeFilterBar(at: 0) }
    tabBar?.show(tabs, chosen: scrollView.shownTab, isAtBottom: areTabsAtBottom)
  }

  /// Makes a sheet as high as its content, as far as there is room.
  ///
  /// - Returns: Whether its height has changed.
  func fitSheet() -> Bool {
    let height = scrollView.components.reduce(0) { $0 + $1.height }
    guard isSheet, height != sheetContent else { return false }
    sheetContent = height
    let old = area
    resize(to: frame.size)
    return area != old
  }

  /// Converts a frame of the layout, which always runs from left to right, into one of the window,
  /// or back: mirrored if the screen reads from right to left.
  func mirrored(_ frame: Rect) -> Rect {
    environment?.isRightToLeft == true ? frame.mirrored(in: self.frame.width) : frame
  }

  /// Does the same for a point.
  func mirrored(_ point: Point) -> Point {
    environment?.isRightToLeft == true ? point.mirrored(in: frame.width) : point
  }

  /// Does the same for an event.
  func mirrored(_ event: InputEvent) -> InputEvent {
    environment?.isRightToLeft == true ? event.mirrored(in: frame.width) : event
  }

  /// Puts `view` in front of everything, as large as the window.
  func addOverlay(_ view: View) {
    overlays.append(view)
    overlayLayer.addSubview(view)
    view.frame = area
  }

  /// Has the screen fade in from the next frame on, while it slides to its place from `distance`
  /// points after it, as text is read; it is there at once where motion is reduced.
  func enter(from distance: Double) {
    guard environment?.reducesMotion == false, column == nil else { return }
    entrance = Transition(from: Displacement(x: distance, opacity: 0.2), duration: 0.2)
    setNeedsDisplay()
  }

  /// Shows what a frame is the first to know: how many rows have come after the end that the user
  /// has scrolled away from, whether the toolbar is over content, and where the lane is.
  func updateOverlays() {
    if scrollView.laneInsets != lane { showBars() }
    let components = scrollView.followsEnd ? scrollView.components : []
    let following = components.filter {
      $0.model.followsEnd(amongOthers: components.count > 1)
    }
    newRows.show(
      following.reduce(0) { $0 + $1.place.newRowCount },
      areLines: following.allSatisfy { $0.model.kind == .log })
    newRows.place(in: scrollView.frame)
    toolbar?.isOverContent = scrollView.verticalScroll.offset > 0.5
  }

  /// Records everything as it is at `now`.
  func record(at now: Double) -> DrawList {
    var list = DrawList(viewport: .zero)
    swap(&list, &spareList)
    list.restart(viewport: bounds, at: now)
    entrance?.start(at: now)
    if entrance?.isOver(at: now) == true { entrance = nil }
    let isMirrored = environment?.isRightToLeft == true
    if let backdrop { list.append(backdrop) }
    if isSheet {
      let rising = entrance?.displacement(at: now)
      if rising != nil { list.setMoving() }
      Sheet.record(self, risen: 1 - abs(rising?.x ?? 0) / 24, into: &list, recordContent)
    } else if let shown = entrance?.displacement(at: now) {
      list.setMoving()
      list.arrival = DrawList.Arrival(x: isMirrored ? -shown.x : shown.x, opacity: shown.opacity)
    }
    if !isSheet { recordContent(into: &list) }
    (spareList, lastList) = (lastList, list)
    return list
  }

  private func recordContent(into list: inout DrawList) {
    if environment?.isRightToLeft == true {
      list.mirrored(width: frame.width, recordPart)
    } else {
      recordPart(into: &list)
    }
  }

  /// Records everything; in a column nothing outside of it, and a line after the first one.
  private func recordPart(into list: inout DrawList) {
    guard column != nil, let environment else { return recordViews(into: &list) }
    list.clipped(to: area) { list in
      list.fill(area, environment.theme[.background])
      recordViews(into: &list)
      guard area.maxX < bounds.maxX else { return }
      let line = environment.hairline
      list.fill(
        Rect(x: area.maxX - line, y: 0, width: line, height: area.height),
        environment.theme[.separator])
    }
  }

  private func recordViews(into list: inout DrawList) {
    scrollView.record(into: &list)
    list.translated(to: scrollView.frame.origin) { scrollView.scrollbar.record(into: &$0) }
    tooltip.record(into: &list)
    overlayLayer.record(into: &list)
    popupLayer.record(into: &list)
  }
}
