import Spots

/// Exposes the screen in a window to assistive programs, and performs the actions they request.
///
/// Lives on the main thread, beside the loop of the window. While no program listens, it does
/// nothing and keeps nothing. Otherwise it compares the screen with what the listeners know after
/// each frame, or ten times a second while something moves.
@MainActor
final class AccessibilityBridge {
  private let window: Window
  private let source: EventSource
  private let program: String
  /// The controller of the screen in front; nil when the window shows none.
  private let controller: () -> SpotsController?
  private var bus: AccessibilityBus?
  private var audience = AccessibilityBus.Audience.nobody
  private var place = AccessibilityBus.Connection()
  /// The screen that was described last.
  private var screen: (controller: SpotsController, described: AccessibleScreen)?
  /// The tree that the listeners know, and the controller it belongs to; nil while nobody listens.
  private var known: (window: AccessibleNode, controller: ObjectIdentifier)?
  private var isActive: Bool
  /// Whether the listeners know that the window has the keyboard focus.
  private var isKnownActive = false
  private var lastLook = -Double.infinity
  /// The time of the last key that was asked about, in milliseconds.
  private var lastKey: Int32 = 0

  /// In seconds.
  private static let interval = 0.1

  /// - Parameters:
  ///   - source: The event source of the window.
  ///   - program: The name of the program.
  ///   - address: The address of the session bus; nil without one.
  ///   - controller: The controller of the screen in front; asked only while somebody listens.
  init(
    window: Window, source: EventSource, program: String,
    address: String? = SessionBus.address, mailbox: Mailbox,
    controller: @escaping () -> SpotsController?
  ) {
    (self.window, self.source) = (window, source)
    (self.program, self.controller) = (program, controller)
    isActive = window.hasFocus
    bus = AccessibilityBus(address: address, mailbox: mailbox) { [weak self] calls, place in
      self?.answer(calls, place) ?? []
    } onAudience: { [weak self] in
      self?.adopt($0)
    } onKeyAnswer: { [weak self] answer in
      self?.source.answer(answer.number, isTaken: answer.isTaken)
    }
  }

  /// Leaves the bus.
  func end() { bus?.end() }

  // MARK: The audience

  private var isListening: Bool {
    if case .connected(_, isListening: true, _) = audience { true } else { false }
  }

  private var hearsKeys: Bool {
    if case .connected(_, _, hearsKeys: true) = audience { true } else { false }
  }

  private func adopt(_ audience: AccessibilityBus.Audience) {
    self.audience = audience
    if case .connected(let place, _, _) = audience { self.place = place }
    source.onKey = hearsKeys ? { [weak self] in self?.ask(about: $0, $1) } : nil
    guard isListening else {
      (screen, known, isKnownActive) = (nil, nil, false)
      return
    }
    // What was announced while nobody listened is no news.
    if known == nil { controller()?.announcements.clear() }
    look(at: Clock.now)
  }

  /// The description of the screen in front; nil when there is none.
  private func describedScreen() -> AccessibleScreen? {
    guard let controller = controller() else { return nil }
    if let screen, screen.controller === controller { return screen.described }
    let described = AccessibleScreen(controller)
    screen = (controller, described)
    return described
  }

  /// Answers questions in order, each about the screen in front after the ones before it.
  func answer(_ calls: [BusCall], _ place: AccessibilityBus.Connection) -> [BusReply] {
    self.place = place
    return calls.map { call in
      guard let screen = describedScreen() else { return .unknownObject(call.path) }
      return AccessibleAnswers(screen: screen, surroundings: surroundings()).reply(to: call)
    }
  }

  private func surroundings() -> AccessibleAnswers.Surroundings {
    AccessibleAnswers.Surroundings(
      program: program, title: window.title, busName: place.name,
      parent: .structure([.string(place.parentName), .path(place.parentPath)]), isActive: isActive,
      origin: window.origin, scale: window.scale * window.zoom, now: Clock.now,
      words: controller()?.environment.words ?? .english)
  }

  // MARK: Keys

  private func ask(about stroke: KeyStroke, _ number: Int) {
    // Two keys with the same time would be taken for one.
    let time = Int32(truncatingIfNeeded: Int(Clock.now * 1000))
    lastKey = max(time, lastKey == .max ? 1 : lastKey + 1)
    bus?.ask(number, AccessibleKey(stroke).value(at: lastKey))
  }

  // MARK: The window

  /// Called when a frame has been shown.
  ///
  /// - Parameter isMoving: Whether the next one follows immediately.
  func didPresent(at now: Double, isMoving: Bool) {
    screen?.described.invalidate()
    guard isListening, !isMoving || now - lastLook >= Self.interval else { return }
    look(at: now)
  }

  /// Called when the window has gained or lost the keyboard focus.
  func focusDidChange(_ hasFocus: Bool) {
    isActive = hasFocus
    if isListening { look(at: Clock.now) }
  }

  /// When `advance(to:)` has something to do; nil for never.
  var nextTime: Double? { isListening ? screen?.controller.announcements.messages.first?.end : nil }

  /// Takes back an announcement that has been read.
  func advance(to now: Double) {
    if let nextTime, nextTime <= now { look(at: now) }
  }

  /// Tells the listeners what has changed since the last time.
  private func look(at now: Double) {
    lastLook = now
    guard let described = describedScreen(), let controller = screen?.controller else { return }
    described.invalidate()
    controller.announcements.tell(at: now)
    let answers = AccessibleAnswers(screen: described, surroundings: surroundings())
    let window = answers.window
    var events = AccessibleEvents(busName: place.name, cached: answers.cached)
    if isActive != isKnownActive {
      events.addActivation(of: window, isActive, title: window.name)
    }
    let identity = ObjectIdentifier(controller)
    events.add(
      from: known?.window ?? .unknownWindow, to: window, isActive: (isKnownActive, isActive),
      isOtherScreen: known?.controller != identity)
    (known, isKnownActive) = ((window, identity), isActive)
    bus?.send(events.signals)
  }
}
