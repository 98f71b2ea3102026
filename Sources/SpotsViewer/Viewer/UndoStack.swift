import Spots

/// The deletions and moves of items on a page that its users can take back, the last one first, and
/// those that they have taken back and can make again. Rows of data are taken back in the data.
@MainActor
final class UndoStack {
  fileprivate struct Step {
    let event: SpotsEvent
    let path: ComponentPath
    /// The items after it; nil where the program, not the screen, changes them.
    let items: ItemList?
    /// The operations on the data that make it; empty for items that are not made of rows.
    let patch: [JSONValue]
  }

  /// The result of undoing or redoing a step.
  enum Outcome {
    /// There is none.
    case nothing
    /// It is taken back or made again, or the program is to do that.
    case done(SpotsEvent)
    /// The items are others by now.
    case refused
  }

  private var steps: [Step] = []
  /// The steps that have been taken back, with the items that this has left; the last one is made
  /// again first.
  private var undone: [(step: Step, items: ItemList?)] = []
  private static let most = 100
  /// The last operations on the data, which are told before the deletion or move that they make.
  private var patch: [JSONValue] = []

  /// Notes what the user has done, if it can be taken back.
  ///
  /// - Returns: The number of items that were deleted; 0 for anything else.
  func note(_ event: SpotsEvent, on controller: SpotsController) -> Int {
    let path: ComponentPath
    let isOfRows: Bool
    var count = 0
    var patch: [JSONValue] = []
    swap(&patch, &self.patch)
    switch event {
    case .dataChanged(let operations):
      self.patch = operations
      return 0
    case .itemsDeleted(let indexes, let before, let component):
      (path, count) = (component, indexes.indexCount)
      isOfRows = indexes.ranges.first.flatMap { before.row(ofItem: $0.lowerBound) } != nil
    case .itemMoved(_, let item, let place) where item.last.item != place:
      path = item.componentPath
      isOfRows = controller.boundData.rowPointer(of: path.item(place)) != nil
    default: return 0
    }
    guard path.parent == nil, let model = controller.component(at: path)?.model else { return 0 }
    undone = []
    if steps.count >= Self.most { steps.removeFirst() }
    if !isOfRows { patch = [] }
    // Actions remove rows where users cannot delete them, too.
    let items = model.interaction.isEditable || !patch.isEmpty ? model.items : nil
    steps.append(Step(event: event, path: path, items: items, patch: patch))
    return count
  }

  /// Takes back the last step.
  func undo(on controller: SpotsController) -> Outcome {
    guard let step = steps.popLast() else { return .nothing }
    guard change(controller, step, from: step.items, step.inverse, Self.takeBack) else {
      return .refused
    }
    undone.append((step, step.items.map { _ in items(of: step, on: controller) }))
    return .done(step.event)
  }

  /// Makes the step again that was last taken back.
  func redo(on controller: SpotsController) -> Outcome {
    guard let (step, items) = undone.popLast() else { return .nothing }
    guard change(controller, step, from: items, step.patch, Self.makeAgain) else {
      undone = []
      return .refused
    }
    steps.append(step)
    return .done(step.event)
  }

  private func items(of step: Step, on controller: SpotsController) -> ItemList {
    controller.component(at: step.path)?.model.items ?? []
  }

  /// Changes the items of a step if they are `items`; nil leaves that to the program.
  ///
  /// - Parameters:
  ///   - patch: The operations on the data of which they are made; empty for others.
  ///   - body: Changes items that are not made of rows.
  /// - Returns: False where they are others by now.
  private func change(
    _ controller: SpotsController, _ step: Step, from items: ItemList?, _ patch: [JSONValue],
    _ body: (SpotsEvent, ComponentEdit) throws -> Void
  ) -> Bool {
    guard let items else { return true }
    guard self.items(of: step, on: controller) == items else { return false }
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
  /// The operations that take back those of the step: rows that were removed are added from the
  /// first on, with the values that they had.
  fileprivate var inverse: [JSONValue] {
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
