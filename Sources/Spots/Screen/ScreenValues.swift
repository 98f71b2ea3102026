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
  /// The item that the keyboard was on in the last frame.
  private var answered: ItemPath?
  /// The control there, as `KeyboardFocus` counts them.
  private var answeredControl: Int?
  /// Whether the keyboard was there because the screen was opened.
  private var wasOpening = false
  private var observers: [() -> Bool] = []
  /// The version of the values that observers have heard of.
  private var toldVersion = 0
  private let values: InputValues
  private let layout: ScreenLayout
  private let keyboard: KeyboardFocus
  private let pool: ReusePool
  private let outlet: ScreenOutlet

  init(
    _ values: InputValues, _ content: ScreenContent, _ layout: ScreenLayout,
    _ keyboard: KeyboardFocus, _ pool: ReusePool, _ outlet: ScreenOutlet
  ) {
    (self.values, self.layout, self.keyboard) = (values, layout, keyboard)
    (self.pool, self.outlet) = (pool, outlet)
    keeping = AnswerKeeping(values, content, layout)
  }

  private var scrollView: SpotsScrollView { layout.scrollView }

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

  /// All values. Where several items share a name, they share its value.
  ///
  /// - Complexity: O(*n*) in all items of the screen, once for each change of the content; in the
  ///   items that have a value from then on.
  public var all: [String: JSONValue] {
    var all: [String: JSONValue] = [:]
    for input in values.inputs where all[input.name] == nil {
      all[input.name] = values.value(of: input.item)
    }
    return all
  }

  /// The values that are submitted: those of all items except the ones that other values hide.
  ///
  /// - Complexity: That of `all`.
  public var answers: [String: JSONValue] { values.answers }

  /// As `answers`, without secrets.
  package var openAnswers: [String: JSONValue] {
    let secret = secretNames
    return answers.filter { !secret.contains($0.key) }
  }

  /// The names of values that nobody but the user may know.
  package var secretNames: Set<String> {
    Set(values.inputs.lazy.filter { $0.item.input.inputType == .secret }.map(\.name))
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
      fitting.append((try fitted(value, to: input.item, name: input.name), input))
    }
    for (value, input) in fitting { set(value, of: input.item, at: input.path) }
  }

  /// `value` as documents would write it for `item`.
  ///
  /// - Throws: `EncodingError` with the name when it is of another type.
  private func fitted(_ value: JSONValue, to item: Item, name: String) throws -> JSONValue {
    let expected: String
    switch (InputKind(of: item), value) {
    case (.toggle, .bool), (.checkbox, .bool): return value
    case (.toggle, _), (.checkbox, _): expected = "true or false"
    case (.slider, _), (.stepper, _):
      let choice = NumberChoice(of: item)
      if let number = value.number, choice.contains(number) { return .of(number) }
      expected = value.number == nil ? "a number" : choice.words
    case (.textField, .null): return item.typedValue("")
    case (.textField, _) where item.input.inputType == .number:
      if let number = value.number { return .of(number) }
      expected = "a number"
    case (.textField, .string): return value
    case (.textField, _): expected = "a string"
    case (.date, .null), (.time, .null): return value
    case (.date, .string(let text)), (.time, .string(let text)):
      let typed = item.typedValue(text)
      if typed != .null { return typed }
      expected = "a day or a time of day"
    case (.date, _), (.time, _): expected = "a string"
    case (.choice, .null): return item.input.isMultiple ? [] : value
    case (.choice, .array) where Choice(of: item).stray(in: value) == nil: return value
    case (.choice, _) where item.input.isMultiple: expected = "an array of options"
    case (.choice, _):
      if Choice(of: item).stray(in: value) == nil { return value }
      expected = "one of its options"
    default: return value
    }
    let found = value.number == nil ? value.kindInWords : value.typedText
    throw EncodingError.invalidValue(
      value,
      .init(
        codingPath: [JSONKey(stringValue: name)],
        debugDescription: "'\(name)' expects \(expected), not \(found)"))
  }

  private func item(named name: String) -> (item: Item, path: ItemPath)? {
    guard let path = values.path(named: name), let item = scrollView.item(at: path) else {
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
  }

  /// Gives every item the document's value.
  public func reset() {
    keeping.reset()
    changed(values.reset())
  }

  /// Restores the values users gave earlier, except where the document's own value has changed
  /// since, or users have given another.
  public func restore(_ kept: KeptValues) { changed(values.restore(kept)) }

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
      let input = values.inputs.first { scrollView.isEnabled($0.path) && values.isShown($0.item) }
      if let path = input?.path ?? mainButton { keyboard.open(on: path) }
      return
    }
    guard let path = keyboard.firstItem, let item = scrollView.item(at: path),
      InputKind(of: item) == .textField, scrollView.isEnabled(path)
    else { return }
    keyboard.open(on: path)
  }

  /// Users are done with the value that they were entering; the program is told of it now.
  func finish() {
    values.finish()
    tellChanges()
  }

  /// Tells of the values that changed since the last time, each once.
  func tellChanges() {
    for (name, path) in values.takeChanges() {
      guard let item = scrollView.item(at: path), let value = values.value(of: item) else {
        continue
      }
      outlet.tell(.valueChanged(name: name, value, at: path))
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
    let item = wasOpening ? nil : answered.flatMap(scrollView.item)
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
    if answered == nil { values.finish() }
  }

  // MARK: Changes

  /// Follows the content's change.
  func follow(_ move: ContentMove) {
    let dropped = values.follow({ move($0) }, item: scrollView.item)
    if !dropped.isEmpty { changed(dropped) }
  }

  /// Called when the keyboard leaves an answer: shows what is wrong with it.
  func left(_ item: Item) {
    values.finish()
    if values.judge(item), let name = item.valueName { changed([name]) }
  }

  /// Called when the values with these names, or their faults, have changed.
  private func changed(_ names: [String]) {
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

  /// Calls `observer` after each frame in which answers have changed, until it returns false.
  func observe(_ observer: @escaping () -> Bool) {
    observers.append(observer)
    toldVersion = values.version
  }

  func tellObservers() {
    guard !observers.isEmpty, values.version != toldVersion, !values.areUnfinished else { return }
    toldVersion = values.version
    let told = observers
    observers = []
    observers = told.filter { $0() } + observers
  }

  /// The one button that submits the answers, or else the one primary button, if it can be used;
  /// nil where there are none or several. Long lists are not forms, and are not searched.
  var mainButton: ItemPath? {
    var (submitting, primary) = ([ItemPath](), [ItemPath]())
    var rest = Self.longestForm
    ItemWalk.visit(values.document) { item, path in
      rest -= 1
      guard InputKind(of: item) == .button || item.kind == ItemAction.rowKind,
        scrollView.isEnabled(path), values.isShown(item)
      else { return rest > 0 }
      var buttons = item.actions.map { ($0.action, $0.emphasis) }
      if item.kind != ItemAction.rowKind {
        buttons = item.action.map { [($0, item.input.emphasis)] } ?? []
      }
      for (action, emphasis) in buttons {
        if Self.submits(action) { submitting.append(path) }
        if emphasis == .primary { primary.append(path) }
      }
      return rest > 0
    }
    if submitting.count == 1 { return submitting[0] }
    return submitting.isEmpty && primary.count == 1 ? primary[0] : nil
  }

  /// The action of the main button among those of a row of buttons.
  func mainAction(of row: Item) -> String? {
    row.actions.first { Self.submits($0.action) || $0.emphasis == .primary }?.action
  }

  /// The most items that are searched for a button.
  private static let longestForm = 10_000

  private static func submits(_ action: String) -> Bool {
    action == "submit" || action.hasPrefix("submit:")
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
    } else if Self.submits(action) {
      submit(action, at: path)
    } else {
      return false
    }
    return true
  }

  private func submit(_ action: String, at path: ItemPath) {
    let inputs = values.inputs
    changed(inputs.filter { values.judge($0.item) }.map(\.name))
    if let faulty = inputs.first(where: { values.fault(of: $0.item) != nil }) {
      keyboard.focus(faulty.path, at: nil)
      return outlet.perform(.endProgress(of: path))
    }
    values.forgetFaults()
    outlet.tell(.submitted(values.answers, action: action, at: path))
  }
}
