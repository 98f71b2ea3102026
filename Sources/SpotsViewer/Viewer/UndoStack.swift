import Spots

/// The deletions and moves of items on a page that its users can take back, the last one first.
///
/// Rows of data are not among them: their changes are those of the data.
@MainActor
final class UndoStack {
  private struct Step {
    let event: SpotsEvent
    let path: ComponentPath
    /// The items after it; nil where the program, not the screen, changes them.
    let items: ItemList?
  }

  /// The result of undoing the last step.
  enum Outcome {
    /// There is none.
    case nothing
    /// It is taken back, or the program is to do that.
    case undone(SpotsEvent)
    /// The items are others by now.
    case refused
  }

  private var steps: [Step] = []
  private static let most = 100

  /// Notes what the user has done, if it can be taken back.
  ///
  /// - Returns: The number of items that were deleted; 0 for anything else.
  func note(_ event: SpotsEvent, on controller: SpotsController) -> Int {
    let path: ComponentPath
    var count = 0
    switch event {
    case .itemsDeleted(let indexes, _, let component):
      (path, count) = (component, indexes.indexCount)
    case .itemMoved(_, let item, let place) where item.last.item != place:
      path = item.componentPath
    default: return 0
    }
    guard path.parent == nil, let model = controller.component(at: path)?.model,
      model.rows.each == nil
    else { return 0 }
    if steps.count >= Self.most { steps.removeFirst() }
    let isEditable = model.interaction.isEditable
    steps.append(Step(event: event, path: path, items: isEditable ? model.items : nil))
    return count
  }

  /// Takes back the last step.
  func undo(on controller: SpotsController) -> Outcome {
    guard let step = steps.popLast() else { return .nothing }
    guard let items = step.items else { return .undone(step.event) }
    guard controller.component(at: step.path)?.model.items == items else { return .refused }
    do {
      try controller.change { try Self.takeBack(step.event, $0[step.path.index]) }
      return .undone(step.event)
    } catch {
      return .refused
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
