/// Filtering by typing: opens and closes the bar above the screen, and gives it the keys, the text
/// and the pointer that are meant for it.
///
/// The text belongs to the component, and is empty again once the bar closes. Owned by the input of
/// the screen; lives as long as it does.
@MainActor
final class FilterInput {
  /// The component whose items the open bar filters; nil while no bar is open.
  private(set) weak var component: Component?
  /// Whether the screen has a component that users can filter, shown or not.
  private var hasTarget = false
  /// The control of the bar that the pointer holds.
  private weak var pressed: Control?
  /// The control of the bar under the pointer.
  private weak var hovered: Control?
  /// Whether the bar stays open, with or without text.
  private var staysOpen = false
  private unowned let state: PresentationState
  private unowned let controller: SpotsController
  /// A component whose items have become searchable since the last frame.
  private weak var ready: Component?
  /// A key meant for the first match, pressed before that was known.
  private var held: Key?
  private var now = 0.0

  init(_ controller: SpotsController, _ state: PresentationState) {
    (self.controller, self.state) = (controller, state)
  }

  private var root: RootView { state.root }
  private var scrollView: SpotsScrollView { state.scrollView }
  private var keyboard: KeyboardFocus { state.keyboard }
  /// The bar that is open.
  private var bar: FilterBar? { root.filterBar }

  /// Whether typed text is meant for the bar rather than for a field on the screen.
  private var takesText: Bool { bar != nil && keyboard.control?.caretFrame == nil }

  /// The screen will have these components.
  func contentWillChange(to components: [ComponentModel]) {
    hasTarget = components.contains { $0.filter != nil }
  }

  // MARK: Opening

  /// The component to filter by default: the one with the keyboard, else the first visible one,
  /// else the first of all.
  private var target: Component? {
    func canBeFiltered(_ component: Component) -> Bool {
      component.model.filter != nil && component.takesRoom
    }
    guard hasTarget else { return nil }
    let components = scrollView.components
    if let index = keyboard.path?.component, components.indices.contains(index),
      canBeFiltered(components[index])
    {
      return components[index]
    }
    return scrollView.mounted.first(where: canBeFiltered) ?? components.first(where: canBeFiltered)
  }

  /// Opens the bar of a component.
  ///
  /// - Parameter staysOpen: Whether closing the bar only empties it.
  func open(for component: Component, staysOpen: Bool) {
    guard component.model.filter != nil else { return }
    if component !== self.component {
      close()
      openBar(for: component)
    }
    self.staysOpen = staysOpen
    takeKeyboard()
  }

  private func takeKeyboard() {
    keyboard.clear()
    update(at: now)
    controller.onNeedsFrame()
  }

  /// - Returns: Whether there is something to filter.
  private func open() -> Bool {
    if let target { openBar(for: target) }
    return target != nil
  }

  private func openBar(for target: Component) {
    let bar = FilterBar()
    component = target
    bar.name = target.model.meta.string("label")
    if bar.name.isEmpty { bar.name = target.model.header?.title ?? "" }
    bar.field.placeholder = bar.name.isEmpty ? "Filter" : "Filter \(bar.name)"
    bar.field.onChange = { [unowned self] in look(for: $0) }
    bar.closeMark.onPress = { [unowned self] in leave() }
    state.setFilterBar(bar)
    bar.field.show(target.filterText, of: "filter", lines: 1)
    update(at: now)
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
    if let component { look(for: "", in: component) }
    (component, pressed, hovered, held) = (nil, nil, nil, nil)
    staysOpen = false
    state.setFilterBar(nil)
  }

  /// Shows all items of all components, and closes the bar unless it stays open.
  func startOver() {
    leave()
    for component in scrollView.components { look(for: "", in: component) }
  }

  // MARK: Looking

  /// Looks for what users have typed, without making them wait: slow results are shown once known.
  private func look(for text: String) {
    held = nil
    guard let component, text != component.filterText else { return }
    guard state.environment.isInteractive else { return look(for: text, in: component) }
    look(for: text, in: component) { [weak self, weak component] in
      self?.ready = component
      self?.controller.onNeedsFrame()
    }
  }

  /// Leaves out the items of a component of the screen that do not have `text` in their texts.
  func look(for text: String, in component: Component) {
    if text != component.filterText { look(for: text, in: component, later: nil) }
  }

  /// - Parameter later: Called once the items can be searched, if they cannot be yet.
  private func look(for text: String, in component: Component, later: (() -> Void)?) {
    keyboard.keepInSight()
    let anchor = scrollView.currentAnchor()
    if component.look(for: text, later: later) { show(component, keeping: anchor) }
    if let bar, component === self.component, bar.field.text != text {
      bar.field.show(text, of: "filter", lines: 1)
    }
    update(at: now)
  }

  /// Shows the remaining items of a component.
  private func show(_ component: Component, keeping anchor: ScrollAnchor?) {
    var anchor = anchor
    let shown = component.geometry.shown
    if let top = anchor, top.component == component.index, let item = top.item,
      !shown.contains(item)
    {
      anchor = ScrollAnchor(component: top.component, item: nil, inside: 0)
    }
    // Enter always acts on something visible: the marked item, or else the first match.
    if let path = keyboard.path, path.component == component.index, let item = path.item,
      keyboard.focused == nil || !shown.contains(item)
    {
      keyboard.clear()
    }
    state.finishLayout(keeping: anchor, isNew: false)
    controller.componentDelegate?.controller(
      controller, didFilter: component.path, by: component.filterText)
  }

  /// Looks for what was typed before the items could be searched.
  func begin(at now: Double) {
    self.now = now
    guard let component = ready else { return }
    ready = nil
    guard component.host != nil, component.awaitsFilter else { return }
    look(for: component.filterText, in: component, later: nil)
    if let key = held { _ = keyPressed(key, [], at: now) }
  }

  /// Brings the bar up to date with the screen.
  ///
  /// - Returns: When the next frame is due even if nothing happens; nil for none.
  @discardableResult
  func update(at now: Double) -> Double? {
    self.now = now
    guard let bar else { return nil }
    guard let component, component.host != nil, component.model.filter != nil else {
      close()
      return nil
    }
    bar.field.hasKeyboard = takesText
    bar.closeMark.isHidden = staysOpen && component.filterText.isEmpty
    bar.show(
      component.shownCount, of: component.presentCount, isFiltered: component.isFiltered,
      at: now)
    return bar.advance(to: now)
  }

  // MARK: Keys

  /// - Returns: Whether the key means something to the bar, or opens it.
  func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    self.now = now
    if key == .character("f"), modifiers == .control {
      guard bar != nil || open() else { return false }
      takeKeyboard()
      return true
    }
    guard let bar else { return false }
    if key == .escape, modifiers.isEmpty {
      if staysOpen, bar.field.text.isEmpty { return false }
      leave()
      return true
    }
    guard takesText, !isForList(key, modifiers) else { return false }
    let meansMatch = (key == .down || key == .enter) && keyboard.focused == nil
    held = meansMatch && modifiers.isEmpty && component?.awaitsFilter == true ? key : nil
    if held != nil { return true }
    switch key {
    case .backspace where bar.field.text.isEmpty: leave()
    case .down where keyboard.focused == nil && modifiers.isEmpty:
      guard let firstMatch else { return false }
      keyboard.focus(firstMatch, at: now)
    case .enter where keyboard.focused == nil && modifiers.isEmpty:
      guard let firstMatch else { return true }
      keyboard.focus(firstMatch, at: now)
      state.activate(firstMatch)
    case .up, .down, .pageUp, .pageDown, .enter, .tab, .escape, .function, .menu: return false
    default: return bar.field.keyPressed(key, modifiers)
    }
    controller.onNeedsFrame()
    return true
  }

  /// The first match that begins in the window; where none does, the first of all.
  private var firstMatch: ItemPath? {
    guard let component else { return nil }
    let geometry = component.geometry
    let covered = geometry.layout.headerMode == .sticky ? geometry.headerHeight : 0
    let y =
      scrollView.verticalScroll.offset - scrollView.origin(of: component.index).y + covered - 0.5
    let x = component.horizontalScroll.offset - 0.5
    let seen = Rect(x: x, y: y, width: geometry.width, height: scrollView.frame.height)
    let first = geometry.firstSlot(in: seen) {
      let frame = geometry.frame(of: $0)
      return frame.x >= x && frame.y >= y
    }
    return (first?.item ?? geometry.shown.first).map { component.path.item($0) }
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
    controller.onNeedsFrame()
    return true
  }

  /// The area that typed text goes to, in container coordinates; nil if it is not for the bar.
  var textInputArea: TextInputArea? {
    guard let bar else {
      // The first letter opens it.
      let start = Rect(x: 16, y: 8, width: 1, height: Font.body.lineHeight)
      return target == nil ? nil : TextInputArea(caret: start, field: -1)
    }
    guard takesText, let caret = bar.field.caretFrame else { return nil }
    let origin = bar.field.frame.origin + Point(y: -bar.frame.height)
    return TextInputArea(caret: caret.offsetBy(x: origin.x, y: origin.y), field: -1)
  }

  // MARK: The pointer

  /// Whether the pointer is over the text of the bar, or over its button.
  var isOverText: Bool { hovered?.caretFrame != nil }
  var isOverButton: Bool { hovered != nil && !isOverText }

  /// - Parameter event: In the coordinates of the container.
  /// - Returns: Whether it is meant for the bar.
  func pointer(_ event: InputEvent, at now: Double) -> Bool {
    guard let bar else { return false }
    self.now = now
    switch event.moved(by: Point(y: bar.frame.height)) {
    case .pointerMoved(let point):
      hover(bar.bounds.contains(point) ? bar.control(at: point) : nil)
      if let pressed, pressed.tracksPointer {
        pressed.pointerDragged(to: pressed.convert(point, from: bar))
      }
      guard pressed != nil || bar.bounds.contains(point) else { return false }
      state.pointer.left(at: now)
    case .pointerPressed(let point, let button, let clicks, _, _):
      guard bar.bounds.contains(point) else { return false }
      hover(bar.control(at: point))
      keyboard.clear()
      press(at: point, button, clicks: clicks)
    case .pointerReleased(let point, _):
      guard let pressed else { return false }
      self.pressed = nil
      pressed.state.remove(.highlighted)
      pressed.pointerReleased(at: pressed.convert(point, from: bar))
      if pressed === hovered, !pressed.tracksPointer { pressed.activate() }
    case .pointerLeft, .pointerCancelled:
      hover(nil)
      pressed?.state.remove(.highlighted)
      pressed = nil
      return false
    default: return false
    }
    controller.onNeedsFrame()
    return true
  }

  private func hover(_ control: Control?) {
    if hovered !== control { hovered?.state.remove(.hover) }
    hovered = control
    control?.state.insert(.hover)
  }

  private func press(at point: Point, _ button: PointerButton, clicks: Int) {
    guard let bar, let hovered else { return }
    let inside = hovered.convert(point, from: bar)
    if button == .middle { hovered.middleButtonPressed(at: inside) }
    guard button == .left else { return }
    pressed = hovered
    hovered.state.insert(.highlighted)
    hovered.pointerPressed(at: inside, clicks: clicks)
  }
}
