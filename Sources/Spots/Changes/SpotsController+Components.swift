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
    json: [UInt8], animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let new = try Self.screen(json)
    try perform { [self] () throws(ChangeFault) in
      replaceScreen(new, animation, completion)
    }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reloadIfNeeded(
    json: [UInt8], animation: Animation = .automatic, completion: ChangeCompletion? = nil
  ) throws(ChangeFault) {
    let new = try Self.screen(json)
    try perform { [self] () throws(ChangeFault) in
      guard new != screen else { return changedNothing(completion) }
      replaceScreen(new, animation, completion)
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
    json: [UInt8], animation: Animation = .automatic
  ) async throws(ChangeFault) {
    let new = try Self.screen(json)
    await awaited { [self] in replaceScreen(new, animation) }
  }

  /// Shows the screen that `json`, UTF-8, describes, unless it is the present one, and returns when
  /// that is done.
  ///
  /// - Throws: `invalidScreen` when it describes none; the present screen stays.
  public func reloadIfNeeded(
    json: [UInt8], animation: Animation = .automatic
  ) async throws(ChangeFault) {
    let new = try Self.screen(json)
    await awaited { [self] in
      if new != screen { replaceScreen(new, animation) }
    }
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

  static func screen(_ json: [UInt8]) throws(ChangeFault) -> Screen {
    let reading = ScreenReader().read(json)
    if let screen = reading.screen { return screen }
    let error = reading.diagnostics.first { $0.severity == .error }
    throw .invalidScreen(
      error.map { "\($0.line):\($0.column): \($0.message)" } ?? "there is no screen")
  }
}
