// Components and whole screens, changed from Swift.

extension SpotsController {
  /// Changes a component as `body` does, which is called at once. What of it is the same keeps its
  /// views, selection and offsets; nothing happens when all of it is.
  public func update(
    componentAt index: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil, _ body: (inout ComponentModel) -> Void
  ) throws(ChangeFault) {
    try perform(animation, completion) { () throws(ChangeFault) in try updated(index, body) }
  }

  /// Shows the items at `indexes` anew: their views are configured and measured once more although
  /// nothing they hold has changed.
  ///
  /// - Parameter indexes: nil stands for all items, the header and the footer.
  public func reload(
    component index: Int, items indexes: [Int]? = nil, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try perform(animation, completion) { () throws(ChangeFault) in try reloaded(index, indexes) }
  }

  /// Shows these components in place of the present ones. Those that are the same keep their views,
  /// selection and offsets.
  public func reload(
    _ models: [ComponentModel], animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) {
    perform(animation, completion, diagnostics: []) { replaced(by: models) }
  }

  /// Shows these components unless they are the present ones: then nothing happens.
  public func reloadIfNeeded(
    _ models: [ComponentModel], animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) {
    perform(animation, completion, diagnostics: []) {
      models == upcomingScreen.components ? nil : replaced(by: models)
    }
  }

  /// Shows the screen that `json`, UTF-8, describes. It is read at once, on the main actor; the
  /// `async` form reads it on another thread.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reload(
    json: some Sequence<UInt8>, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let reading = reader.readOnDemand(Array(json))
    let new = try reading.shown()
    perform(animation, completion, diagnostics: reading.diagnostics) { replaced(by: new) }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one. It is read at
  /// once, on the main actor; the `async` form reads it on another thread.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reloadIfNeeded(
    json: some Sequence<UInt8>, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let reading = reader.readOnDemand(Array(json))
    let new = try reading.shown()
    perform(animation, completion, diagnostics: reading.diagnostics) {
      new == upcomingScreen ? nil : replaced(by: new)
    }
  }

  /// Shows the components of the page that follows behind the present ones; `next` is that page's
  /// from then on. Its title and theme are not used.
  public func appendPage(
    _ page: Screen, animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) {
    perform(animation, completion) { appended(page) }
  }

  // MARK: Awaited

  /// Changes a component as `body` does, and returns when that is done.
  public func update(
    componentAt index: Int, animation: Animation = .automatic,
    _ body: (inout ComponentModel) -> Void
  ) async throws(ChangeFault) {
    try await performed(animation) { () throws(ChangeFault) in try updated(index, body) }
  }

  /// Shows the items at `indexes` anew, all parts when it is nil, and returns when that is done.
  public func reload(
    component index: Int, items indexes: [Int]? = nil, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await performed(animation) { () throws(ChangeFault) in try reloaded(index, indexes) }
  }

  /// Shows these components in place of the present ones, and returns when that is done.
  public func reload(_ models: [ComponentModel], animation: Animation = .automatic) async {
    await performed(animation, diagnostics: []) { replaced(by: models) }
  }

  /// Shows these components unless they are the present ones, and returns when that is done.
  public func reloadIfNeeded(
    _ models: [ComponentModel], animation: Animation = .automatic
  ) async {
    await performed(animation, diagnostics: []) {
      models == upcomingScreen.components ? nil : replaced(by: models)
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, and returns when that is done.
  ///
  /// It is read on another thread while the main actor goes on, the items of large documents only
  /// when they are shown. Documents are shown in the order of the calls, each in place of all that
  /// was changed until it was read; also when the task is cancelled meanwhile.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reload(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await documents.read(Array(json), by: reader) {
      [self] reading throws(ChangeFault) in
      let new = try reading.shown()
      await performed(animation, diagnostics: reading.diagnostics) { replaced(by: new) }
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one, and returns when
  /// that is done; see `reload(json:)`.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reloadIfNeeded(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await documents.read(Array(json), by: reader) {
      [self] reading throws(ChangeFault) in
      let new = try reading.shown()
      await performed(animation, diagnostics: reading.diagnostics) {
        new == upcomingScreen ? nil : replaced(by: new)
      }
    }
  }

  /// Shows the components of the page that `json`, UTF-8, describes behind the present ones, and
  /// returns when that is done; it is read as by `reload(json:)`. Call it when the end is reached,
  /// with what `next` names:
  ///
  ///     func controllerDidReachEnd(_ controller: SpotsController) async {
  ///       guard let next = controller.next else { return }
  ///       do {
  ///         try await controller.appendPage(json: try await bytes(at: next))
  ///       } catch {
  ///         print(error)
  ///       }
  ///     }
  ///
  /// - Throws: `invalidScreen` when it describes no screen; the present one stays.
  public func appendPage(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await documents.read(Array(json), by: reader) {
      [self] reading throws(ChangeFault) in
      let page = try reading.shown()
      await performed(animation) { appended(page) }
    }
  }

  // MARK: Steps

  func change(
    _ edit: ItemEdit, component index: Int, animation: Animation, completion: ChangeCompletion?
  ) throws(ChangeFault) {
    try perform(animation, completion) { () throws(ChangeFault) in try edited(edit, index) }
  }

  func change(
    _ edit: ItemEdit, component index: Int, animation: Animation
  ) async throws(ChangeFault) {
    try await performed(animation) { () throws(ChangeFault) in try edited(edit, index) }
  }

  private func edited(_ edit: ItemEdit, _ index: Int) throws(ChangeFault) -> ScreenChange? {
    guard let (items, diff) = try edit.applied(to: try model(index).items) else { return nil }
    var new = upcomingScreen
    new.components[index].items = items
    return ScreenChange(new, component: index, diff: diff)
  }

  private func updated(
    _ index: Int, _ body: (inout ComponentModel) -> Void
  ) throws(ChangeFault) -> ScreenChange? {
    let old = try model(index)
    var model = old
    body(&model)
    guard model != old else { return nil }
    var new = upcomingScreen
    new.components[index] = model
    return ScreenChange(new, component: index, diff: nil)
  }

  private func reloaded(_ index: Int, _ indexes: [Int]?) throws(ChangeFault) -> ScreenChange {
    let count = try model(index).items.count
    if let wrong = indexes?.first(where: { !(0..<count).contains($0) }) {
      throw .noItem(index: wrong, count: count)
    }
    var change = ScreenChange(upcomingScreen, component: index, diff: nil)
    change.reloads = indexes.map { .items($0) } ?? .all
    return change
  }

  private func replaced(by models: [ComponentModel]) -> ScreenChange {
    var new = upcomingScreen
    new.components = models
    return replaced(by: new)
  }

  private func replaced(by new: Screen) -> ScreenChange {
    ScreenChange(from: upcomingScreen.components, to: new)
  }

  private func appended(_ page: Screen) -> ScreenChange {
    var new = upcomingScreen
    new.components += page.components
    new.next = page.next
    return replaced(by: new)
  }

  private func model(_ index: Int) throws(ChangeFault) -> ComponentModel {
    let components = upcomingScreen.components
    guard components.indices.contains(index) else {
      throw .noComponent(index: index, count: components.count)
    }
    return components[index]
  }

  private var reader: ScreenReader { ScreenReader(configuration: configuration) }
}
