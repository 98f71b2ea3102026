/// Filtering by typing: opens and closes the bar above the screen, and gives it the keys, the text
/// and the pointer that are meant for it.
///
/// All components with a filter are searched as one list. The text belongs to them, and is empty
/// again once the bar closes. Owned by the input of the screen; lives as long as it does.
@MainActor
final class FilterInput {
  /// The match that Enter means, which is marked; nil while Enter means what has the keyboard.
  private(set) var marked: ItemPath?
  /// Whether the best match has been seen since the text changed. If it is out of sight after that,
  /// the user has scrolled away from it.
  private var hasSeenBest = false
  /// Whether the screen has components that users can filter, shown or not.
  private(set) var hasTarget = false
  /// Whether the content has changed since the last frame.
  private var hasNewContent = false
  /// Whether the bar stays open, with or without text.
  private var staysOpen = false
  /// Whether the bar in the toolbar only waits to be opened.
  private var isResting = false
  private let layout: ScreenLayout
  private let keyboard: KeyboardFocus
  private let navigator: ScrollNavigator
  private let outlet: ScreenOutlet
  /// The components whose items have become searchable since the last frame.
  private var ready: [Component] = []
  /// A key meant for the first match, pressed before that was known.
  private var held: Key?
  private var now = 0.0

  init(
    _ layout: ScreenLayout, _ keyboard: KeyboardFocus, _ navigator: ScrollNavigator,
    _ outlet: ScreenOutlet
  ) {
    (self.layout, self.keyboard, self.navigator) = (layout, keyboard, navigator)
    self.outlet = outlet
  }

  private var scrollView: SpotsScrollView { layout.scrollView }
  /// The bar that is open.
  private var bar: FilterBar? { isResting ? nil : layout.root.filterBar }

  /// Whether typed text is meant for the bar rather than for a field on the screen.
  private var takesText: Bool { bar != nil && keyboard.control?.caretFrame == nil }

  /// The screen will have these components.
  func contentWillChange(to components: [ComponentModel]) {
    hasTarget = components.contains { $0.filter != nil }
    hasNewContent = true
  }

  // MARK: Opening

  /// The components that the bar filters, in their order on the screen.
  private var targets: [Component] {
    guard hasTarget else { return [] }
    return scrollView.components.filter { component in
      component.model.filter != nil && !component.isHidden && !component.content.isLeftOut
        && !component.place.hides(component.model.tab)
    }
  }

  /// Opens the bar for a component and all others that users can filter.
  ///
  /// - Parameter staysOpen: Whether closing the bar only empties it.
  func open(for component: Component, staysOpen: Bool) {
    guard component.model.filter != nil else { return }
    guard bar != nil || open() else { return }
    self.staysOpen = staysOpen
    takeKeyboard()
  }

  private func takeKeyboard() {
    keyboard.clear()
    update(at: now)
    outlet.needsFrame()
  }

  /// - Returns: Whether there is something to filter.
  private func open() -> Bool {
    let targets = targets
    if targets.isEmpty { return false }
    let bar = layout.root.filterBar ?? FilterBar()
    isResting = false
    show(bar, targets)
    layout.setFilterBar(bar)
    update(at: now)
    return true
  }

  private func show(_ bar: FilterBar, _ targets: [Component]) {
    if targets.count == 1 {
      bar.name = targets[0].model.meta.string("label")
      if bar.name.isEmpty { bar.name = targets[0].model.header?.title ?? "" }
    }
    let (words, isSearch) = (layout.environment.words, layout.root.hasSearchField)
    bar.field.placeholder =
      bar.name.isEmpty
      ? words[isSearch ? .search : .filter]
      : words(isSearch ? .searchName : .filterName, ["name": bar.name])
    bar.field.onChange = { [weak self] in self?.look(for: $0) }
    bar.onClose = { [weak self] in self?.leave() }
    bar.onOpen = { [weak self] in self?.openForAll() }
    let text = targets.lazy.map(\.filterText).first { !$0.isEmpty }
    bar.field.show(text ?? "", of: "filter", lines: 1)
  }

  /// Opens the bar for everything that users can filter, and gives it the keyboard.
  ///
  /// - Returns: Whether there is something to filter.
  @discardableResult
  func openForAll() -> Bool {
    guard bar != nil || open() else { return false }
    takeKeyboard()
    return true
  }

  /// The pointer was pressed at a point of the window, on a control in front of the screen.
  func pressed(at point: Point) {
    if layout.root.filterBar?.frame.contains(point) == true { openForAll() }
  }

  /// Has the bar wait in the toolbar while it is not open, where there is room for it.
  private func rest() {
    if scrollView.toolbar?.hasSearch == true, let toolbar = layout.root.toolbar {
      toolbar.canSearch = !targets.isEmpty
      toolbar.layoutIfNeeded()
    }
    let isWanted = layout.root.hasSearchField && !targets.isEmpty
    if isWanted, layout.root.filterBar == nil {
      let bar = FilterBar()
      isResting = true
      show(bar, targets)
      bar.closeMark.isHidden = true
      layout.setFilterBar(bar)
    } else if isResting, !isWanted {
      isResting = false
      layout.setFilterBar(nil)
    } else if layout.root.hasSearchField, let bar, bar.field.text.isEmpty, keyboard.path != nil {
      close()
    }
  }

  /// Shows all items again, and closes the bar unless it stays open.
  private func leave() {
    guard staysOpen else { return close() }
    look(for: "")
    keyboard.clear()
  }

  /// Closes the bar, and shows all items again.
  private func close() {
    guard bar != nil else { return }
    (held, staysOpen) = (nil, false)
    layout.setFilterBar(nil)
    look(for: "", in: targets)
    mark(nil)
    rest()
  }

  /// Shows all items of all components, and closes the bar unless it stays open.
  func startOver() {
    leave()
    look(for: "", in: scrollView.components)
  }

  // MARK: Looking

  /// Looks for what users have typed, without making them wait: slow results are shown once known.
  private func look(for text: String) {
    (held, hasSeenBest) = (nil, false)
    let targets = targets
    guard layout.environment.isInteractive else { return look(for: text, in: targets) }
    look(for: text, in: targets) { [weak self] in
      self?.ready.append($0)
      self?.outlet.needsFrame()
    }
  }

  /// Leaves out the items of a component of the screen that do not have `text` in their texts.
  func look(for text: String, in component: Component) {
    let isOfBar = bar != nil && component.model.filter != nil
    look(for: text, in: isOfBar ? targets : [component])
  }

  /// - Parameter later: Called once the items of a component can be searched, if they cannot yet.
  private func look(
    for text: String, in components: [Component], later: ((Component) -> Void)? = nil
  ) {
    if let bar, bar.field.text != text, components.contains(where: { $0.model.filter != nil }) {
      bar.field.show(text, of: "filter", lines: 1)
    }
    keyboard.keepInSight()
    let anchor = scrollView.currentAnchor()
    let done = components.filter { component in
      guard text != component.filterText || component.awaitsFilter else { return false }
      return component.look(for: text, later: later.map { later in { later(component) } })
    }
    if !done.isEmpty { show(done, keeping: anchor) }
    update(at: now)
  }

  /// Shows the remaining items of components.
  private func show(_ components: [Component], keeping anchor: ScrollAnchor?) {
    var anchor = anchor
    if let top = anchor, let item = top.item,
      components.contains(where: { $0.index == top.component && !$0.geometry.shown.contains(item) })
    {
      anchor = ScrollAnchor(component: top.component, item: nil, inside: 0)
    }
    // Enter always acts on something visible: the item with the keyboard, or else a match.
    if let path = keyboard.path, let item = path.item,
      let component = components.first(where: { $0.index == path.component }),
      keyboard.focused == nil || !component.geometry.shown.contains(item)
    {
      keyboard.clear()
    }
    hideEmptied()
    layout.heightsDidChange(keeping: anchor)
    if bar != nil, let best = matches.best { navigator.reveal(best, at: nil) }
    outlet.tell(.filtered(components[0].path, by: components[0].filterText))
  }

  /// Leaves out components without a match while others have one.
  ///
  /// - Returns: Whether that has changed something.
  @discardableResult
  private func hideEmptied() -> Bool {
    let filtered = scrollView.components.filter(\.isFiltered)
    let hasMatch = filtered.contains { $0.shownCount > 0 }
    var isChanged = false
    for component in scrollView.components {
      let isEmptied =
        component.isFiltered && component.shownCount == 0 && component.presentCount > 0
        && (hasMatch || component !== filtered[0])
      if component.isEmptied != isEmptied { isChanged = true }
      component.isEmptied = isEmptied
    }
    return isChanged
  }

  /// Looks for what was typed before the items could be searched.
  func begin(at now: Double) {
    self.now = now
    rest()
    guard !ready.isEmpty else { return }
    let waiting = ready.filter { $0.place.container != nil && $0.awaitsFilter }
    ready = []
    guard let first = waiting.first else { return }
    look(for: first.filterText, in: waiting)
    if let key = held { _ = keyPressed(key, [], at: now) }
  }

  /// Brings the bar up to date with the screen.
  ///
  /// - Returns: When the next frame is due even if nothing happens; nil for none.
  @discardableResult
  func update(at now: Double) -> Double? {
    self.now = now
    if hasNewContent {
      hasNewContent = false
      // Components that a program filters have no bar, which would otherwise do this.
      if bar == nil, hideEmptied() {
        layout.heightsDidChange(keeping: scrollView.currentAnchor())
      }
    }
    guard let bar else { return nil }
    let targets = targets
    guard !targets.isEmpty else {
      close()
      return nil
    }
    follow(targets, bar.field.text)
    bar.field.hasKeyboard = takesText
    let isClosed = (staysOpen || bar.isInToolbar) && bar.field.text.isEmpty
    if bar.closeMark.isHidden != isClosed {
      bar.closeMark.isHidden = isClosed
      bar.setNeedsLayout()
    }
    bar.show(
      targets.reduce(0) { $0 + $1.shownCount }, of: targets.reduce(0) { $0 + $1.presentCount },
      isFiltered: targets.contains(where: \.isFiltered), at: now)
    mark(match)
    return bar.advance(to: now)
  }

  /// Follows a change of the content: components that came are filtered too.
  private func follow(_ targets: [Component], _ text: String) {
    let new = targets.filter { $0.filterText.isEmpty && !text.isEmpty }
    if !new.isEmpty { look(for: text, in: new) }
    if hideEmptied() { layout.heightsDidChange(keeping: scrollView.currentAnchor()) }
  }

  // MARK: The match that is meant

  private func mark(_ path: ItemPath?) {
    guard path != marked else { return }
    marked = path
    outlet.perform(.statesChanged)
  }

  /// The match that Enter means while nothing has the keyboard.
  private var match: ItemPath? {
    guard let bar, takesText, keyboard.focused == nil, staysOpen || !bar.field.text.isEmpty else {
      return nil
    }
    let matches = matches
    guard let best = matches.best else { return matches.firstSeen }
    let isSeen = matches.isSeen(best)
    if isSeen { hasSeenBest = true }
    return isSeen || !hasSeenBest ? best : matches.firstSeen
  }

  private var matches: FilterMatches { FilterMatches(scrollView: scrollView, targets: targets) }

  // MARK: Keys

  /// - Returns: Whether the key means something to the bar, or opens it.
  func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    self.now = now
    if key == .character("f"), modifiers == .control {
      return openForAll()
    }
    guard let bar else { return false }
    if key == .escape, modifiers.isEmpty {
      if staysOpen, bar.field.text.isEmpty { return false }
      leave()
      return true
    }
    guard takesText, !isForList(key, modifiers) else { return false }
    let meansMatch = (key == .down || key == .enter) && keyboard.focused == nil
    let isAwaited = targets.contains(where: \.awaitsFilter)
    held = meansMatch && modifiers.isEmpty && isAwaited ? key : nil
    if held != nil { return true }
    switch key {
    case .backspace where bar.field.text.isEmpty: leave()
    case .down where keyboard.focused == nil && modifiers.isEmpty:
      let match = match
      guard let start = match ?? matches.firstSeen else { return false }
      keyboard.focus(start, at: now)
      // A match is marked before any key, so that the first press goes on to the item after it.
      if match != nil { _ = keyboard.keyPressed(.down, [], at: now) }
    case .enter where keyboard.focused == nil && modifiers.isEmpty,
      .space where bar.field.text.isEmpty && modifiers.isEmpty && matches.isCheckbox(match):
      guard let match = match ?? matches.firstSeen else { return true }
      keyboard.focus(match, at: now)
      outlet.perform(.activate(match))
    case .up, .down, .pageUp, .pageDown, .enter, .tab, .escape, .function, .menu: return false
    default: return bar.field.keyPressed(key, modifiers)
    }
    outlet.needsFrame()
    return true
  }

  /// Whether a key that the field could use is meant for the marked item instead.
  private func isForList(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard keyboard.focused != nil else { return false }
    switch key {
    case .left, .right, .home, .end, .delete, .space: return true
    case .character("a"): return modifiers == .control
    default: return false
    }
  }

  /// - Returns: Whether the text was meant for the bar, or has opened it.
  func textEntered(_ text: String, at now: Double) -> Bool {
    self.now = now
    // The key has acted on the item already.
    if text == " ", keyboard.focused != nil { return false }
    if bar == nil, text.allSatisfy(\.isWhitespace) || !open() { return false }
    return give {
      keyboard.clear()
      $0.textEntered(text)
    }
  }

  /// - Returns: Whether the text was meant for the bar, or has opened it.
  func textComposed(_ text: String, selected: Range<Int>, at now: Double) -> Bool {
    self.now = now
    if bar == nil, text.isEmpty || !open() { return false }
    return give { $0.textComposed(text, selected: selected) }
  }

  private func give(_ body: (Control) -> Void) -> Bool {
    guard takesText, let field = bar?.field else { return false }
    field.hasKeyboard = true
    body(field)
    outlet.needsFrame()
    return true
  }

  /// The area that typed text goes to, in container coordinates; nil if it is not for the bar.
  var textInputArea: TextInputArea? {
    guard let bar else {
      // The first letter opens it.
      let start = Rect(x: 16, y: 8, width: 1, height: Font.body.lineHeight)
      return targets.isEmpty ? nil : TextInputArea(caret: start, field: -1)
    }
    guard takesText, let caret = bar.field.caretFrame else { return nil }
    let origin = bar.field.frame.origin + bar.frame.origin - scrollView.frame.origin
    return TextInputArea(caret: caret.offsetBy(x: origin.x, y: origin.y), field: -1)
  }
}
