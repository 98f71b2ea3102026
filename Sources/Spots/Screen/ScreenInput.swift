/// Passes what the user does to its recipient: the popup that is open, the filter bar, a control,
/// the pointer or the keyboard.
///
/// Has no state of its own.
@MainActor
package struct ScreenInput {
  let root: RootView
  let navigator: ScrollNavigator
  let overlays: ViewInteraction
  let filtering: FilterInput
  let tabs: ScreenTabs
  let pointer: PointerInput
  let keyboard: KeyboardFocus
  let controls: ViewInteraction
  let items: ItemCommands
  let rest: PointerRest
  let reports: ScreenReports
  let outlet: ScreenOutlet

  private var popups: PopupLayer { root.popupLayer }

  /// Hides the tooltip until the pointer or the focus moves, as keys, presses and the wheel do.
  package func dismissTooltip() { rest.dismiss() }

  /// Has the actions `pop` and `close` leave the screen, where the program's router does not take
  /// them; `leave` returns whether it could.
  package func onLeave(_ leave: @escaping (_ action: String) -> Bool) { outlet.leave = leave }

  /// Asks a question in the middle of the screen.
  ///
  /// - Parameter onAnswer: Called once, with false also where the question is closed.
  package func ask(
    _ question: Confirmation, isDestructive: Bool, onAnswer: @escaping (Bool) -> Void
  ) {
    let popup = ConfirmationPopup(question, isDestructive: isDestructive, onAnswer: onAnswer)
    popups.open(popup, beside: .middle)
    outlet.needsFrame()
  }

  /// Handles what the user did; see `SpotsController.handle(_:at:)`.
  func handle(_ event: InputEvent, at now: Double) -> Bool {
    if event.dismissesTooltip { dismissTooltip() }
    if case .keyPressed(let key, let modifiers) = event {
      return KeyReceiver.allCases.contains { offer(key, modifiers, to: $0, at: now) }
    }
    beginHandling(event, at: now)
    let (inWindow, event) = (root.mirrored(event), onScreen(event))
    if popups.isOpen { return popups.handle(event, at: now) }
    defer { if popups.isOpen { popupDidOpen(with: event, at: now) } }
    return handleInFront(inWindow, at: now) || handleOnScreen(event, at: now)
  }

  /// Gives an event to the controls of the filter bar and of overlays, and returns whether it is
  /// meant for them.
  private func handleInFront(_ event: InputEvent, at now: Double) -> Bool {
    if case .pointerPressed = event { overlays.setKeyboard(nil, isMarked: false) }
    if case .pointerCancelled = event { overlays.cancel() }
    if overlays.handle(event, at: now) {
      guard case .pointerPressed(let point, _, _, _, _) = event else { return true }
      // Typed text is meant for the bar then.
      filtering.pressed(at: point)
      outlet.needsFrame()
      return true
    }
    guard case .pointerMoved = event, isOverOverlay else { return false }
    pointer.left(at: now)
    rest.moved(to: nil, at: now)
    return true
  }

  private var isOverOverlay: Bool {
    overlays.pointer.hovered?.state.contains(.hover) == true
  }

  /// Whether an event of the pointer is meant for a popup, or for the controls of an overlay.
  package func isInFront(_ event: InputEvent) -> Bool {
    popups.isOpen || overlays.pointer.isHolding
      || root.mirrored(event).point.flatMap(overlays.view) != nil
  }

  /// Ends scrolling to a place, unless the pointer merely moves.
  private func beginHandling(_ event: InputEvent, at now: Double) {
    root.scrollView.verticalScroll.advance(to: now)
    switch event {
    case .pointerMoved, .pointerLeft, .pointerCancelled: break
    default: navigator.cancel()
    }
  }

  /// The event in the coordinates of the container, which is laid out from left to right.
  private func onScreen(_ event: InputEvent) -> InputEvent {
    root.mirrored(event).moved(by: Point.zero - root.scrollView.frame.origin)
  }

  /// Called when `event` has opened a popup. If it is a press, its release belongs to the popup.
  private func popupDidOpen(with event: InputEvent, at now: Double) {
    switch event {
    case .pointerPressed(let point, _, _, _, _): popups.pressStays(at: point)
    case .keyPressed: popups.popup?.openedByKey()
    default: break
    }
    overlays.cancel()
    pointer.cancel(at: now)
    rest.moved(to: nil, at: now)
  }

  /// Offers a key to a part of the screen, and returns whether it means something there.
  package func offer(
    _ key: Key, _ modifiers: Modifiers, to receiver: KeyReceiver, at now: Double
  ) -> Bool {
    let (event, isOpen) = (onScreen(.keyPressed(key, modifiers)), popups.isOpen)
    guard isOpen == (receiver == .popup), case .keyPressed(let key, _) = event else { return false }
    if receiver == .control { beginHandling(event, at: now) }
    defer { if !isOpen, popups.isOpen { popupDidOpen(with: event, at: now) } }
    return give(key, modifiers, to: receiver, at: now)
  }

  private func give(
    _ key: Key, _ modifiers: Modifiers, to receiver: KeyReceiver, at now: Double
  ) -> Bool {
    switch receiver {
    case .inspector, .program, .window: return false
    case .overlay: return overlays.keyPressed(key, modifiers)
    case .button:
      guard key == .tab, modifiers.isDisjoint(with: [.control, .alt]) else { return false }
      return overlays.moveKeyboard(isForward: !modifiers.contains(.shift))
    case .drag: return key == .escape && pointer.putItemBack(at: now)
    case .popup: return popups.handle(.keyPressed(key, modifiers), at: now)
    case .field:
      // Typing into a field that is out of sight brings it back first.
      if key.edits(modifiers) { outlet.perform(.bringFieldBack) }
      return keyboard.isTextKey(key, modifiers, at: now)
    case .filter: return !pointer.isHolding && filtering.keyPressed(key, modifiers, at: now)
    case .control:
      return tabs.keyPressed(key, modifiers) || keyboard.isControlKey(key, modifiers, at: now)
    case .item: return items.keyPressed(key, modifiers, at: now)
    case .focus:
      return keyboard.isScreenKey(key, modifiers, at: now)
        || key == .function(5) && modifiers.isDisjoint(with: [.control, .alt])
          && reports.askForRefresh()
    }
  }

  private func handleOnScreen(_ event: InputEvent, at now: Double) -> Bool {
    switch event {
    case .pointerMoved(let point):
      pointer.moved(to: point, at: now)
      rest.moved(to: pointer.isHolding || pointer.isOverArrow ? nil : point, at: now)
    case .pointerPressed(let point, .left, let clicks, let modifiers, let isTouch):
      let press = PointerPress(modifiers: modifiers, isTouch: isTouch)
      pointer.pressed(at: point, clicks: clicks, press, at: now)
    case .pointerReleased(let point, .left): pointer.released(at: point, at: now)
    case .pointerPressed(let point, .middle, _, _, _):
      return pointer.middleButtonPressed(at: point, at: now)
    case .pointerPressed(let point, .right, _, _, _):
      pointer.moved(to: point, at: now)
      return openMenu(at: Rect(origin: point, size: .zero))
    case .pointerPressed, .pointerReleased: return false
    case .pointerLeft:
      pointer.left(at: now)
      rest.moved(to: nil, at: now)
    case .pointerCancelled:
      pointer.cancel(at: now)
      rest.moved(to: nil, at: now)
    case .wheel(let point, let delta, let precise, let modifiers):
      pointer.wheelTurned(over: point, by: delta, precise: precise, modifiers, at: now)
    case .keyPressed: return false
    case .textEntered(let text):
      return give { $0.textEntered(text) } || filtering.textEntered(text, at: now)
    case .textComposed(let text, let selected):
      return give { $0.textComposed(text, selected: selected) }
        || filtering.textComposed(text, selected: selected, at: now)
    }
    return true
  }

  /// Opens the menu of the text or of the item under the pointer.
  ///
  /// - Returns: Whether there is one.
  private func openMenu(at place: Rect) -> Bool {
    guard let path = pointer.hover else { return false }
    let control = controls.pointer.hovered
    let menu = control?.contextMenu()
    let isIdle = (control as? SelectionArea)?.hasSelection == false
    if menu == nil || isIdle, items.openActions(of: path, beside: place) {
      keyboard.put(on: path)
    } else if let menu {
      keyboard.put(on: path, control: control)
      popups.open(menu, beside: .rect(place))
      outlet.needsFrame()
    } else {
      return false
    }
    return true
  }

  /// Gives what was typed to the control that takes text.
  ///
  /// - Returns: Whether there is one.
  private func give(_ body: (Control) -> Void) -> Bool {
    outlet.perform(.bringFieldBack)
    guard let control = keyboard.control, control.isEnabled, control.caretFrame != nil else {
      return false
    }
    keyboard.settle()
    body(control)
    outlet.needsFrame()
    return true
  }

  /// The popup that is open.
  package var popup: Popup? { popups.popup }

  /// Opens a popup in the middle of the window.
  package func open(_ popup: Popup, at now: Double) {
    popups.open(popup, beside: .middle)
    popupDidOpen(with: .pointerCancelled, at: now)
  }

  /// The pointer's shape: a hand where a click would do something, as links and buttons do.
  var pointerShape: PointerShape {
    if pointer.isOverText || overlays.isOverText { return .beam }
    if controls.isOverEdge || overlays.isOverEdge { return .sideways }
    return isOverOverlay || pointer.isOverAction ? .hand : .arrow
  }

  /// Where text is typed whose field is out of sight until the first letter; nil for none.
  private var areaOutOfSight: TextInputArea? {
    guard let path = keyboard.fieldOutOfSight, let item = root.scrollView.paths.item(at: path)
    else { return nil }
    let bottom = root.scrollView.frame.height
    return TextInputArea(
      caret: Rect(x: 16, y: bottom, width: 1, height: Font.body.lineHeight), field: -3,
      isSecret: item.input.isSecret)
  }

  /// Where typed text goes, in the window; nil while nothing takes text.
  var textInputArea: TextInputArea? {
    if let popup = popups.popup, let caret = popup.caretFrame {
      let origin = Point.zero - popup.convert(.zero, from: root)
      return TextInputArea(
        caret: root.mirrored(caret.offsetBy(x: origin.x, y: origin.y)), field: -2)
    }
    let ofScreen = popups.isOpen ? nil : filtering.textInputArea
    let ofField = controls.textInputArea ?? (popups.isOpen ? nil : areaOutOfSight)
    guard var area = ofField ?? ofScreen else { return nil }
    let origin = root.scrollView.frame.origin
    area.caret = root.mirrored(area.caret.offsetBy(x: origin.x, y: origin.y))
    return area
  }
}
