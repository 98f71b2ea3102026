/// The values that users have given the items of a screen, by name.
///
/// A value belongs to its item as a scroll position does: it stays when the content around it
/// changes, moves with the item, and is gone when the item is. A document that gives the item a new
/// value replaces it; one that repeats the value the item started with does not.
///
/// Owned by the controller; lives as long as it does.
@MainActor
package final class InputValues {
  /// A value that the user is entering into a place in the data.
  package struct Entering {
    package let value: JSONValue
    package var path: ItemPath
    /// The JSON pointer of the place.
    package var pointer: String
    /// What the data has there; nil while the value is on its way there.
    fileprivate var present: JSONValue?
    /// What came into the data from elsewhere meanwhile; nil for nothing.
    package fileprivate(set) var other: JSONValue?
  }

  /// A value that has changed since that was last reported.
  package struct Change {
    package let name: String
    package var path: ItemPath
    /// The value where it is a place in the data, whose item may be gone; nil for that of the item.
    package let written: JSONValue?
  }

  /// An item that has a value.
  package typealias Input = InputSearch.Input

  /// The seconds since 1970 that formats count from.
  package var time = ExpressionEnvironment.stillTime
  /// Whether what users enter into secret fields is for these alone: no expression knows it, and it
  /// is gone when its field changes. So it is where whoever writes the screen may not know it.
  package var hidesSecrets = false
  private var entries: [String: EnteredValue] = [:] { didSet { version += 1 } }
  /// The fields that have had the keyboard, by the names of their values.
  var fields: [String: EditedField] = [:]
  /// Changes whenever values may have changed.
  package private(set) var version = 0 {
    didSet {
      patterns.valuesDidChange()
      verdicts.valuesDidChange()
    }
  }
  /// The values that changed since they were last reported, in that order.
  private var unreported: [Change] = []
  /// What is being entered into the data, which others may change meanwhile; nil for nothing.
  private var entering: Entering? { didSet { version += 1 } }
  /// The name of the value that the user is still entering; nil for none.
  private var unfinished: String?
  private var left = LeftValues()
  /// The names of the values whose faults are shown.
  private var judged: Set<String> = []
  /// What the program says is wrong with answers, by name, and the answers it says that of.
  private var refused: [String: (answer: JSONValue?, message: String)] = [:] {
    didSet { version += 1 }
  }
  /// The components of the screen, which define what values there are.
  package var document: [ComponentModel] = [] {
    didSet {
      for (name, value) in found where asked[name] == nil {
        asked[name] = .some(entries[name]?.value ?? value)
      }
      found.removeAll()
      search = InputSearch(document)
      version += 1
    }
  }
  private var search = InputSearch([])
  private var patterns = PatternVerdicts()
  private var verdicts = ConditionVerdicts()
  /// The document's values looked up by name since it last changed; nil for names without one.
  private var found: [String: JSONValue?] = [:]
  /// The values of the names that were looked up before the document changed.
  private var asked: [String: JSONValue?] = [:]

  package init() {}

  /// The value of an item; nil if it has none.
  package func value(of item: Item) -> JSONValue? {
    guard let name = item.valueName else { return nil }
    if let entering, entering.pointer == item.input.boundPointer { return entering.value }
    // Another field with the name of a secret one does not show what was entered there.
    guard let entry = entries[name], entry.secret == nil || item.input.isSecret else {
      return item.documentValue
    }
    return entry.value
  }

  /// The value with a name; nil when no item has the name.
  ///
  /// - Complexity: O(1), except that all lookups together, between two changes of the content, may
  ///   visit each item once.
  package func value(named name: String) -> JSONValue? {
    if let entry = entries[name], entry.secret == nil || !hidesSecrets { return entry.value }
    if name == ExpressionEnvironment.clock { return .integer(time) }
    if let known = found[name] { return known }
    let value = search.first(named: name)?.item.documentValue
    found[name] = .some(value)
    return value
  }

  /// The items that have a value, in the order of the document.
  ///
  /// - Complexity: O(*n*) in all items the first time since the content was changed.
  package var inputs: [Input] { search.all }

  /// The values of the items that are shown, by name.
  package var answers: [String: JSONValue] {
    var answers: [String: JSONValue] = [:]
    for input in inputs
    where input.item.input.boundPointer == nil && answers[input.name] == nil && isShown(input.item)
    {
      answers[input.name] = value(of: input.item)
    }
    return answers
  }

  /// The path of the first item whose value has a name; nil when there is none.
  ///
  /// - Complexity: That of `value(named:)`.
  package func path(named name: String) -> ItemPath? { search.first(named: name)?.path }

  /// Whether an item can be used: it is not disabled, and the value it depends on allows it.
  func isEnabled(_ item: Item) -> Bool {
    !item.isDisabled && item.enabledWhen.map(holds) ?? true
  }

  /// Whether an item is shown, as far as that depends on other values.
  package func isShown(_ item: Item) -> Bool { item.visibleWhen.map(holds) ?? true }

  /// Whether the values satisfy `condition`.
  func holds(_ condition: InputCondition) -> Bool {
    verdicts.verdict(of: condition) { self.value(named: $0) }
  }

  // MARK: Faults

  /// What is wrong with the value of an item, if its faults are shown; nil for nothing.
  func shownFault(of item: Item, in words: Words) -> String? {
    guard let name = item.valueName, judged.contains(name) else { return nil }
    return fault(of: item, in: words)
  }

  /// What is wrong with the value of an item; nil for nothing. An item that cannot be used, or is
  /// not shown, needs no answer.
  package func fault(of item: Item, in words: Words = .english) -> String? {
    guard isEnabled(item), isShown(item) else { return nil }
    let value = value(of: item)
    if let name = item.valueName, let refusal = refused[name], refusal.answer == value {
      return refusal.message
    }
    guard item.isJudged else { return nil }
    var checks = item.input.checks
    if item.input.inputType == .color { checks.format = checks.format ?? .color }
    if item.takesNumber, case .string(let text)? = value {
      return checks.message.isEmpty ? NumberFormat.fault(of: text, in: words) : checks.message
    }
    return checks.fault(
      in: value, within: item.answerRange, words: words, other: { self.value(named: $0) },
      verdict: { patterns.verdict(of: $0, on: $1) },
      holds: { self.verdicts.verdict(of: $0, on: value) { self.value(named: $0) } })
  }

  /// Shows what is wrong with the value of `item`, if anything, from now on.
  ///
  /// - Returns: Whether this changes what is shown.
  package func judge(_ item: Item) -> Bool {
    guard let name = item.valueName, item.isJudged else { return false }
    return judged.insert(name).inserted && fault(of: item) != nil
  }

  /// Shows what the program says is wrong with the answer that `item` has now; an empty message
  /// takes it back.
  package func refuse(_ item: Item, because message: String) {
    guard let name = item.valueName else { return }
    refused[name] = message.isEmpty ? nil : (value(of: item), message)
    if !message.isEmpty { judged.insert(name) }
  }

  /// Takes back what the program has said is wrong with answers.
  ///
  /// - Returns: Their names.
  package func forgetRefusals() -> [String] {
    defer { if !refused.isEmpty { refused = [:] } }
    return refused.keys.sorted()
  }

  // MARK: Changes

  /// Gives the item at `path` another value.
  ///
  /// - Parameter isUnfinished: Whether the user is about to change it again.
  /// - Returns: The name of the value; nil when the item has none, or has this one.
  package func set(
    _ value: JSONValue, of item: Item, at path: ItemPath, isUnfinished: Bool = false
  ) -> String? {
    guard let name = item.valueName, let base = item.documentValue else { return nil }
    if isUnfinished { unfinished = name } else if unfinished == name { unfinished = nil }
    if value == self.value(of: item) { return nil }
    let isWhole = InputKind(of: item)?.isWhole(value, of: item) != false
    let isHidden = hidesSecrets && item.input.isSecret
    let isWritten = item.input.boundPointer != nil && isWhole && !isHidden
    if let pointer = item.input.boundPointer, isWritten {
      entries[name] = nil
      // What others write must not get between the letters of a text.
      let isText = InputKind(of: item) == .textField || isUnfinished
      let other = entering?.pointer == pointer ? entering?.other : nil
      entering =
        isText
        ? Entering(
          value: value, path: path, pointer: pointer, present: isUnfinished ? base : nil,
          other: other) : nil
    } else {
      if entering?.pointer == item.input.boundPointer { entering = nil }
      entries[name] = value == base ? nil : EnteredValue(value, insteadOf: base, item, at: path)
    }
    unreported.removeAll { $0.name == name }
    unreported.append(Change(name: name, path: path, written: isWritten ? value : nil))
    return name
  }

  /// Forgets what users gave, so that every item has the document's value.
  ///
  /// - Returns: The names of the values that changed or whose faults are no longer shown, sorted.
  package func reset() -> [String] {
    let names = entries.keys.sorted()
    unreported = entries.sorted { $0.key < $1.key }.map {
      Change(name: $0.key, path: $0.value.path, written: nil)
    }
    entries.removeAll()
    defer { judged.removeAll() }
    return Array(judged.union(names)).sorted()
  }

  /// Follows a change of the content.
  ///
  /// - Parameters:
  ///   - move: Returns the new path of the part that was at a path; nil when it is gone.
  ///   - item: Returns the item now at a path.
  /// - Returns: The names of the values that changed, among those that users gave and those that
  ///   something depends on.
  package func follow(_ move: (ItemPath) -> ItemPath?, item: (ItemPath) -> Item?) -> [String] {
    var dropped: [String] = []
    for (name, entry) in entries {
      var path = move(entry.path)
      // An item that was removed may have been inserted elsewhere.
      if path.flatMap(item)?.valueName != name { path = self.path(named: name) }
      guard let path, let kept = item(path), kept.documentValue == entry.base,
        entry.mayBe(of: kept, hidesSecrets: hidesSecrets)
      else {
        (entries[name], fields[name]) = (nil, nil)
        dropped.append(name)
        continue
      }
      entries[name]?.path = path
    }
    if !judged.isEmpty { judged.formIntersection(inputs.map(\.name)) }
    unreported = unreported.compactMap { change in
      var moved = change
      guard let path = move(change.path) else { return change.written == nil ? nil : change }
      moved.path = path
      return moved
    }
    if let old = entering {
      entering = follow(old, move, item)
      dropped += ([old.pointer] + [entering?.pointer].compactMap(\.self)).map { "/data" + $0 }
    }
    for (name, old) in asked where value(named: name) != old { dropped.append(name) }
    asked.removeAll()
    return dropped
  }

  private func follow(
    _ entering: Entering, _ move: (ItemPath) -> ItemPath?, _ item: (ItemPath) -> Item?
  ) -> Entering? {
    guard let path = move(entering.path), let item = item(path),
      let pointer = item.input.boundPointer,
      let value = item.documentValue
    else { return nil }
    var entering = entering
    (entering.path, entering.pointer) = (path, pointer)
    if let present = entering.present, value != present {
      entering.other = value == entering.value ? nil : value
    }
    entering.present = value
    return entering
  }

  /// Shows no faults until answers are given, or submitted, again.
  package func forgetFaults() { judged.removeAll() }

  // MARK: Screens that are replaced

  /// Sets aside what users gave `screen`, which another one is about to replace.
  package func leave(_ screen: Screen) {
    left.leave(screen, inputs) { entries[$0] }
    entries.removeAll()
    fields.removeAll()
    unreported.removeAll()
    forgetFaults()
  }

  /// Restores what users gave the items of `screen` when it was last shown, where the document's
  /// values and the titles are the same as then.
  package func restoreLeft(of screen: Screen) {
    guard left.has(screen) else { return }
    for input in inputs where entries[input.name] == nil {
      entries[input.name] = left.value(of: input, on: screen, hidesSecrets: hidesSecrets)
    }
  }

  // MARK: Keeping

  /// The values that users gave.
  package func kept(secrets: Bool) -> KeptValues {
    KeptValues(
      entries.filter { secrets || $0.value.secret == nil }.mapValues {
        KeptValues.Entry($0.value, insteadOf: $0.base, isSecret: $0.secret != nil)
      })
  }

  /// Restores kept values, except where users have given another since, or the document has another
  /// now.
  ///
  /// - Returns: The names of the values that changed.
  package func restore(_ kept: KeptValues) -> [String] {
    var rest = kept.entries.filter { entries[$0.key] == nil }
    guard !rest.isEmpty else { return [] }
    return inputs.compactMap { input in
      guard let old = rest[input.name], old.documentValue == input.item.documentValue,
        !old.isSecret || input.item.input.isSecret
      else { return nil }
      rest[input.name] = nil
      entries[input.name] = EnteredValue(
        old.value, insteadOf: old.documentValue, input.item, at: input.path)
      return input.name
    }
  }

  /// Gives items the answers that others with their names have, which is not reported.
  ///
  /// - Parameters:
  ///   - secrets: The names of secrets, which only secret fields are given.
  ///   - answer: The answer for an item; nil to keep its own.
  /// - Returns: The names of the values that changed.
  package func share(
    secrets: Set<String>, _ answer: (Item, String) -> JSONValue?
  ) -> [String] {
    inputs.compactMap { input in
      let isOpen = !secrets.contains(input.name) || input.item.input.isSecret && !hidesSecrets
      guard isOpen, input.item.input.boundPointer == nil, let base = input.item.documentValue,
        let value = answer(input.item, input.name), value != self.value(of: input.item)
      else { return nil }
      entries[input.name] =
        value == base ? nil : EnteredValue(value, insteadOf: base, input.item, at: input.path)
      return input.name
    }
  }

  // MARK: Reporting

  /// Whether the user is still entering a value.
  package var areUnfinished: Bool { unfinished != nil }

  /// Notes that the user has finished the value being entered.
  ///
  /// - Returns: What was entered into the data, if it is not there: it was not finished, or
  ///   something else came meanwhile.
  package func finish() -> Entering? {
    let wasUnfinished = unfinished != nil
    unfinished = nil
    defer { if entering != nil { entering = nil } }
    return entering.flatMap { wasUnfinished || $0.other != nil ? $0 : nil }
  }

  /// The changes since the last call, each value once, except one that is still being entered.
  package func takeChanges() -> [Change] {
    if unreported.isEmpty { return [] }
    let ready = unreported.filter { $0.name != unfinished }
    unreported.removeAll { $0.name != unfinished }
    return ready
  }
}
