import Spots

/// The steps on a page that users can undo, the last one first, and those they can redo. A step
/// deletes or moves items, or turns a switch in a row of the data. Steps on rows are undone in the
/// data.
@MainActor
final class UndoStack {
  /// The state after a step, which must still be the same for the step to be undone.
  fileprivate enum Result: Equatable {
    case items(ItemList)
    /// The row of the data at a JSON pointer.
    case row(String, JSONValue?)
    /// The program, not the screen, changes the items.
    case program

    /// Whether this is what `other` was, perhaps with more items at the end of a shorter list.
    func has(_ other: Result) -> Bool {
      guard case .items(let items) = self, case .items(let old) = other, items.count > old.count,
        old.count <= 10_000
      else { return self == other }
      return zip(items, old).allSatisfy { $0 == $1 }
    }
  }

  fileprivate struct Step {
    let event: SpotsEvent
    let path: ComponentPath
    let result: Result
    /// The operations on the data that make it; empty for items that are not made of rows.
    let patch: [JSONValue]
  }

  /// A kind of step, as users are told of it.
  enum Kind {
    case deleted(Int)
    case moved, switched
  }

  /// The result of undoing or redoing a step.
  enum Outcome {
    /// There is none.
    case nothing
    /// It is taken back or made again, or the program is to do that; nil if the program has never
    /// heard of it.
    case done(SpotsEvent?)
    /// The items are others by now.
    case refused
  }

  private var steps: [Step] = []
  /// The steps that have been undone, with the state after that; the last one is redone first.
  private var undone: [(step: Step, result: Result)] = []
  private static let most = 100
  /// The last operations on the data, which are told before the deletion or move that they make.
  private var patch: [JSONValue] = []
  /// The events of the last step, if the program is not to hear of it while its note is shown.
  private var waiting: [SpotsEvent] = []
  /// The number of steps that have been made.
  private(set) var count = 0
  /// Whether a step is being taken back that the program has never heard of.
  private var isSilent = false

  /// Notes what the user has done, if it can be taken back.
  ///
  /// - Parameter waits: Whether the program is told of a step only when its note is gone.
  /// - Returns: What the program is told now, and the kind of the step; nil for anything else.
  func hear(
    _ event: SpotsEvent, on controller: SpotsController, waits: Bool
  ) -> (told: [SpotsEvent], kind: Kind?) {
    if isSilent { return ([], nil) }
    let patch = self.patch
    let (step, kind) = step(of: event, on: controller)
    if let step {
      undone = []
      count += 1
      if steps.count >= Self.most { steps.removeFirst() }
      steps.append(step)
    }
    guard waits, step != nil || !self.patch.isEmpty else { return ([event], kind) }
    // The operations and the step that they make are told together.
    let told = patch.isEmpty ? takeWaiting() : []
    waiting.append(event)
    return (told, kind)
  }

  /// The events that the program has not heard of yet, which it hears of now.
  func takeWaiting() -> [SpotsEvent] {
    defer { waiting = [] }
    return waiting
  }

  private func step(
    of event: SpotsEvent, on controller: SpotsController
  ) -> (step: Step?, kind: Kind?) {
    var patch: [JSONValue] = []
    swap(&patch, &self.patch)
    switch event {
    case .dataChanged(let operations):
      // Rows that an action adds are no step.
      self.patch = operations.contains { $0["op"] == "add" } ? [] : operations
      return (nil, nil)
    case .itemsDeleted(let indexes, let before, let path):
      let isOfRows = indexes.ranges.first.flatMap { before.row(ofItem: $0.lowerBound) } != nil
      let step = step(event, of: path, isOfRows ? patch : [], on: controller)
      return (step, step.map { _ in .deleted(indexes.indexCount) })
    case .itemMoved(_, let item, let place) where item.last.item != place:
      let path = item.componentPath
      let isOfRows = controller.boundData.rowPointer(of: path.item(place)) != nil
      let step = step(event, of: path, isOfRows ? patch : [], on: controller)
      return (step, step.map { _ in .moved })
    case .valueChanged(let name, .bool(let isOn), let path):
      guard let pointer = name.dataPointer, let row = pointer.row else { return (nil, nil) }
      let result = Result.row(row, controller.data?.value(at: row))
      let patch = [Step.turning(pointer, to: isOn)]
      let step = Step(event: event, path: path.componentPath, result: result, patch: patch)
      return (step, .switched)
    default: return (nil, nil)
    }
  }

  private func step(
    _ event: SpotsEvent, of path: ComponentPath, _ patch: [JSONValue],
    on controller: SpotsController
  ) -> Step? {
    guard path.parent == nil, let model = controller.component(at: path)?.model else { return nil }
    // Actions remove rows where users cannot delete them, too.
    let isOfScreen = model.interaction.isEditable || !patch.isEmpty
    let result = isOfScreen ? Result.items(model.items) : .program
    return Step(event: event, path: path, result: result, patch: patch)
  }

  /// Takes back the last step.
  func undo(on controller: SpotsController) -> Outcome {
    guard let step = steps.popLast() else { return .nothing }
    isSilent = !waiting.isEmpty
    defer { isSilent = false }
    guard change(controller, step, from: step.result, step.inverse, Self.takeBack) else {
      return .refused
    }
    undone.append((step, result(of: step, on: controller)))
    return .done(takeWaiting().isEmpty ? step.undoneEvent : nil)
  }

  /// Makes the step again that was last taken back.
  func redo(on controller: SpotsController) -> Outcome {
    guard let (step, result) = undone.popLast() else { return .nothing }
    guard change(controller, step, from: result, step.patch, Self.makeAgain) else {
      undone = []
      return .refused
    }
    steps.append(step)
    return .done(step.event)
  }

  /// The present state of what a step changed.
  private func result(of step: Step, on controller: SpotsController) -> Result {
    switch step.result {
    case .items: .items(controller.component(at: step.path)?.model.items ?? [])
    case .row(let pointer, _): .row(pointer, controller.data?.value(at: pointer))
    case .program: .program
    }
  }

  /// Undoes or redoes a step if what it changed is still in the state `result`.
  ///
  /// - Parameters:
  ///   - patch: The operations on the data that change it; empty for items not made of rows.
  ///   - body: Changes items that are not made of rows.
  /// - Returns: False where it is something else by now.
  private func change(
    _ controller: SpotsController, _ step: Step, from result: Result, _ patch: [JSONValue],
    _ body: (SpotsEvent, ComponentEdit) throws -> Void
  ) -> Bool {
    guard self.result(of: step, on: controller).has(result) else { return false }
    if result == .program { return true }
    if !patch.isEmpty { return controller.boundData.make(patch) }
    do {
      try controller.change { try body(step.event, $0[step.path.index]) }
      return true
    } catch {
      return false
    }
  }

  private static func makeAgain(_ event: SpotsEvent, _ edit: ComponentEdit) throws {
    switch event {
    case .itemsDeleted(let indexes, _, _): try edit.delete(at: indexes)
    case .itemMoved(_, let path, let destination):
      if let source = path.last.item { try edit.move(from: source, to: destination) }
    default: return
    }
  }

  private static func takeBack(_ event: SpotsEvent, _ edit: ComponentEdit) throws {
    switch event {
    case .itemsDeleted(let indexes, let before, _):
      for range in indexes.ranges { try edit.insert(Array(before[range]), at: range.lowerBound) }
    case .itemMoved(_, let path, let destination):
      if let source = path.last.item { try edit.move(from: destination, to: source) }
    default: return
    }
  }
}

extension UndoStack.Step {
  /// The step, as programs hear that it is taken back: a switch has the value of before.
  fileprivate var undoneEvent: SpotsEvent {
    guard case .valueChanged(let name, .bool(let isOn), let path) = event else { return event }
    return .valueChanged(name: name, .bool(!isOn), at: path)
  }

  /// The operation on the data that turns a switch.
  fileprivate static func turning(_ pointer: String, to isOn: Bool) -> JSONValue {
    ["op": "replace", "path": .string(pointer), "value": .bool(isOn)]
  }

  /// The operations that take back those of the step: rows that were removed are added from the
  /// first on, with the values that they had.
  fileprivate var inverse: [JSONValue] {
    if case .valueChanged(let name, .bool(let isOn), _) = event, let pointer = name.dataPointer {
      return [Self.turning(pointer, to: !isOn)]
    }
    var removed: [Int: JSONValue] = [:]
    if case .itemsDeleted(let indexes, let before, _) = event {
      for index in indexes.ranges.joined() {
        if let row = before.row(ofItem: index) { removed[row.index] = row.value }
      }
    }
    return patch.reversed().compactMap { operation in
      guard case .object(var members) = operation, case .string(let path)? = members["path"] else {
        return nil
      }
      if let from = members["from"] {
        (members["from"], members["path"]) = (.string(path), from)
      } else {
        let number = path.split(separator: "/").last.flatMap { Int($0) }
        guard let value = number.flatMap({ removed[$0] }) else { return nil }
        (members["op"], members["value"]) = ("add", value)
      }
      return .object(members)
    }
  }
}

extension String {
  /// The JSON pointer in the data that the name of a value stands for; nil for other names.
  fileprivate var dataPointer: String? { hasPrefix("/data/") ? String(dropFirst(5)) : nil }

  /// The innermost row that a JSON pointer leads into; nil for none.
  fileprivate var row: String? {
    let parts = split(separator: "/")
    guard let index = parts.lastIndex(where: { Int($0) != nil }), index < parts.count - 1 else {
      return nil
    }
    return parts[...index].reduce(into: "") { $0 += "/" + $1 }
  }
}
