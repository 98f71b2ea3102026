/// Which part of the screen the keyboard acts on, and what keys do: move the focus, activate,
/// scroll.
///
/// Owned by the controller; lives as long as it does.
@MainActor
final class KeyboardFocus {
  /// The part that keys act on, even while no ring shows it.
  private(set) var path: ItemPath?
  /// The name of the value that the part has; nil for none.
  private var valueName: String?
  /// Whether the user works with the keyboard; only then does a ring mark the part.
  private(set) var isActive = false
  /// The index, in `PartControls.controls(of:)`, of the control that keys are meant for; nil for
  /// the part itself or, if it has one, its main control.
  private(set) var controlIndex: Int?
  private let scrollView: SpotsScrollView
  private let navigator: ScrollNavigator
  private let order: FocusOrder
  private let parts: PartControls
  var onEffect: (InputEffect) -> Void = { _ in }
  /// Whether the keyboard is where it was put when the screen was opened. Tab or an arrow enters
  /// the screen then, as if the keyboard was nowhere.
  private(set) var isOpening = false
  /// Whether keys go to another screen of the window at present.
  var isAway = false
  /// Whether Tab goes from the last stop to the first, or leaves the screen there.
  var wraps = true
  /// Whether nothing is in front of the screen that Tab goes to after the last stop.
  private var isRing: Bool { wraps && scrollView.toolbar == nil && scrollView.shownTab == nil }

  /// How much of a page is still seen when the next one is shown, in points.
  private static let pageOverlap = 40.0

  init(_ scrollView: SpotsScrollView, _ navigator: ScrollNavigator) {
    (self.scrollView, self.navigator) = (scrollView, navigator)
    order = FocusOrder(scrollView: scrollView)
    parts = PartControls(scrollView: scrollView)
  }

  /// The part that is marked; nil when none is.
  var focused: ItemPath? { isActive && !isAway ? path : nil }

  private var viewportHeight: Double { scrollView.frame.height }

  /// - Parameter isFollowing: Whether the path changes only because its item moved; not reported.
  private func set(
    _ path: ItemPath?, isActive: Bool, isFollowing: Bool = false, control: Int? = nil
  ) {
    let before = focused
    let kept = path == self.path || isFollowing ? controlIndex : nil
    controlIndex = control ?? kept ?? path.flatMap(parts.firstTitle)
    (self.path, self.isActive) = (path, isActive)
    let item = path.flatMap(scrollView.paths.item)
    // The name of a place in the data becomes that of another row.
    valueName = item?.input.boundPointer == nil ? item?.valueName : nil
    if !isFollowing { isOpening = false }
    let isSame = before == focused || isFollowing && before != nil && focused != nil
    if !isSame { onEffect(.focusChanged(focused)) }
  }

  /// Keys act on `path` from now on, or on `control` in its view; the ring does not come or go.
  func put(on path: ItemPath, control: Control? = nil) {
    controlIndex = nil
    let whole = control?.isPart == true ? control?.superview : control
    let index = whole.flatMap { whole in parts.controls(of: path).firstIndex { $0 === whole } }
    set(path, isActive: isActive, control: index)
  }

  /// Puts the keyboard on a part of a screen that is being opened, without scrolling.
  func open(on path: ItemPath) {
    let isField = scrollView.paths.item(at: path).flatMap(InputKind.init(of:))?.isTyped == true
    set(path, isActive: !isField, control: mainButton(of: path))
    isOpening = true
    onEffect(.statesChanged)
  }

  /// The item that the keyboard comes to first, from the top of the screen; nil when there is none,
  /// or a header before it.
  var firstItem: ItemPath? {
    guard let first = scrollView.components.first(where: \.takesRoom),
      first.model.header?.action == nil, let item = first.geometry.shown.first
    else { return nil }
    return order.entered(first.path.item(item), .down)
  }

  /// The index of the control that stands for a row of buttons; nil for any other part.
  private func mainButton(of path: ItemPath) -> Int? {
    scrollView.paths.item(at: path).flatMap(ItemAction.mainButton)
  }

  private func isMainButtonKey(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard controlIndex == nil, let path, let button = mainButton(of: path) else { return false }
    set(path, isActive: true, control: button)
    return isControlKey(key, modifiers, at: now)
  }

  /// Notes that the user has typed where the keyboard is.
  func settle() { isOpening = false }

  /// The control that keys are meant for; nil when they are meant for the part itself.
  var control: Control? {
    guard let path, scrollView.paths.isUsable(path), let view = parts.view(of: path) else {
      return nil
    }
    guard let controlIndex = controlIndex ?? parts.field(of: path) else { return view.mainControl }
    let controls = parts.controls(of: path)
    return controls.indices.contains(controlIndex) ? controls[controlIndex] : nil
  }

  /// Hides the ring, because the user works with the pointer.
  func deactivate() { set(path, isActive: false) }

  /// Forgets the part.
  func clear() { set(nil, isActive: false) }

  /// Forgets the part if it has no place now, as when its item is hidden.
  func leaveHidden() {
    guard let path, let component = scrollView.paths.component(of: path) else { return }
    if component.content.frame(of: path.last.part) == nil { clear() }
  }

  /// Marks a part and scrolls it into view, from the next frame on if `now` is nil.
  func focus(_ path: ItemPath, at now: Double?) {
    let path = scrollView.paths.usable(path)
    set(path, isActive: true)
    navigator.reveal(path, at: now)
    onEffect(.statesChanged)
  }

  /// Follows the content's change: the focus goes with its item; when that is gone, to its
  /// neighbor. Without a ring nobody would see where it went, so then it is dropped. What has a
  /// value is found by its name, wherever it has come, as the value is.
  func follow(_ move: ContentMove) {
    var moved = path.flatMap { move($0) }
    if let valueName, moved.flatMap(scrollView.paths.item)?.valueName != valueName,
      let path = scrollView.environment?.values?.path(named: valueName)
    {
      moved = path
    }
    let kept = moved.map(scrollView.paths.usable)
      .flatMap { scrollView.paths.item(at: $0) == nil ? nil : $0 }
    let neighbor =
      kept == nil
      ? focused.flatMap { order.neighbor(ofGone: $0, move) } : nil
    set(kept ?? neighbor, isActive: isActive, isFollowing: kept != nil)
    navigator.follow(focus: path)
  }

  /// Has the next frame show the focused part if all of it that fits is in the window before a
  /// change of the layout; what the user scrolled away from, if only in part, stays where it is.
  func keepInSight() {
    guard let focused, navigator.isInSight(focused) else { return }
    navigator.reveal(focused, at: nil, isKept: true)
  }

  // MARK: Keys

  /// - Returns: Whether the key means something where the keyboard is.
  func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    isTextKey(key, modifiers, at: now) || isControlKey(key, modifiers, at: now)
      || isScreenKey(key, modifiers, at: now)
  }

  /// Gives a key to the control that keys are meant for, unless it takes text.
  ///
  /// - Returns: Whether it handles the key.
  func isControlKey(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard let control, control.isEnabled, control.caretFrame == nil,
      control.keyPressed(key, modifiers)
    else { return false }
    if let path { focus(path, at: now) }
    return true
  }

  /// Moves the focus, activates what has it, or scrolls.
  ///
  /// - Returns: Whether the key means one of these.
  func isScreenKey(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    if isOpening, let path, [.up, .down, .left, .right, .tab].contains(key) {
      focus(path, at: now)
      return true
    }
    switch key {
    case .up: moveFocus(.up, at: now)
    case .down: moveFocus(.down, at: now)
    case .left: moveFocus(.left, at: now)
    case .right: moveFocus(.right, at: now)
    case .tab:
      let isForward = !modifiers.contains(.shift)
      // A field in which the pointer has put the caret has no ring, but Tab goes on from it.
      if let path, control?.caretFrame != nil { set(path, isActive: true) }
      if moveToNextControl(isForward: isForward, at: now) { break }
      if moveToNextStop(isForward: isForward, at: now) { break }
      clear()
      onEffect(.statesChanged)
      return false
    case .enter, .space:
      guard let path else { return false }
      if isMainButtonKey(key, modifiers, at: now) { break }
      if control?.caretFrame != nil {
        onEffect(.endLine(path, at: now))
      } else {
        focus(path, at: now)
        onEffect(.activate(path))
      }
    case .pageDown, .pageUp:
      let direction = key == .pageDown ? 1 : -1
      if modifiers.contains(.shift), turnPage(direction, at: now) { break }
      scroll(by: Double(direction) * (viewportHeight - Self.pageOverlap), at: now)
    case .home: scrollView.verticalScroll.glide(to: 0, at: now)
    case .end: navigator.go(to: .bottom, at: now)
    default: return false
    }
    scrollView.setNeedsDisplay()
    return true
  }

  /// Marks the next item of the component of `path` that users answer, if there is one near.
  func goOn(from path: ItemPath, at now: Double) {
    if let next = order.nextInput(from: path, isForward: true) { focus(next, at: now) }
  }

  /// Marks the part that keys act on, even if the pointer has put the keyboard there.
  func mark() { set(path, isActive: true) }

  /// The part whose field takes text but has been scrolled away; nil for none.
  var fieldOutOfSight: ItemPath? {
    guard let path, let item = scrollView.paths.item(at: path), scrollView.paths.isUsable(path),
      parts.view(of: path) == nil,
      InputKind(of: item)?.isTyped == true
    else { return nil }
    return path
  }

  /// Gives a key to the control that takes text, if there is one.
  ///
  /// - Returns: Whether the key is part of the text, or changes it.
  func isTextKey(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard let path, scrollView.paths.item(at: path) != nil, scrollView.paths.isUsable(path),
      let control, control.isEnabled, control.caretFrame != nil, control.keyPressed(key, modifiers)
    else { return false }
    isOpening = false
    // Typing needs no ring: the caret says where it goes.
    navigator.reveal(path, at: now)
    scrollView.setNeedsDisplay()
    return true
  }

  /// Turns a page of the innermost carousel around the focused part, whose focus goes with it.
  ///
  /// - Returns: Whether there is such a carousel.
  private func turnPage(_ direction: Int, at now: Double) -> Bool {
    var level = focused
    while let current = level {
      level = current.parent
      guard let component = scrollView.paths.component(of: current),
        component.scroll.stops.canScroll
      else {
        continue
      }
      component.scroll.turnPage(direction, at: now)
      if let item = component.scroll.targetItem {
        set(current.componentPath.item(item), isActive: true)
        onEffect(.statesChanged)
      }
      return true
    }
    return false
  }

  private func scroll(by distance: Double, at now: Double) {
    scrollView.verticalScroll.glide(to: scrollView.verticalScroll.target + distance, at: now)
  }

  private func moveFocus(_ direction: FocusDirection, at now: Double) {
    guard let path = path.map(scrollView.paths.usable), scrollView.paths.item(at: path) != nil,
      order.isNearWindow(path)
    else {
      if let first = order.firstVisible() { focus(order.entered(first, .down), at: now) }
      return
    }
    if moveAlongTitles(direction, of: path, at: now) { return }
    if scrollInRows(direction, of: path, at: now) { return }
    // From the inside out: the next item of the same component, else the next component, else what
    // comes after the composite item around.
    var level: ItemPath? = path
    while let current = level {
      if let next = order.neighbor(of: current, direction) {
        focus(order.entered(next, direction), at: now)
        return
      }
      level = current.parent
    }
    // Nothing further to reach: show the rest of the content.
    if direction == .up { scrollView.verticalScroll.glide(to: 0, at: now) }
    if direction == .down {
      scrollView.verticalScroll.glide(to: scrollView.verticalScroll.maximum, at: now)
    }
  }

  /// Moves from one title of a table's columns to the next.
  ///
  /// - Returns: False when the keyboard is on none.
  private func moveAlongTitles(
    _ direction: FocusDirection, of path: ItemPath, at now: Double
  ) -> Bool {
    guard let controlIndex, parts.firstTitle(of: path) != nil,
      direction == .left || direction == .right
    else { return false }
    let next = controlIndex + (direction == .left ? -1 : 1)
    if parts.controls(of: path).indices.contains(next) {
      set(path, isActive: true, control: next)
      focus(path, at: now)
      if let title = control as? ColumnTitle {
        scrollView.paths.component(of: path)?.scroll.show(title.column, at: now)
      }
    }
    return true
  }

  /// Scrolls what the rows of a table or log show sideways.
  ///
  /// - Returns: False for anything else.
  private func scrollInRows(
    _ direction: FocusDirection, of path: ItemPath, at now: Double
  ) -> Bool {
    guard let component = scrollView.paths.component(of: path), component.content.scrollsInRows,
      path.last.item != nil, direction == .left || direction == .right
    else { return false }
    let notches = Self.sidewaysStep * (direction == .left ? -1 : 1)
    guard component.horizontalScroll.canMove(notches) else { return false }
    component.horizontalScroll.wheel(notches, precise: false, at: now)
    return true
  }

  /// How far a key scrolls rows sideways, in notches of the wheel.
  private static let sidewaysStep = 2.0

  /// Moves to the next control of the focused part's view, or else to the next item of its
  /// component that users answer.
  ///
  /// - Returns: False when there is none.
  private func moveToNextControl(isForward: Bool, at now: Double) -> Bool {
    guard let path = focused else { return false }
    let enabled = parts.controls(of: path).enumerated().filter(\.element.isEnabled).map(\.offset)
    let field = parts.field(of: path)
    let current = controlIndex ?? field ?? -1
    let next = isForward ? enabled.first { $0 > current } : enabled.last { $0 < current }
    if let next {
      set(path, isActive: true, control: next)
    } else if !isForward, controlIndex != field, parts.firstTitle(of: path) == nil {
      controlIndex = nil
    } else if let item = order.nextInput(from: path, isForward: isForward) {
      set(item, isActive: true, control: isForward ? nil : parts.controls(of: item).indices.last)
    } else {
      return false
    }
    if let path = self.path { focus(path, at: now) }
    return true
  }

  /// Each component has three stops: its header and its footer, if a click activates them, and its
  /// items, of which the first one is entered.
  ///
  /// - Returns: False when there is no further stop.
  private func moveToNextStop(isForward: Bool, at now: Double) -> Bool {
    let count = scrollView.components.count * TabStop.perComponent
    if focused == nil, isForward || isRing {
      if let first = order.firstVisibleStop() { focus(first, at: now) }
      return isRing || focused != nil
    }
    let start = focused.map { TabStop($0).number } ?? count
    for distance in stride(from: 1, through: count, by: 1) {
      let number = start + (isForward ? distance : -distance)
      if !isRing, !(0..<count).contains(number) { return false }
      let stop = TabStop(number: (number % count + count) % count)
      guard let entry = order.entry(into: stop) else { continue }
      let last = isForward ? nil : order.lastInput(of: entry)
      focus(order.entered(last ?? entry, .down), at: now)
      return true
    }
    return isRing
  }
}
