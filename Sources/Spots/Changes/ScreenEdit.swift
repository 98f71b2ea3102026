/// Changes a screen, within `SpotsController.change(animation:_:)`.
///
/// Content that stays the same keeps its views, selection and offsets. A call that throws changes
/// nothing.
@MainActor
public final class ScreenEdit {
  /// The screen as it will be after the calls so far, as its document says it: with holes, if it
  /// has data.
  public var screen: Screen { edited.screen }
  /// The diagnostics of the document that was read; nil keeps the present ones.
  private(set) var diagnostics: [Diagnostic]?
  /// Whether the user moves or deletes items; see `ScreenChange`.
  var keepsOffset = false
  /// Whether the change is none of the content; see `ScreenChange`.
  var isProvisional = false
  fileprivate var edited: EditedScreen
  private let reader: ScreenReader
  private let identifiers: IdentifierIndex
  /// The version of the screen before the change.
  private let version: Int

  /// - Parameters:
  ///   - edited: The screen before the change.
  ///   - reader: Reads documents.
  ///   - identifiers: Those of the screen, to find parts by their names.
  ///   - version: The number of changes so far.
  init(
    _ edited: EditedScreen, _ reader: ScreenReader, identifiers: IdentifierIndex, version: Int
  ) {
    self.edited = edited
    (self.reader, self.identifiers, self.version) = (reader, identifiers, version)
  }

  /// The change that the calls make together; nil when nothing changes.
  var change: ScreenChange? {
    identifiers.follow(&edited)
    let (screen, binding, diff) = edited.result(reader)
    guard diff.isChange || edited.isRefilled else { return nil }
    return ScreenChange(
      screen: screen, binding: binding, diff: diff, keepsOffset: keepsOffset,
      isProvisional: isProvisional)
  }

  /// Changes a part of the screen as a line of JSON says; see `ScreenPatch`.
  ///
  /// - Returns: The warnings about the items and components in the line.
  /// - Throws: `PatchError` with the reason when the line is not such a change, or cannot be made.
  /// - Complexity: An `append` costs only what it adds, however much is on the screen; the first
  ///   change of a part by its name reads all identifiers of the screen.
  @discardableResult
  public func apply(line: some Sequence<UInt8>) throws(PatchError) -> [Diagnostic] {
    guard let parsed = reader.readPatch(Array(line)) else { throw .noChange }
    return parsed.warnings + (try apply(parsed.result.get()))
  }

  /// Changes a part of the screen as the text of a line says; see `apply(line:)`.
  @discardableResult
  public func apply(line: String) throws(PatchError) -> [Diagnostic] {
    try apply(line: line.utf8)
  }

  /// Changes a part of the screen.
  ///
  /// - Returns: Warnings about items and components that could be read only at their destination.
  /// - Throws: `PatchError` with the reason when the change cannot be made, or would make it
  ///   necessary to write more than 64 MiB of JSON and read it again.
  @discardableResult
  public func apply(_ patch: ScreenPatch) throws(PatchError) -> [Diagnostic] {
    try apply(patch, limit: PatchError.mostWork)
  }

  /// Changes a part of the screen, unless that is more work than `limit`, in bytes of JSON; the
  /// error's `isTooMuchWork` is then true.
  package func apply(_ patch: ScreenPatch, limit: Int) throws(PatchError) -> [Diagnostic] {
    try patch.apply(to: &edited, index: identifiers, reader: reader, limit: limit)
  }

  /// Makes the change that a job has worked out, if it could, as the first of this edit.
  ///
  /// - Returns: Whether the screen is still the one for which the job was made. If it is not,
  ///   nothing changes, and the job's result means nothing.
  package func adopt(_ job: PatchJob) -> Bool {
    guard job.version == version else { return false }
    if case .success? = job.result {
      edited = job.edited
      identifiers.takeOver(job.identifiers)
    }
    return true
  }

  /// The component at `index`.
  ///
  /// - Throws: `ChangeError.noComponent` when there is none.
  public subscript(index: Int) -> ComponentEdit {
    get throws(ChangeError) {
      guard screen.components.indices.contains(index) else {
        throw .noComponent(index: index, count: screen.components.count)
      }
      return ComponentEdit(self, PartPath([index]))
    }
  }

  /// The component at `path`, which must exist. A composite item around it is changed as a whole:
  /// what is inside is compared when it is shown.
  func component(at path: ComponentPath) -> ComponentEdit { ComponentEdit(self, PartPath(path)) }

  /// Shows rows in the order that has been found for them.
  func adopt(_ ordered: ScreenBinding) { edited.adopt(ordered) }

  /// Puts the rows of an array of the data where they belong, although the user is there.
  func letRowsGo(of array: String) { edited.letRowsGo(of: array) }

  /// Fills the screen's holes with other answers.
  func replaceValues(_ values: [String: JSONValue]) { edited.replaceValues(values) }

  /// Gives a place in the screen's data the value that the user has chosen.
  ///
  /// - Parameter member: The name of a member of the object there; nil for the value itself.
  func write(_ value: JSONValue, of member: String? = nil, at pointer: String) throws {
    try edited.write(value, of: member, at: pointer)
  }

  /// Shows a new version of the data. Places that users have changed, and that are the same in both
  /// versions, stay as they are.
  public func load(_ data: DataValue) { edited.load(data) }

  /// Shows the data of another screen, with what users have changed in it.
  func share(_ data: ScreenData) { edited.share(data) }

  /// Follows changes of rows that the program keeps. It has made them already, so they are to be
  /// told even if the screen cannot be changed otherwise.
  ///
  /// - Parameters:
  ///   - changes: In their order.
  ///   - pointer: The JSON pointer of the rows in the data.
  /// - Throws: When there are no such rows, or the changes do not fit them.
  /// - Complexity: O(ranges); what is shown of the changed rows is configured anew.
  public func rowsDidChange(_ changes: [RowChange], at pointer: String) throws {
    try edited.follow(changes, at: pointer)
  }

  /// Makes the items of observed rows with some indexes again, if the screen still has these rows.
  func rowsDidChange(_ indexes: [Int], of rows: ObservedRows) {
    let lists = screen.components.map(\.items.observed)
    guard let component = lists.firstIndex(where: { $0?.rows === rows }), let old = lists[component]
    else { return }
    let new = old.changed(at: indexes)
    edited.replace(old, with: new, changed: indexes, in: PartPath([component]))
  }

  /// Shows `screen` in place of another, of which nothing is kept.
  func open(_ screen: Screen) { edited.replace(screen, isAnother: true) }

  /// Shows `screen`, with its title, theme and next page.
  public func reload(_ screen: Screen) { edited.replace(screen) }

  /// Shows the screen that `json`, UTF-8, describes. It is read now, on the main actor;
  /// `SpotsController.reload(json:)` reads it on another thread.
  ///
  /// - Throws: `ChangeError.invalidScreen` when it describes no screen.
  public func reload(json: some Sequence<UInt8>) throws(ChangeError) {
    try reload(reader.readOnDemand(Array(json)))
  }

  func reload(_ reading: ParsedScreen, ifNeeded: Bool = false) throws(ChangeError) {
    let new = try reading.shown()
    if ifNeeded { reloadIfNeeded(new) } else { reload(new) }
    diagnostics = reading.diagnostics
  }

  /// Shows these components; title, theme and next page stay.
  public func reload(_ components: [ComponentModel]) {
    var new = screen
    new.components = components
    diagnostics = []
    edited.replace(new)
  }

  /// Shows these components unless they are the present ones: then nothing changes, and the
  /// delegate hears nothing.
  ///
  /// - Complexity: O(items).
  public func reloadIfNeeded(_ components: [ComponentModel]) {
    if components != screen.components { reload(components) }
  }

  /// Shows `screen` unless it is the present one: then nothing changes, and the delegate hears
  /// nothing.
  ///
  /// - Complexity: O(items).
  public func reloadIfNeeded(_ screen: Screen) {
    if screen != self.screen { reload(screen) }
  }

  /// Adds the components of the following page after the present ones, and takes over its `next`.
  /// Its title and theme are not used.
  public func append(_ page: Screen) {
    var new = screen
    new.append(page.components)
    new.next = page.next
    edited.replace(new)
  }
}

/// Changes one component, within `Component.change` or `SpotsController.change`.
///
/// Each call counts indexes as the calls before it left them. A wrong one throws
/// `ChangeError.noItem` and changes nothing.
@MainActor
public final class ComponentEdit {
  private let edit: ScreenEdit
  private let path: PartPath

  init(_ edit: ScreenEdit, _ path: PartPath) {
    (self.edit, self.path) = (edit, path)
  }

  /// The component as it will be after the calls so far.
  public var model: ComponentModel { edit.edited.component(at: path) }

  private var items: ItemList { edit.edited.items(in: path) }

  /// Adds an item after the others.
  public func append(_ item: Item) { append([item]) }

  /// Adds items after the others.
  public func append(_ items: [Item]) { add(items, at: self.items.count) }

  /// Adds an item before the others.
  public func prepend(_ item: Item) { prepend([item]) }

  /// Adds items before the others.
  public func prepend(_ items: [Item]) { add(items, at: 0) }

  /// Adds an item before the one at `index`, which may be the number of items.
  public func insert(_ item: Item, at index: Int) throws(ChangeError) {
    try insert([item], at: index)
  }

  /// Adds items before the one at `index`, which may be the number of items.
  public func insert(_ items: [Item], at index: Int) throws(ChangeError) {
    guard (0...self.items.count).contains(index) else { throw fault(index) }
    add(items, at: index)
  }

  private func add(_ items: [Item], at index: Int) {
    edit.edited.insert(items, at: path.appending(index))
  }

  /// Shows `item` in place of the one at `index`.
  public func update(_ item: Item, at index: Int) throws(ChangeError) {
    guard items.indices.contains(index) else { throw fault(index) }
    edit.edited.update(item, at: path.appending(index))
  }

  /// Changes the whole component.
  public func update(_ body: (inout ComponentModel) throws -> Void) rethrows {
    var new = model
    try body(&new)
    if new != model { edit.edited.update(new, at: path) }
  }

  /// Deletes the item at `index`.
  public func delete(at index: Int) throws(ChangeError) { try delete(at: [index]) }

  /// Deletes the items at `indexes`, in any order; an index named twice is deleted once.
  public func delete(at indexes: [Int]) throws(ChangeError) {
    if let least = indexes.min(), least < 0 { throw fault(least) }
    if let greatest = indexes.max(), greatest >= items.count { throw fault(greatest) }
    try delete(at: RangeSet(items: indexes))
  }

  /// Deletes the items with these indexes.
  ///
  /// - Complexity: O(*r* · *c*), where *r* is the number of ranges and *c* that of chunks; see
  ///   `ItemList`.
  public func delete(at indexes: RangeSet<Int>) throws(ChangeError) {
    let gone = indexes.ranges
    if let first = gone.first?.lowerBound, first < 0 { throw fault(first) }
    if let end = gone.last?.upperBound, end > items.count { throw fault(end - 1) }
    edit.edited.remove(indexes, in: path)
  }

  /// Deletes an item: the first with the same identifier or, if it has none, the same content.
  /// Nothing happens when there is none.
  public func delete(_ item: Item) throws(ChangeError) { try delete([item]) }

  /// Deletes these items, found by identifier or, if they have none, by content. Of several equal
  /// items it deletes the first, as many as are passed; those that are not there are ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items in both.
  public func delete(_ items: [Item]) throws(ChangeError) {
    var missing: [ItemIdentity: Int] = [:]
    for item in items { missing[ItemIdentity(item), default: 0] += 1 }
    var rest = items.count
    var found: [Int] = []
    for (index, item) in self.items.enumerated() where rest > 0 {
      let identity = ItemIdentity(item)
      guard let count = missing[identity], count > 0 else { continue }
      missing[identity] = count - 1
      rest -= 1
      found.append(index)
    }
    try delete(at: found)
  }

  /// Moves an item; `destination` is its index afterwards.
  public func move(from source: Int, to destination: Int) throws(ChangeError) {
    for index in [source, destination] where !items.indices.contains(index) { throw fault(index) }
    edit.edited.move(from: source, to: destination, in: path)
  }

  /// Shows `items` in place of the present ones; those that are the same keep their views.
  public func reload(_ items: some Sequence<Item>) {
    edit.edited.replaceItems(ItemList(items), in: path)
  }

  /// Shows `items` unless they are the present ones: then nothing changes, and the delegate hears
  /// nothing.
  ///
  /// - Complexity: O(items).
  public func reloadIfNeeded(_ items: some Sequence<Item>) {
    let new = ItemList(items)
    if new != self.items { reload(new) }
  }

  /// Configures and measures the views of items anew although the items have not changed.
  ///
  /// - Parameter indexes: nil stands for all items, the header and the footer.
  public func reloadViews(at indexes: [Int]? = nil) throws(ChangeError) {
    if let wrong = indexes?.first(where: { !items.indices.contains($0) }) { throw fault(wrong) }
    edit.edited.reload(indexes, in: path)
  }

  /// Lays the component out again although nothing of it has changed.
  func showAgain() { edit.edited.reload([], in: path) }

  private func fault(_ index: Int) -> ChangeError { .noItem(index: index, count: items.count) }
}

extension ParsedScreen {
  /// The screen; throws `ChangeError.invalidScreen` when the document is not one.
  package func shown() throws(ChangeError) -> Screen {
    guard let screen else { throw .invalidScreen(diagnostics) }
    return screen
  }
}

/// The reason that a change of the content was not made. Nothing has changed then.
public enum ChangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no component at `index`.
  case noComponent(index: Int, count: Int)
  /// There is no item at `index`, or no place for one.
  case noItem(index: Int, count: Int)
  /// The component is not on a screen, or no longer.
  case notOnScreen
  /// The JSON is not a screen, for these reasons.
  case invalidScreen([Diagnostic])

  /// The reason in words, without a period.
  public var description: String {
    switch self {
    case .noComponent(let index, let count): "there is no component \(index) of \(count)"
    case .noItem(let index, let count): "there is no item \(index) of \(count)"
    case .notOnScreen: "the component is on no screen"
    case .invalidScreen(let diagnostics): Self.text(diagnostics)
    }
  }

  /// The first error as `line:column: text`.
  private static func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.first { $0.severity == .error }
      .map { "\($0.line):\($0.column): \($0.message)" } ?? "there is no screen"
  }
}
