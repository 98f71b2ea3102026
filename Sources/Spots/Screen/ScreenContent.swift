// The content of a screen and the one way to change it: one change at a time, each reported once,
// in the order of the calls.

/// A request of the content to the screen around it, while it changes.
enum ContentEffect {
  /// A change is requested: what was only shown provisionally is to be taken back, and the content
  /// to be told at which parts the user is at work.
  case willBeRequested
  /// The components are about to become those of a screen, which are measured next.
  case willChange(to: Screen)
  /// The document's colors, breakpoints and spacing replace the defaults.
  case adoptEnvironment(of: Screen)
  /// The components have changed: everything that is remembered by path follows its item.
  case moved(ContentMove)
  /// The components have changed: the screen is to be laid out again before it is shown.
  case needsLayout
  /// The visible part is to be measured and mounted; programs are told later.
  case layOutVisible
  /// The change has been made.
  case changed(ScreenChange)
}

/// The screen as a model, and the components that show it.
///
/// Owned by the controller; lives as long as it does.
@MainActor
final class ScreenContent {
  private(set) var screen: Screen
  /// Makes the screen anew when what it is made of changes; nil where the program does not say.
  var observation: ScreenObservation?
  /// The data that the screen shows; nil without.
  private(set) var binding: ScreenBinding?
  /// Those that show the same data.
  private var sharing: [@MainActor (ScreenData) -> Bool] = []
  /// The parts at which the user is at work: rows keep their places there.
  var occupied: [ItemPath] = []
  /// Whether another thread chooses and sorts rows.
  private var isOrdering = false
  /// The screen as its document says it.
  var document: Screen { binding?.source ?? screen }
  /// What is wrong with the document the screen comes from.
  private(set) var diagnostics: [Diagnostic]
  /// Whether a motion begins with the next frame.
  private(set) var beginsMotion = false
  private let queue = ChangeQueue()
  private let unfinished = UnfinishedChanges()
  private let documents = DocumentQueue()
  /// The identifiers of the upcoming screen.
  private let identifiers = IdentifierIndex()
  /// The version of the answers that the screen follows.
  private var followedValues = (version: -1, time: 0)
  /// The number of changes of the upcoming screen.
  private(set) var version = 0
  private let scrollView: SpotsScrollView
  private let pool: ReusePool
  private var now = 0.0
  var onEffect: (ContentEffect) -> Void = { _ in }
  /// Whether a frame has been shown; changes before are not animated.
  private(set) var isShown = false
  /// Whether something changed since views were mounted.
  var isStale = false
  /// Makes a reader for the views that are registered at the moment.
  private let makeReader: () -> ScreenReader

  init(
    _ screen: Screen, data: DataValue?, _ diagnostics: [Diagnostic],
    _ scrollView: SpotsScrollView, _ pool: ReusePool, reader: @escaping () -> ScreenReader
  ) {
    makeReader = reader
    let binding = ScreenBinding(screen, data: data.map(ScreenData.init), reader: reader())
    (self.screen, self.diagnostics) = (binding?.screen ?? screen, diagnostics)
    self.binding = binding
    (self.scrollView, self.pool) = (scrollView, pool)
  }

  /// Shows the screen for the first time.
  func begin() {
    defer { orderRows() }
    onEffect(.willChange(to: screen))
    if let binding, let values = valuesToFollow {
      self.binding = ScreenBinding(
        binding.source, values: values, reader: makeReader(), after: binding)
      screen = self.binding?.screen ?? screen
      onEffect(.willChange(to: screen))
    }
    (scrollView.columns, scrollView.limit) = (screen.columns, LaneLimit(screen))
    let columns = scrollView.columnFrames(of: screen.components, pool: pool)
    let components = screen.components.enumerated().map { index, model in
      Component(model: model, in: columns[index], pool: pool)
    }
    scrollView.setComponents(components, columns)
    for model in screen.components { follow(model.items.observed) }
  }

  /// Has items made again when the rows that they are made from have changed.
  private func follow(_ items: ObservedItems?) {
    items?.rows.onChange = { [weak self, weak rows = items?.rows] indexes in
      guard let self, let rows else { return }
      _ = change(animation: .automatic) { $0.rowsDidChange(indexes, of: rows) }
    }
  }

  private var environment: Environment { pool.environment }

  // MARK: Rows

  /// Has rows chosen and sorted on another thread where there are many, or here if nobody uses the
  /// screen meanwhile.
  private func orderRows() {
    guard let binding, binding.isBehind, !isOrdering else { return }
    guard environment.isInteractive else {
      _ = change(animation: .none) { $0.adopt(binding.ordered()) }
      return
    }
    isOrdering = true
    Task { [weak self] in
      let ordered = await Self.ordered(binding)
      guard let self else { return }
      isOrdering = false
      _ = change(animation: .automatic) { $0.adopt(ordered) }
    }
  }

  @concurrent
  private nonisolated static func ordered(_ binding: ScreenBinding) async -> ScreenBinding {
    binding.ordered()
  }

  /// Puts rows that have kept their places where they belong, unless the user is still there.
  func letRowsGo() {
    guard let binding, let held, !isOrdering, binding.isHoldingOthers(than: held) else { return }
    _ = change(animation: .automatic) { $0.replaceValues(binding.values) }
  }

  // MARK: Data

  /// Shows the data of another screen from now on: what changes in one of them changes in both.
  func share(with other: ScreenContent) {
    other.sharing.append { [weak self] in self?.follow($0) ?? false }
    sharing.append { [weak other] in other?.follow($0) ?? false }
    if let data = other.binding?.data { _ = follow(data) }
  }

  /// - Returns: True, since there is a screen that follows.
  private func follow(_ data: ScreenData) -> Bool {
    guard let binding, binding.data.value != data.value else { return true }
    _ = change(animation: .automatic) { edit in
      edit.keepsOffset = true
      edit.share(data)
    }
    return true
  }

  /// Gives the data to the screens that show the same; those that are gone are forgotten.
  private func shareData() {
    guard !sharing.isEmpty, let data = binding?.data else { return }
    sharing = sharing.filter { $0(data) }
  }

  // MARK: Answers

  /// Whether what is shown depends on the time.
  var readsTime: Bool {
    pool.registry.valueNames.includeTime
      || binding?.valueNames.contains(ExpressionEnvironment.clock) ?? false
  }

  /// Fills the holes of the screen again if answers on which they depend have changed.
  func followValues() {
    guard let values = valuesToFollow else { return }
    _ = change(animation: .automatic) { $0.replaceValues(values) }
  }

  /// The answers on which the screen depends; nil while they are those that it shows.
  private var valuesToFollow: [String: JSONValue]? {
    guard let binding, let answers = environment.values,
      (answers.version, answers.time) != followedValues
    else { return nil }
    followedValues = (answers.version, answers.time)
    let names = binding.valueNames
    var values = names.contains("") ? answers.answers : [:]
    for name in names where !name.isEmpty { values[name] = answers.value(named: name) }
    return values == binding.values ? nil : values
  }

  // MARK: Asking for changes

  /// Makes the changes that `body` describes as one, after those that came before. While views are
  /// measured or recorded it waits until that is done.
  ///
  /// - Throws: What `body` throws; nothing has changed then.
  func change(animation: Animation, _ body: (ScreenEdit) throws -> Void) rethrows -> ContentChange {
    onEffect(.willBeRequested)
    let edit = ScreenEdit(
      upcoming, makeReader(), identifiers: identifiers, version: version)
    do {
      try body(edit)
    } catch {
      // The identifiers may already reflect the discarded changes.
      identifiers.forget()
      throw error
    }
    let (change, diagnostics, token) = (edit.change, edit.diagnostics, ContentChange())
    if change != nil { version += 1 }
    queue.add(change) { [self] in
      if let diagnostics { self.diagnostics = diagnostics }
      if let change {
        commit(change, animation, token)
      } else {
        unfinished.append(token, isMoving: false)
        unfinished.finish(at: now)
      }
    }
    return token
  }

  /// A job that works out a change of the upcoming screen.
  func job(for patch: ScreenPatch) -> PatchJob {
    onEffect(.willBeRequested)
    let job = PatchJob(
      patch, upcoming, version: version, reader: makeReader(), identifiers: identifiers)
    // Observed rows belong to this thread.
    return screen.components.contains { $0.items.observed != nil } ? job.run() : job
  }

  /// Reads `json` on another thread and changes the screen as `body` says. Documents are shown in
  /// the order of the calls.
  func change(
    json: [UInt8], animation: Animation,
    _ body: @escaping @MainActor (ScreenEdit, ParsedScreen) throws(ChangeError) -> Void
  ) async throws(ChangeError) {
    try await documents.read(json, by: makeReader()) { [self] reading throws(ChangeError) in
      var fault: ChangeError?
      _ = change(animation: animation) { edit in
        do throws(ChangeError) { try body(edit, reading) } catch { fault = error }
      }
      if let fault { throw fault }
    }
  }

  /// The screen as it will be when the changes so far are made.
  private var upcoming: EditedScreen {
    guard let last = queue.last else { return EditedScreen(screen, binding, held: held) }
    return EditedScreen(last.screen, last.binding)
  }

  private var held: HeldRows? { binding?.rows(at: occupied) }

  /// Changes one component of the screen; see `change(animation:_:)`.
  func change(
    _ component: Component, animation: Animation, _ body: (ComponentEdit) throws -> Void
  ) throws -> ContentChange {
    guard let index = upcomingIndex(of: component) else { throw ChangeError.notOnScreen }
    return try change(animation: animation) { try body($0[index]) }
  }

  /// Sorts the rows of a table by fields; its scroll position stays.
  func sort(_ component: Component, by fields: [String]) {
    guard let index = upcomingIndex(of: component) else { return }
    _ = change(animation: .none) { edit in
      edit.keepsOffset = true
      edit.component(at: ComponentPath(index)).update { $0.rows.sort = fields }
    }
  }

  /// Shows what of a component's items has been expanded, and hides what has been collapsed.
  func showDisclosed(of component: Component) {
    guard let index = upcomingIndex(of: component) else { return }
    _ = change(animation: .automatic) { edit in
      (edit.keepsOffset, edit.isProvisional) = (true, true)
      edit.component(at: ComponentPath(index)).showAgain()
    }
  }

  /// The index `component` will have when the changes so far are made; nil when it will be gone.
  private func upcomingIndex(of component: Component) -> Int? {
    let (components, index) = (scrollView.components, component.index)
    guard components.indices.contains(index), components[index] === component else { return nil }
    return queue.upcomingIndex(of: index)
  }

  /// Calls `body`, which must not be interrupted by changes; those that come meanwhile are made
  /// after it.
  func uninterrupted<Value>(_ body: () -> Value) -> Value {
    queue.hold()
    let value = body()
    queue.release()
    queue.makeAll()
    return value
  }

  // MARK: Making changes

  private func commit(_ change: ScreenChange, _ animation: Animation, _ token: ContentChange) {
    let isAnimated = isShown && animation != .none && !environment.reducesMotion
    queue.hold()
    queue.begin(change)
    if isAnimated {
      if isStale { onEffect(.layOutVisible) }
      scrollView.animator.remember()
    } else if environment.reducesMotion {
      scrollView.animator.end()
      unfinished.advance(to: now, isMoving: false)
    }
    adopt(change, isAnimated: isAnimated)
    if isAnimated {
      onEffect(.layOutVisible)
      scrollView.animator.start(environment.isRightToLeft ? animation.mirrored : animation)
      beginsMotion = scrollView.animator.beginsMotion
    }
    unfinished.append(token, isMoving: isAnimated && beginsMotion)
    queue.release()
    onEffect(.changed(change))
    queue.makeAll()
    shareData()
    unfinished.finish(at: now)
  }

  private func adopt(_ change: ScreenChange, isAnimated: Bool) {
    let anchor = scrollView.currentAnchor()
    let old = scrollView.components
    onEffect(.willChange(to: change.screen))
    (scrollView.columns, scrollView.limit) = (change.screen.columns, LaneLimit(change.screen))
    let columns = scrollView.columnFrames(of: change.screen.components, pool: pool)
    var diffs: [Int: ItemDiff] = [:]
    let pairs = zip(change.screen.components, change.diff.origins)
    let components = pairs.enumerated().map { index, pair in
      if change.diff.touched?.contains(index) ?? true { follow(pair.0.items.observed) }
      guard let origin = pair.1 else {
        return Component(model: pair.0, in: columns[index], pool: pool)
      }
      let component = old[origin]
      if change.diff.touched?.contains(index) ?? true {
        diffs[index] = component.apply(
          pair.0, known: change.diff.diffs[index], isAnimated: isAnimated)
        if let items = change.diff.reloads[index] { component.reload(items) }
      }
      component.move(to: columns[index])
      return component
    }
    (screen, binding) = (change.screen, change.binding)
    orderRows()
    onEffect(.adoptEnvironment(of: screen))
    queue.adopted()
    scrollView.setComponents(components, columns)
    let move = ContentMove(origins: change.diff.origins, diffs: diffs) { [scrollView] path in
      scrollView.paths.item(at: path) != nil
    }
    onEffect(.moved(move))
    scrollView.dropAnchor()
    if !change.keepsOffset, let moved = anchor?.moved(move) { scrollView.restore(moved) }
    onEffect(.needsLayout)
  }

  // MARK: Frames

  /// Moves the views that changes set in motion to where they are at `now`.
  ///
  /// - Returns: Whether something still moves.
  func advance(to now: Double) -> Bool {
    (self.now, isShown) = (now, true)
    let isMoving = scrollView.animator.advance(to: now)
    beginsMotion = false
    unfinished.advance(to: now, isMoving: isMoving)
    return isMoving
  }

  /// Ends the changes whose motion is over. Code that awaited them may make changes.
  func finishChanges() { unfinished.finish(at: now) }
}
