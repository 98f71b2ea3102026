// Components and whole screens, changed from Swift.

extension SpotsController {
  /// Changes a component as `body` does. What of it is the same keeps its views, selection and
  /// offsets; nothing happens when all of it is.
  public func update(
    componentAt index: Int, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil, _ body: @escaping (inout ComponentModel) -> Void
  ) throws(ChangeFault) {
    try perform { [self] () throws(ChangeFault) in
      try updateNow(index, animation, completion, body)
    }
  }

  /// Shows the items at `indexes` anew: their views are configured and measured once more although
  /// nothing they hold has changed.
  ///
  /// - Parameter indexes: nil stands for all items, the header and the footer.
  public func reload(
    component index: Int, items indexes: [Int]? = nil, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    try perform { [self] () throws(ChangeFault) in
      try reloadNow(index, indexes, animation, completion)
    }
  }

  /// Shows these components in place of the present ones. Those that are the same keep their views,
  /// selection and offsets.
  public func reload(
    _ models: [ComponentModel], animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) {
    report { () throws(ChangeFault) in
      try perform { [self] () throws(ChangeFault) in
        replaceComponents(models, animation, completion)
      }
    }
  }

  /// Shows these components unless they are the present ones: then nothing happens.
  public func reloadIfNeeded(
    _ models: [ComponentModel], animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) {
    report { () throws(ChangeFault) in
      try perform { [self] () throws(ChangeFault) in
        guard models != screen.components else { return changedNothing(completion) }
        replaceComponents(models, animation, completion)
      }
    }
  }

  /// Shows the screen that `json`, UTF-8, describes.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reload(
    json: some Sequence<UInt8>, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let reading = read(json)
    let new = try reading.shown()
    try perform { [self] () throws(ChangeFault) in
      diagnostics = reading.diagnostics
      replaceScreen(new, animation, completion)
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reloadIfNeeded(
    json: some Sequence<UInt8>, animation: Animation = .automatic,
    completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let reading = read(json)
    let new = try reading.shown()
    try perform { [self] () throws(ChangeFault) in
      diagnostics = reading.diagnostics
      guard new != screen else { return changedNothing(completion) }
      replaceScreen(new, animation, completion)
    }
  }

  /// Shows the components of the page that follows behind the present ones; `next` is that page's
  /// from then on. Its title and theme are not used.
  public func appendPage(
    _ page: Screen, animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) {
    report { () throws(ChangeFault) in
      try perform { [self] () throws(ChangeFault) in
        appendNow(page, animation, completion)
      }
    }
  }

  // MARK: Awaited

  /// Changes a component as `body` does, and returns when that is done.
  public func update(
    componentAt index: Int, animation: Animation = .automatic,
    _ body: @escaping (inout ComponentModel) -> Void
  ) async throws(ChangeFault) {
    try await performed { [self] () throws(ChangeFault) in
      try updateNow(index, animation, nil, body)
    }
  }

  /// Shows the items at `indexes` anew, all parts when it is nil, and returns when that is done.
  public func reload(
    component index: Int, items indexes: [Int]? = nil, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    try await performed { [self] () throws(ChangeFault) in
      try reloadNow(index, indexes, animation)
    }
  }

  /// Shows these components in place of the present ones, and returns when that is done.
  public func reload(_ models: [ComponentModel], animation: Animation = .automatic) async {
    await awaited { [self] in replaceComponents(models, animation) }
  }

  /// Shows these components unless they are the present ones, and returns when that is done.
  public func reloadIfNeeded(
    _ models: [ComponentModel], animation: Animation = .automatic
  ) async {
    await awaited { [self] in
      if models != screen.components { replaceComponents(models, animation) }
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, and returns when that is done.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reload(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    let reading = read(json)
    let new = try reading.shown()
    await awaited { [self] in
      diagnostics = reading.diagnostics
      replaceScreen(new, animation)
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one, and returns when
  /// that is done.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reloadIfNeeded(
    json: some Sequence<UInt8>, animation: Animation = .automatic
  ) async throws(ChangeFault) {
    let reading = read(json)
    let new = try reading.shown()
    await awaited { [self] in
      diagnostics = reading.diagnostics
      if new != screen { replaceScreen(new, animation) }
    }
  }

  /// Shows the components of the page that `json`, UTF-8, describes behind the present ones, and
  /// returns when that is done. Call it when the end is reached, with what `next` names:
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
    let page = try read(json).shown()
    await awaited { [self] in appendNow(page, animation) }
  }

  // MARK: Steps

  func change(
    _ edit: ItemEdit, component index: Int, animation: Animation, completion: ChangeCompletion?
  ) throws(ChangeFault) {
    try perform { [self] () throws(ChangeFault) in
      try changeNow(edit, index, animation, completion)
    }
  }

  func change(
    _ edit: ItemEdit, component index: Int, animation: Animation
  ) async throws(ChangeFault) {
    try await performed { [self] () throws(ChangeFault) in
      try changeNow(edit, index, animation)
    }
  }

  private func changeNow(
    _ edit: ItemEdit, _ index: Int, _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    guard let (items, diff) = try edit.applied(to: try model(index).items) else {
      return changedNothing(completion)
    }
    var new = screen
    new.components[index].items = items
    make(ScreenChange(new, component: index, diff: diff), animation, completion)
  }

  private func updateNow(
    _ index: Int, _ animation: Animation, _ completion: ChangeCompletion?,
    _ body: (inout ComponentModel) -> Void
  ) throws(ChangeFault) {
    var model = try model(index)
    body(&model)
    guard model != screen.components[index] else { return changedNothing(completion) }
    var new = screen
    new.components[index] = model
    make(ScreenChange(new, component: index, diff: nil), animation, completion)
  }

  private func reloadNow(
    _ index: Int, _ indexes: [Int]?, _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let count = try model(index).items.count
    if let wrong = indexes?.first(where: { !(0..<count).contains($0) }) {
      throw .noItem(index: wrong, count: count)
    }
    var change = ScreenChange(screen, component: index, diff: nil)
    change.reloads = indexes.map { .items($0) } ?? .all
    make(change, animation, completion)
  }

  private func replaceComponents(
    _ models: [ComponentModel], _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) {
    var new = screen
    new.components = models
    diagnostics = []
    replaceScreen(new, animation, completion)
  }

  private func appendNow(
    _ page: Screen, _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) {
    var new = screen
    new.components += page.components
    new.next = page.next
    replaceScreen(new, animation, completion)
  }

  private func replaceScreen(
    _ new: Screen, _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) {
    make(ScreenChange(from: screen.components, to: new), animation, completion)
  }

  private func model(_ index: Int) throws(ChangeFault) -> ComponentModel {
    guard components.indices.contains(index) else {
      throw .noComponent(index: index, count: components.count)
    }
    return components[index].model
  }

  private func read(_ json: some Sequence<UInt8>) -> ScreenReading {
    ScreenReader(configuration: configuration).readOnDemand(Array(json))
  }
}
