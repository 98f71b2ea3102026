/// The values that the items of a screen have, by name.
///
/// A value is what the user, or a program, gave the item, or else what the document says. See
/// `Item.valueName` for the name, and `ScreenForm` for values that are known by their types.
///
///     controller.values["wifi"] = true
///     let answers = controller.values.all
@MainActor
public final class ScreenValues {
  let keeping: AnswerKeeping
  /// Says which actions are carried out; nil for all.
  package var permits: ((String) -> Bool)?
  /// The item that the keyboard was on in the last frame.
  private var answered: ItemPath?
  /// The control there, as `KeyboardFocus` counts them.
  private var answeredControl: Int?
  /// Whether the keyboard was there because the screen was opened.
  private var wasOpening = false
  private var observers: [() -> Bool] = []
  /// The versions of the values and of the content that observers have heard of.
  private var toldVersion = [0, 0]
  private let values: InputValues
  private let data: BoundData
  private let layout: ScreenLayout
  private let keyboard: KeyboardFocus
  private let pool: ReusePool
  private let outlet: ScreenOutlet

  init(
    _ values: InputValues, _ content: ScreenContent, _ data: BoundData, _ layout: ScreenLayout,
    _ keyboard: KeyboardFocus, _ pool: ReusePool, _ outlet: ScreenOutlet
  ) {
    (self.values, self.data, self.layout) = (values, data, layout)
    self.keyboard = keyboard
    (self.pool, self.outlet) = (pool, outlet)
    keeping = AnswerKeeping(values, content, layout)
  }

  private var scrollView: SpotsScrollView { layout.scrollView }
  /// The button that users press when they have answered.
  var mainButton: MainButton { MainButton(values: values, scrollView: scrollView) }

  /// The value with a name; nil when no item has one. Setting it has the effect of a user's change,
  /// or none if no item has the name; setting nil restores the value of the document. A slider or a
  /// takes the nearest number it can have. `Configuration.onModelError` tells of both.
  ///
  /// - Complexity: O(*n*) in all items of the screen.
  public subscript(name: String) -> JSONValue? {
    get { item(named: name).flatMap { values.value(of: $0.item) } }
    set {
      guard let (item, path) = item(named: name) else {
        return pool.registry.report("", "no item has the name '\(name.printable())'")
      }
      var value = newValue ?? item.documentValue ?? .null
      if let number = newValue?.number, [.slider, .stepper].contains(InputKind(of: item)) {
        let choice = NumberChoice(of: item)
        value = .of(choice.nearest(to: number))
        if !choice.contains(number) {
          pool.registry.report(
            item.kind, "'\(name)' expects \(choice.words), not \(JSONValue.of(number).typedText)")
        }
      }
      set(value, of: item, at: path)
    }
  }

  /// All values but those that are places in the data. Where several items share a name, they share
  /// its value.
  ///
  /// - Complexity: O(*n*) in all items of the screen, once for each change of the content; in the
  ///   items that have a value from then on.
  public var all: [String: JSONValue] {
    var all: [String: JSONValue] = [:]
    for input in values.inputs where input.item.input.boundPointer == nil && all[input.name] == nil
    {
      all[input.name] = values.value(of: input.item)
    }
    return all
  }

  /// The values that are submitted: those of all items except the ones that other values hide.
  ///
  /// - Complexity: That of `all`.
  public var answers: [String: JSONValue] { values.answers }

  /// The names of values that nobody but the user may know.
  package var secretNames: Set<String> {
    Set(values.inputs.lazy.filter(\.item.input.isSecret).map(\.name))
  }

  /// Whether secrets are for their fields alone; see `InputValues.hidesSecrets`.
  package var hidesSecrets: Bool {
    get { values.hidesSecrets }
    set { values.hidesSecrets = newValue }
  }

  // MARK: As a type

  /// The values as a type, matched to its properties by name; an optional property is nil when its
  /// value is missing or `null`.
  ///
  /// - Throws: `DecodingError` with the name of the first value that does not fit its property, or
  ///   is not on the screen.
  /// - Complexity: That of `all`.
  public func decoded<Model: Decodable>(as type: Model.Type = Model.self) throws -> Model {
    try JSONValue.object(all).decoded(as: type)
  }

  /// Gives items the values of the properties with their names. Other items keep their values, and
  /// so do those whose optional property is nil.
  ///
  /// - Throws: `EncodingError` with the name of the first value that its item cannot have; nothing
  ///   has changed then.
  public func set(_ model: some Encodable) throws {
    try set(members: Self.members(of: model).map { ($0, $1) })
  }

  /// The properties of a value, by name.
  static func members(of model: some Encodable) throws -> [String: JSONValue] {
    let value = try JSONValue(encoding: model)
    guard case .object(let members) = value else {
      let fault = "values have names, so a type with properties is needed"
      throw EncodingError.invalidValue(model, .init(codingPath: [], debugDescription: fault))
    }
    return members
  }

  func set(members: [(String, JSONValue)]) throws {
    var rest = Dictionary(uniqueKeysWithValues: members)
    var fitting: [(value: JSONValue, input: InputValues.Input)] = []
    for input in values.inputs {
      guard let value = rest.removeValue(forKey: input.name) else { continue }
      fitting.append((try FittedAnswer(value, of: input.item, name: input.name).value, input))
    }
    for (value, input) in fitting { set(value, of: input.item, at: input.path) }
  }

  private func item(named name: String) -> (item: Item, path: ItemPath)? {
    guard let path = values.path(named: name), let item = scrollView.paths.item(at: path) else {
      return nil
    }
    return (item, path)
  }

  // MARK: Answering

  /// Gives an item another value; its views show it, and delegates hear of it with the next frame.
  ///
  /// - Parameter isUnfinished: Whether the user is about to change it again, so that delegates hear
  ///   of it later.
  func set(_ value: JSONValue, of item: Item, at path: ItemPath, isUnfinished: Bool = false) {
    guard let name = values.set(value, of: item, at: path, isUnfinished: isUnfinished) else {
      return outlet.needsFrame()
    }
    changed([name])
    let kind = InputKind(of: item)
    guard !isUnfinished, kind?.isWhole(value, of: item) != false,
      let pointer = item.input.boundPointer
    else { return }
    let written = kind?.written(value, over: data.value?.value(at: pointer))
    data.write(written ?? value, at: pointer)
  }

  /// Gives every item the document's value.
  public func reset() {
    keeping.reset()
    changed(values.reset())
  }

  /// Restores the values users gave earlier, except where the document's own value has changed
  /// since, or users have given another.
  public func restore(_ kept: KeptValues) { changed(values.restore(kept)) }

  /// Gives items the answers that others with their names have on other pages, where they can have
  /// them.
  package func share(_ shared: SharedAnswers) {
    let answers = shared.values
    guard !answers.isEmpty else { return }
    changed(
      values.share(secrets: shared.secrets) { item, name in
        do {
          return try answers[name].map { try FittedAnswer($0, of: item, name: name).value }
        } catch {
          return nil
        }
      })
  }

  /// Says what is wrong with an answer, until it is another one; an empty message says nothing any
  /// more.
  ///
  /// - Returns: Whether there is an answer with this name.
  package func setFault(_ message: String, of name: String) -> Bool {
    guard let (item, path) = item(named: name) else { return false }
    values.refuse(item, because: message)
    changed([name])
    if !message.isEmpty {
      outlet.perform(.uncover(path))
      keyboard.focus(path, at: nil)
    }
    return true
  }

  /// Gives items what users gave them when the screen was last shown, and all others the document's
  /// values: their views may still show the answers to another screen.
  func restoreLeft(of screen: Screen) {
    values.restoreLeft(of: screen)
    changed(values.inputs.map(\.name))
  }

  /// The key under which users' values are kept from one run of the program to the next, if the
  /// screen's `keepsValues` asks for it; nil keeps nothing. The environment's
  /// ``SpotsViews/Environment/valueStore`` keeps them, within a second.
  ///
  /// Setting the key restores the values kept under it.
  public var key: String? {
    get { keeping.key }
    set {
      keeping.key = newValue
      restoreKept()
    }
  }

  /// Keeps at once what has not been kept yet, as before a program ends.
  public func keep() { keeping.keep() }

  /// The values users gave, without secrets.
  public var kept: KeptValues { values.kept(secrets: false) }

  /// The values users gave, secrets included.
  package var given: KeptValues { values.kept(secrets: true) }

  /// Restores the answers of an earlier run, if the screen has begun to ask for that, or has more
  /// items.
  func restoreKept() {
    if let kept = keeping.valuesToRestore() { restore(kept) }
  }

  /// Puts the keyboard where users answer a screen that was just opened.
  func begin(isQuestion: Bool) {
    guard keyboard.path == nil else { return }
    if isQuestion {
      let input = values.inputs.first {
        scrollView.paths.isEnabled($0.path) && values.isShown($0.item)
      }
      if let path = input?.path ?? mainButton.path { keyboard.open(on: path) }
      return
    }
    guard let path = keyboard.firstItem, let item = scrollView.paths.item(at: path),
      InputKind(of: item) == .textField, scrollView.paths.isEnabled(path)
    else { return }
    keyboard.open(on: path)
  }

  /// Users are done with the value that they were entering; the program is told of it now.
  func finish() {
    endEntering()
    tellChanges()
  }

  /// Puts what the user was entering into the data, if it is not there, in place of what others
  /// have written meanwhile.
  private func endEntering() {
    guard let entered = values.finish() else { return }
    data.write(entered.value, at: entered.pointer)
    if let other = entered.other {
      outlet.tell(.valueConflict(entered.value, other, pointer: entered.pointer))
    }
  }

  /// Tells of the values that changed since the last time, each once.
  func tellChanges() {
    for change in values.takeChanges() {
      let item = scrollView.paths.item(at: change.path)
      guard let value = change.written ?? item.flatMap(values.value) else { continue }
      outlet.tell(.valueChanged(name: change.name, value, at: change.path))
    }
  }

  // MARK: The keyboard

  /// Whether the keyboard is where it was in the last frame.
  var isAtSamePlace: Bool {
    keyboard.path == answered && keyboard.controlIndex == answeredControl
  }

  /// Called when the keyboard may have left an answer: shows what is wrong with it.
  func keyboardDidMove() {
    defer { wasOpening = keyboard.isOpening }
    answeredControl = keyboard.controlIndex
    guard keyboard.path != answered else { return }
    // A screen that was merely opened has not asked for an answer yet, so it reports no faults.
    let item = wasOpening ? nil : answered.flatMap(scrollView.paths.item)
    answered = keyboard.path
    if let item { left(item) }
  }

  /// Forgets the item last answered, so that leaving it by starting over shows no fault.
  func forgetAnswered() { answered = nil }

  /// Follows the content's change with the keyboard.
  func followKeyboard(_ move: ContentMove) {
    let isAnswering = answered == keyboard.path
    keyboard.follow(move)
    guard let path = answered else { return }
    answered = isAnswering ? keyboard.path : move(path)
    if answered == nil { endEntering() }
  }

  // MARK: Changes

  /// Follows the content's change.
  func follow(_ move: ContentMove) {
    let dropped = values.follow({ move($0) }, item: scrollView.paths.item)
    if !dropped.isEmpty { changed(dropped) }
  }

  /// Called when the keyboard leaves an answer: shows what is wrong with it.
  func left(_ item: Item) {
    endEntering()
    if values.judge(item), let name = item.valueName { changed([name]) }
  }

  /// Called when the values with these names, or their faults, have changed.
  func changed(_ names: [String]) {
    let names = Set(names)
    let anchor = scrollView.currentAnchor()
    var isResized = false
    for component in scrollView.allComponents where component.valuesDidChange(names) {
      isResized = true
      if let inner = component.place.container, inner.isNested { inner.restack() }
    }
    if isResized {
      keyboard.leaveHidden()
      layout.heightsDidChange(keeping: anchor)
    }
    outlet.needsFrame()
  }

  private var version: [Int] { [values.version, data.version] }

  /// Calls `observer` after each frame in which answers or data have changed, until it returns
  /// false.
  func observe(_ observer: @escaping () -> Bool) {
    observers.append(observer)
    toldVersion = version
  }

  func tellObservers() {
    guard !observers.isEmpty, version != toldVersion, !values.areUnfinished else { return }
    toldVersion = version
    let told = observers
    observers = []
    observers = told.filter { $0() } + observers
  }

  /// Performs an action that the screen itself understands: `submit`, with or without a name after
  /// a colon, reports the values unless something is wrong with them, and `reset` restores the
  /// document's.
  ///
  /// - Returns: Whether it is such an action.
  func take(_ action: String, at path: ItemPath) -> Bool {
    if action == "reset" {
      forgetAnswered()
      reset()
    } else if ItemAction.submits(action) {
      submit(action, at: path)
    } else {
      return false
    }
    return true
  }

  /// Gives answers the document's values.
  func forget(_ names: Set<String>) {
    for name in names where !name.isEmpty { self[name] = nil }
  }

  private func submit(_ action: String, at path: ItemPath) {
    // They are submitted again, and judged by the program.
    changed(values.forgetRefusals())
    if showFault() { return outlet.perform(.endProgress(of: path)) }
    values.forgetFaults()
    outlet.tell(.submitted(values.answers, action: action, at: path))
  }

  /// Judges all answers but those in components that the width leaves out, which nobody can give,
  /// and shows the first one that something is wrong with.
  ///
  /// - Returns: Whether there is one.
  package func showFault() -> Bool {
    let inputs = values.inputs.filter { input in
      scrollView.paths.component(of: input.path)?.content.isLeftOut != true
    }
    changed(inputs.filter { values.judge($0.item) }.map(\.name))
    guard let faulty = inputs.first(where: { values.fault(of: $0.item) != nil }) else {
      return false
    }
    outlet.perform(.uncover(faulty.path))
    keyboard.focus(faulty.path, at: nil)
    return true
  }
}
