/// Hears when answers have changed since the last frame.
@MainActor
protocol AnswerObserver: AnyObject {
  func answersDidChange()
}

/// The answers on a screen: sets the values of items, shows the effects, and checks and submits
/// them.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class Answers {
  private struct Observer {
    weak var object: (any AnswerObserver)?
  }

  let keeping: AnswerKeeping
  private var observers: [Observer] = []
  /// The version of the values that observers have heard of.
  private var toldVersion = 0
  private let values: InputValues
  private unowned let controller: SpotsController

  init(_ controller: SpotsController, _ values: InputValues) {
    (self.controller, self.values) = (controller, values)
    keeping = AnswerKeeping(controller, values)
  }

  private var state: PresentationState { controller.state }
  private var scrollView: SpotsScrollView { controller.scrollView }

  /// Gives an item another value; its views show it, and delegates hear of it with the next frame.
  ///
  /// - Parameter isUnfinished: Whether the user is about to change it again, so that delegates hear
  ///   of it later.
  func set(_ value: JSONValue, of item: Item, at path: ItemPath, isUnfinished: Bool = false) {
    guard let name = values.set(value, of: item, at: path, isUnfinished: isUnfinished) else {
      return controller.onNeedsFrame()
    }
    changed([name])
  }

  /// Gives every item the document's value.
  func reset() {
    keeping.reset()
    changed(values.reset())
  }

  /// Gives items what users gave them before, unless the document has changed since.
  func restore(_ kept: KeptValues) { changed(values.restore(kept)) }

  /// Gives items what users gave them when the screen was last shown, and all others the document's
  /// values: their views may still show the answers to another screen.
  func restoreLeft(of screen: Screen) {
    values.restoreLeft(of: screen)
    changed(values.inputs.map(\.name))
  }

  /// Puts the keyboard where users answer; see `SpotsController.beginAnswering(isQuestion:)`.
  func begin(isQuestion: Bool) {
    guard state.keyboard.path == nil, !state.filtering.hasTarget else { return }
    if isQuestion {
      let input = values.inputs.first { scrollView.isEnabled($0.path) && values.isShown($0.item) }
      if let path = input?.path ?? mainButton { state.keyboard.open(on: path) }
      return
    }
    guard let path = state.keyboard.firstItem, let item = scrollView.item(at: path),
      InputKind(of: item) == .textField, scrollView.isEnabled(path)
    else { return }
    state.keyboard.open(on: path)
  }

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
      (component.host as? any ComponentContainer)?.scrollView.restack()
    }
    if isResized {
      state.keyboard.leaveHidden()
      state.finishLayout(keeping: anchor, isNew: false)
    }
    controller.onNeedsFrame()
  }

  /// Tells `observer` after each frame in which answers have changed; holds it weakly.
  func observe(_ observer: any AnswerObserver) {
    observers.removeAll { $0.object == nil }
    observers.append(Observer(object: observer))
    toldVersion = values.version
  }

  func tellObservers() {
    guard !observers.isEmpty, values.version != toldVersion, !values.areUnfinished else { return }
    toldVersion = values.version
    for observer in observers { observer.object?.answersDidChange() }
  }

  /// Presses the main button.
  ///
  /// - Returns: Whether there is one that can be used.
  func pressMainButton() -> Bool {
    guard let path = mainButton else { return false }
    if let item = scrollView.item(at: path), item.kind == ItemAction.rowKind {
      let entry = item.actions.first { Self.submits($0.action) || $0.emphasis == .primary }
      state.selection.send(entry?.action, of: item, at: path)
    } else if !state.progress.contains(path) {
      state.activate(path)
    }
    return true
  }

  /// The one button that submits the answers, or else the one primary button, if it can be used;
  /// nil where there are none or several. Long lists are not forms, and are not searched.
  var mainButton: ItemPath? {
    var (submitting, primary) = ([ItemPath](), [ItemPath]())
    var rest = Self.longestForm
    controller.screen.components.visitButtons(among: &rest) { item, path in
      guard scrollView.isEnabled(path), values.isShown(item) else { return }
      var buttons = item.actions.map { ($0.action, $0.emphasis) }
      if item.kind != ItemAction.rowKind {
        buttons = item.action.map { [($0, item.input.emphasis)] } ?? []
      }
      for (action, emphasis) in buttons {
        if Self.submits(action) { submitting.append(path) }
        if emphasis == .primary { primary.append(path) }
      }
    }
    if submitting.count == 1 { return submitting[0] }
    return submitting.isEmpty && primary.count == 1 ? primary[0] : nil
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
      state.forgetAnswered()
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
      controller.keyboard.focus(faulty.path, at: nil)
      return state.endProgress(at: path)
    }
    values.forgetFaults()
    controller.componentDelegate?.controller(
      controller, didSubmit: values.answers, action: action, at: path)
  }
}

extension [ComponentModel] {
  /// Visits the buttons among the first `rest` items, headers and footers.
  fileprivate func visitButtons(
    around: ItemPath? = nil, among rest: inout Int, _ body: (Item, ItemPath) -> Void
  ) {
    for (index, component) in enumerated() {
      let path = ComponentPath(index, in: around)
      component.header?.visitButtons(at: path.part(.header), among: &rest, body)
      for (index, item) in component.items.prefix(rest).enumerated() {
        item.visitButtons(at: path.item(index), among: &rest, body)
      }
      component.footer?.visitButtons(at: path.part(.footer), among: &rest, body)
    }
  }
}

extension Item {
  fileprivate func visitButtons(
    at path: ItemPath, among rest: inout Int, _ body: (Item, ItemPath) -> Void
  ) {
    guard rest > 0 else { return }
    rest -= 1
    if InputKind(of: self) == .button || kind == ItemAction.rowKind { body(self, path) }
    children.visitButtons(around: path, among: &rest, body)
  }
}

/// Keeps users' answers from one run of the program to the next, if the screen asks for it.
@MainActor
final class AnswerKeeping {
  /// The key under which they are kept; nil keeps none.
  var key: String? {
    // The answers until now belong to the old key.
    willSet { if newValue != key { keep() } }
    didSet {
      guard key != oldValue else { return }
      (known, awaited) = (nil, KeptValues())
      screenDidChange()
    }
  }
  /// The values kept under the key; nil until they are first needed.
  private var known: KeptValues?
  /// Those of them whose items are on following pages that have not been shown yet.
  private var awaited = KeptValues()
  /// The version of the values that was kept last.
  private var keptVersion = 0
  /// When changes will be kept; nil when there are none.
  private var due: Double?
  private let values: InputValues
  private unowned let controller: SpotsController

  /// How long a change waits for others, in seconds.
  private static let patience = 1.0

  init(_ controller: SpotsController, _ values: InputValues) {
    (self.controller, self.values) = (controller, values)
  }

  /// Where the answers to the present screen are kept; nil when they are not.
  private var place: (store: any ValueStore, key: String)? {
    guard let key, controller.screen.keepsValues, let store = controller.environment.valueStore
    else { return nil }
    return (store, key)
  }

  /// Called when the screen may have begun to ask for keeping, or has more items: restores the
  /// answers of an earlier run.
  func screenDidChange() {
    guard known == nil || !awaited.entries.isEmpty, let (store, key) = place else { return }
    if known == nil { awaited = store.values(for: key) ?? KeptValues() }
    known = known ?? awaited
    guard !awaited.entries.isEmpty else { return }
    controller.state.answers.restore(awaited)
    if controller.screen.next == nil { return awaited.entries.removeAll() }
    for input in values.inputs { awaited.entries[input.name] = nil }
  }

  /// Forgets what was kept for pages that have not followed.
  func reset() { awaited.entries.removeAll() }

  /// Keeps changes once they are a second old.
  ///
  /// - Returns: When the next changes are due to be kept; nil when none are.
  func update(at now: Double) -> Double? {
    guard values.version != keptVersion, place != nil else {
      due = nil
      return nil
    }
    let time = due ?? now + Self.patience
    due = time
    guard now >= time else { return time }
    keep()
    return nil
  }

  /// Keeps what has changed.
  func keep() {
    due = nil
    guard values.version != keptVersion, let (store, key) = place else { return }
    keptVersion = values.version
    var kept = values.kept(secrets: false)
    kept.entries.merge(awaited.entries) { given, _ in given }
    guard kept != known else { return }
    known = kept
    if kept.entries.isEmpty { store.removeValues(for: key) } else { store.save(kept, for: key) }
  }
}
