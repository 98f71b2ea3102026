import CSDL2
import SpotsViews

/// An event of a window.
package enum WindowEvent: Hashable, Sendable {
  /// From the pointer, the wheel or the keyboard. Places are in points of the window.
  case input(InputEvent)
  /// The size or scale of the window has changed; the window already has the new values.
  case sizeChanged
  /// Covered parts of the window are visible again and must be presented.
  case exposed
  /// The user, or a signal that ends programs, asks the window to close.
  case closeRequested
  /// Files were dropped on the window. Empty when something other than files was dropped.
  case dropped([String])
  /// The window has the keyboard focus now, or has lost it.
  case focusGained, focusLost
  /// Jobs from the mailbox, or tasks of the main actor, have run, or the window system asks for the
  /// next frame.
  case woken

  /// Appends the event, or merges it with one that it replaces or repeats.
  package func append(to events: inout [WindowEvent]) {
    switch (self, events.last) {
    case (.input(.pointerMoved), .input(.pointerMoved)?): events[events.count - 1] = self
    case (.closeRequested, _) where events.contains(.closeRequested): break
    case (.sizeChanged, .sizeChanged?), (.exposed, .exposed?), (.woken, .woken?): break
    default: events.append(self)
    }
  }
}

/// The events of a window, and of others that wait here as well. Waiting for them uses no processor
/// time.
@MainActor
package final class EventSource {
  private let window: Window
  private let mailbox: Mailbox
  private let wake: @Sendable () -> Void
  /// The number of the events that the program sends itself.
  private let number: UInt32
  /// The codes of those that the window system causes; the others have 0.
  private static let (frameRequest, newScale): (Int32, Int32) = (1, 2)
  /// Whether the main queue runs here; true from the first wait on.
  private var runsMainQueue = false
  private var hearsSignals = false
  /// The modifiers held at the event being translated. SDL itself knows only those held when it
  /// last fetched events, which may be many events later.
  private var modifiers: Modifiers = []
  /// Whether the key pressed last is a command, such as Ctrl+0, for which SDL reports text under
  /// X11 as it does for 0.
  private var isCommand = false
  /// Whether an input method is composing text, which it may enter while a command is pressed.
  private var isComposing = false
  /// The files of a drop so far, which SDL reports one by one.
  private var dropped: [String] = []
  /// Asks whether a listener takes a key; `answer` gets the reply, for which input waits. Nil while
  /// nobody listens to the keyboard.
  package var onKey: ((KeyStroke, _ number: Int) -> Void)? {
    didSet { if onKey == nil { held.answerAll() } }
  }
  private var held = HeldInput()
  /// The sources of the program's other windows, whose events arrive here: SDL has one queue.
  private var others: [EventSource] = []
  /// The numbers of the windows of those that were here before.
  private var gone: Set<UInt32> = []
  /// The events that have arrived at another source.
  private var forwarded: [WindowEvent] = []

  /// - Parameter mailbox: Its jobs run while waiting for events, as do the main actor's tasks.
  /// - Throws: When SDL has no event numbers left.
  package init(window: Window, mailbox: Mailbox) throws(SDLError) {
    let number = SDL_RegisterEvents(1)
    guard number != .max else { throw SDLError("SDL_RegisterEvents") }
    self.window = window
    self.mailbox = mailbox
    self.number = number
    wake = Self.sender(of: number)
    mailbox.onPost(wake)
    window.listen(
      request: Self.sender(of: number, code: Self.frameRequest),
      rescale: Self.sender(of: number, code: Self.newScale))
    // Jobs may have been posted before anything listened.
    wake()
  }

  isolated deinit {
    mailbox.onPost(nil)
    window.listen(request: {}, rescale: {})
    if runsMainQueue { MainQueue.shared.onWork(nil) }
  }

  /// Waits for an event, and returns all that have arrived.
  ///
  /// - Parameter deadline: When to stop waiting, in the time of `Clock`. Nil waits forever; a time
  ///   in the past does not wait.
  /// - Returns: The events in order, successive moves of the pointer merged into one; empty when
  ///   the deadline came first.
  package func next(until deadline: Double? = nil) -> [WindowEvent] {
    var events: [WindowEvent] = []
    var event = SDL_Event()
    runMainQueue()
    listenToSignals()
    // Some SDL events, such as released keys, have no translation.
    var isDue = false
    while events.isEmpty, !isDue {
      let earliest = ([deadline, held.deadline] + others.map(\.held.deadline)).compactMap(\.self)
        .min()
      isDue = !wait(until: earliest, for: &event)
      if !isDue { receive(&event, &events) }
      for released in held.release(at: Clock.now) { released.append(to: &events) }
    }
    return events
  }

  /// Has the events of another window wait here.
  package func add(_ other: EventSource) { others.append(other) }

  /// Ignores what still comes for another window.
  package func remove(_ other: EventSource) {
    others.removeAll { $0 === other }
    gone.insert(other.identifier)
  }

  /// Removes and returns the events that have arrived at another source.
  package func takeForwarded() -> [WindowEvent] {
    for released in held.release(at: Clock.now) { released.append(to: &forwarded) }
    defer { forwarded = [] }
    return forwarded
  }

  /// Adds the translation of `event` and of all others that have arrived.
  private func receive(_ event: inout SDL_Event, _ events: inout [WindowEvent]) {
    repeat {
      if forward(event) {
        WindowEvent.woken.append(to: &events)
        continue
      }
      for translated in translate(event) where !held.add(translated) {
        translated.append(to: &events)
      }
    } while SDL_PollEvent(&event) != 0
    if mailbox.drain() { WindowEvent.woken.append(to: &events) }
    if runsMainQueue, MainQueue.shared.drain() { WindowEvent.woken.append(to: &events) }
  }

  /// Gives an event to the source of another window, if it is for that.
  private func forward(_ event: SDL_Event) -> Bool {
    if event.type == SDL_QUIT.rawValue { for other in others { other.take(event) } }
    let window = Self.window(of: event)
    if let window, gone.contains(window) { return true }
    let other = others.first { $0.number == event.type || $0.identifier == window }
    other?.take(event)
    return other != nil
  }

  private func take(_ event: SDL_Event) {
    for translated in translate(event) where !held.add(translated) {
      translated.append(to: &forwarded)
    }
    if mailbox.drain() { WindowEvent.woken.append(to: &forwarded) }
  }

  private var identifier: UInt32 { SDL_GetWindowID(window.handle) }

  /// The number of the window that an event is for; nil for none.
  private static func window(of event: SDL_Event) -> UInt32? {
    switch event.type {
    case SDL_DROPFILE.rawValue...SDL_DROPCOMPLETE.rawValue: event.drop.windowID
    // At one place in all of these.
    case SDL_WINDOWEVENT.rawValue, SDL_KEYDOWN.rawValue...SDL_TEXTEDITING_EXT.rawValue,
      SDL_MOUSEMOTION.rawValue...SDL_MOUSEWHEEL.rawValue:
      event.window.windowID
    default: nil
    }
  }

  /// Takes the answer about a key that `onKey` was called with.
  ///
  /// - Parameter isTaken: Whether a listener takes the key, so that the window does not get it.
  package func answer(_ number: Int, isTaken: Bool) {
    held.answer(number, isTaken: isTaken)
  }

  /// Starts to run the main queue, late enough not to delay the first frame.
  private func runMainQueue() {
    guard !runsMainQueue, MainQueue.isOnMainThread else { return }
    runsMainQueue = true
    MainQueue.shared.onWork(wake)
  }

  /// Starts to listen to the signals that end programs, as late as the main queue.
  private func listenToSignals() {
    guard !hearsSignals else { return }
    hearsSignals = true
    EndingSignals.listen(Self.sender(of: SDL_QUIT.rawValue))
  }

  /// A function that adds an event to SDL's queue, from any thread. When the queue is full it does
  /// nothing; the loop is awake then.
  private static func sender(of type: UInt32, code: Int32 = 0) -> @Sendable () -> Void {
    {
      var event = SDL_Event()
      event.type = type
      event.user.code = code
      SDL_PushEvent(&event)
    }
  }

  private func wait(until deadline: Double?, for event: inout SDL_Event) -> Bool {
    guard let deadline else { return SDL_WaitEvent(&event) != 0 }
    let milliseconds = ((deadline - Clock.now) * 1000).rounded(.up)
    guard milliseconds > 0 else { return SDL_PollEvent(&event) != 0 }
    return SDL_WaitEventTimeout(&event, Int32(min(milliseconds, 86_400_000))) != 0
  }

  private func translate(_ event: SDL_Event) -> [WindowEvent] {
    switch event.type {
    case SDL_QUIT.rawValue:
      DisplayLoss.check(window.handle)
      return [.closeRequested]
    case SDL_WINDOWEVENT.rawValue: return translate(event.window)
    case SDL_MOUSEMOTION.rawValue:
      return [.input(.pointerMoved(point(event.motion.x, event.motion.y)))]
    case SDL_MOUSEBUTTONDOWN.rawValue, SDL_MOUSEBUTTONUP.rawValue: return button(event.button)
    case SDL_MOUSEWHEEL.rawValue: return [.input(wheel(event.wheel))]
    case SDL_KEYDOWN.rawValue, SDL_KEYUP.rawValue: return key(event.key)
    case SDL_TEXTINPUT.rawValue, SDL_TEXTEDITING.rawValue, SDL_TEXTEDITING_EXT.rawValue:
      return typed(event).map { [.input($0)] } ?? []
    case SDL_DROPBEGIN.rawValue, SDL_DROPFILE.rawValue, SDL_DROPTEXT.rawValue,
      SDL_DROPCOMPLETE.rawValue:
      return drop(event.drop)
    case number where event.user.code == Self.frameRequest: return [.woken]
    case number where event.user.code == Self.newScale:
      window.resized()
      return [.sizeChanged]
    default: return []
    }
  }

  private func key(_ event: SDL_KeyboardEvent) -> [WindowEvent] {
    modifiers = Modifiers(event.keysym.mod)
    isCommand = event.type == SDL_KEYDOWN.rawValue && isCommand(event.keysym)
    var events = press(of: event).map { [WindowEvent.input($0)] } ?? []
    guard let onKey else { return events }
    let text = event.type == SDL_KEYDOWN.rawValue ? takeText() : ""
    if !text.isEmpty { events.append(.input(.textEntered(text))) }
    guard let number = held.hold(events, at: Clock.now) else { return events }
    onKey(KeyStroke(event, text: text), number)
    return []
  }

  /// Nil for released keys, and for keys that have no use here.
  private func press(of event: SDL_KeyboardEvent) -> InputEvent? {
    guard event.type == SDL_KEYDOWN.rawValue, let key = Key(event.keysym) else { return nil }
    // Function keys switch things on and off, which holding them must not do again and again.
    if case .function = key, event.repeat != 0 { return nil }
    // Keys with Super are for the desktop.
    if isCommand, UInt32(event.keysym.mod) & KMOD_GUI.rawValue != 0 { return nil }
    return .keyPressed(key, modifiers)
  }

  /// Whether a key is pressed together with Ctrl, Alt or Super and so means no text. AltGr,
  /// wherever the keyboard's layout has it, makes it text again.
  private func isCommand(_ key: SDL_Keysym) -> Bool {
    let held = UInt32(key.mod) & (KMOD_CTRL.rawValue | KMOD_ALT.rawValue | KMOD_GUI.rawValue)
    let isModifier = (SDL_SCANCODE_LCTRL.rawValue...SDL_SCANCODE_RGUI.rawValue)
      .contains(key.scancode.rawValue)
    return held != 0 && !isModifier && UInt32(key.mod) & KMOD_MODE.rawValue == 0
      && !window.isAltGr(among: held)
  }

  /// What SDL reports of text; nil for nothing, and for the text of a command.
  private func typed(_ event: SDL_Event) -> InputEvent? {
    guard let input = TypedText(event)?.input else { return nil }
    if case .textComposed(let text, _) = input {
      isComposing = !text.isEmpty
      return input
    }
    defer { (isCommand, isComposing) = (false, false) }
    return isCommand && !isComposing ? nil : input
  }

  /// Removes and returns the text that the last pressed key enters, which SDL has queued right
  /// behind it; empty for none.
  private func takeText() -> String {
    var next = SDL_Event()
    let (first, last) = (SDL_KEYDOWN.rawValue, SDL_TEXTEDITING_EXT.rawValue)
    guard SDL_PeepEvents(&next, 1, SDL_PEEKEVENT, first, last) == 1,
      next.type == SDL_TEXTINPUT.rawValue,
      SDL_PeepEvents(&next, 1, SDL_GETEVENT, next.type, next.type) == 1,
      case .textEntered(let text)? = typed(next)
    else { return "" }
    return text
  }

  private func drop(_ event: SDL_DropEvent) -> [WindowEvent] {
    // SDL leaves freeing the text to the caller.
    defer { SDL_free(event.file) }
    switch event.type {
    case SDL_DROPFILE.rawValue:
      if let file = event.file { dropped.append(String(cString: file)) }
    case SDL_DROPCOMPLETE.rawValue:
      defer { dropped = [] }
      return [.dropped(dropped)]
    default: break
    }
    return []
  }

  private func translate(_ event: SDL_WindowEvent) -> [WindowEvent] {
    switch UInt32(event.event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED.rawValue, SDL_WINDOWEVENT_DISPLAY_CHANGED.rawValue:
      window.resized()
      return [.sizeChanged]
    case SDL_WINDOWEVENT_EXPOSED.rawValue:
      window.uncovered()
      return [.exposed]
    case SDL_WINDOWEVENT_RESTORED.rawValue, SDL_WINDOWEVENT_MAXIMIZED.rawValue:
      window.stateChanged()
      return [.exposed]
    case SDL_WINDOWEVENT_CLOSE.rawValue: return [.closeRequested]
    case SDL_WINDOWEVENT_FOCUS_GAINED.rawValue:
      // Modifiers may have been pressed while another window had the focus.
      modifiers = Modifiers(UInt16(truncatingIfNeeded: SDL_GetModState().rawValue))
      return [.focusGained]
    case SDL_WINDOWEVENT_FOCUS_LOST.rawValue: return [.focusLost]
    case SDL_WINDOWEVENT_LEAVE.rawValue: return [.input(.pointerLeft)]
    default: return []
    }
  }

  private func button(_ event: SDL_MouseButtonEvent) -> [WindowEvent] {
    // While a button is held, moves outside the window count too.
    SDL_CaptureMouse(SDL_GetMouseState(nil, nil) != 0 ? SDL_TRUE : SDL_FALSE)
    guard let button = PointerButton(event.button) else { return [] }
    let place = point(event.x, event.y)
    if event.type == SDL_MOUSEBUTTONDOWN.rawValue {
      let press = InputEvent.pointerPressed(
        place, button, clicks: max(Int(event.clicks), 1), modifiers: modifiers,
        isTouch: event.which == Self.touchMouse)
      return [.input(press)]
    }
    let released = WindowEvent.input(.pointerReleased(place, button))
    // SDL reports the first finger as a mouse. A lifted finger no longer points at anything.
    return event.which == Self.touchMouse ? [released, .input(.pointerLeft)] : [released]
  }

  /// The number of the mouse that represents fingers, SDL_TOUCH_MOUSEID.
  package static let touchMouse = UInt32.max

  private func wheel(_ event: SDL_MouseWheelEvent) -> InputEvent {
    let sign = event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1.0 : 1.0
    let (x, y) = (Double(event.preciseX), Double(event.preciseY))
    return .wheel(
      point(event.mouseX, event.mouseY), delta: Point(x: x * sign, y: y * sign),
      precise: x != x.rounded() || y != y.rounded(), modifiers)
  }

  private func point(_ x: Int32, _ y: Int32) -> Point {
    window.point(x: Double(x), y: Double(y))
  }
}

extension Key {
  /// Translates SDL's key; nil for keys that have no use here.
  init?(_ key: SDL_Keysym) {
    let code = UInt32(bitPattern: key.sym)
    let isNumeric = UInt32(key.mod) & KMOD_NUM.rawValue != 0
    if let key = Self.named[code] ?? (isNumeric ? nil : Self.keypad[code]) {
      self = key
    } else if let character = Self.keypadCharacters[code] {
      self = .character(character)
    } else if (SDLK_F1.rawValue...SDLK_F12.rawValue).contains(code) {
      self = .function(Int(code - SDLK_F1.rawValue) + 1)
    } else if code > 0x20, code != 0x7F, let scalar = UnicodeScalar(code) {
      self = .character(Character(scalar))
    } else {
      return nil
    }
  }

  private static let named: [UInt32: Key] = [
    SDLK_UP.rawValue: .up, SDLK_DOWN.rawValue: .down, SDLK_LEFT.rawValue: .left,
    SDLK_RIGHT.rawValue: .right, SDLK_PAGEUP.rawValue: .pageUp, SDLK_PAGEDOWN.rawValue: .pageDown,
    SDLK_HOME.rawValue: .home, SDLK_END.rawValue: .end, SDLK_RETURN.rawValue: .enter,
    SDLK_KP_ENTER.rawValue: .enter, SDLK_SPACE.rawValue: .space, SDLK_ESCAPE.rawValue: .escape,
    SDLK_TAB.rawValue: .tab, SDLK_BACKSPACE.rawValue: .backspace, SDLK_DELETE.rawValue: .delete,
    SDLK_INSERT.rawValue: .insert, SDLK_APPLICATION.rawValue: .menu, SDLK_MENU.rawValue: .menu,
    SDLK_AC_BACK.rawValue: .back, SDLK_AC_FORWARD.rawValue: .forward,
  ]

  /// The keypad while Num Lock is off.
  private static let keypad: [UInt32: Key] = [
    SDLK_KP_8.rawValue: .up, SDLK_KP_2.rawValue: .down, SDLK_KP_4.rawValue: .left,
    SDLK_KP_6.rawValue: .right, SDLK_KP_9.rawValue: .pageUp, SDLK_KP_3.rawValue: .pageDown,
    SDLK_KP_7.rawValue: .home, SDLK_KP_1.rawValue: .end, SDLK_KP_0.rawValue: .insert,
    SDLK_KP_PERIOD.rawValue: .delete,
  ]

  private static let keypadCharacters: [UInt32: Character] = [
    SDLK_KP_0.rawValue: "0", SDLK_KP_1.rawValue: "1", SDLK_KP_2.rawValue: "2",
    SDLK_KP_3.rawValue: "3", SDLK_KP_4.rawValue: "4", SDLK_KP_5.rawValue: "5",
    SDLK_KP_6.rawValue: "6", SDLK_KP_7.rawValue: "7", SDLK_KP_8.rawValue: "8",
    SDLK_KP_9.rawValue: "9", SDLK_KP_PLUS.rawValue: "+", SDLK_KP_MINUS.rawValue: "-",
    SDLK_KP_MULTIPLY.rawValue: "*", SDLK_KP_DIVIDE.rawValue: "/",
  ]
}

extension Modifiers {
  /// Translates SDL's bits, which tell left from right.
  init(_ bits: UInt16) {
    let bits = UInt32(bits)
    self = []
    if bits & (KMOD_LSHIFT.rawValue | KMOD_RSHIFT.rawValue) != 0 { insert(.shift) }
    if bits & (KMOD_LCTRL.rawValue | KMOD_RCTRL.rawValue) != 0 { insert(.control) }
    if bits & (KMOD_LALT.rawValue | KMOD_RALT.rawValue) != 0 { insert(.alt) }
  }
}

extension PointerButton {
  /// SDL counts from 1: left, middle, right, and the two thumb buttons.
  init?(_ number: UInt8) {
    let buttons: [PointerButton] = [.left, .middle, .right, .back, .forward]
    guard (1...buttons.count).contains(Int(number)) else { return nil }
    self = buttons[Int(number) - 1]
  }
}
