import Spots

/// Hears what users do with the items of pages, and passes it on as events.
@MainActor
final class ItemEvents {
  /// Called with the action of an item that was activated, and the index of its component.
  var onAction: (_ action: String, _ component: Int) -> Void = { _, _ in }
  private let context: ViewerContext

  init(_ context: ViewerContext) {
    self.context = context
  }
}

extension ItemEvents: ComponentDelegate {
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath) {
    let values = item.action == nil ? [:] : controller.values.answers
    context.onEvent(.itemSelected(item, at: path, values: values))
    if let action = item.action { onAction(action, path.component) }
  }

  /// Programs that hear events are told of every click.
  func controller(_ controller: SpotsController, answers item: Item, at path: ItemPath) -> Bool {
    context.areSelectionsHeard
  }

  func controller(
    _ controller: SpotsController, didChangeSelection items: RangeSet<Int>, of path: ComponentPath
  ) {
    guard let all = controller.component(at: path)?.model.items else { return }
    context.onEvent(.selectionChanged(items, of: all, at: path))
  }

  func controller(
    _ controller: SpotsController, itemMoved item: Item, from path: ItemPath, to index: Int
  ) {
    context.onEvent(.itemMoved(item, at: path, to: index))
  }

  func controller(
    _ controller: SpotsController, itemsDeleted indexes: RangeSet<Int>, from items: ItemList,
    of path: ComponentPath
  ) {
    context.onEvent(.itemsDeleted(indexes, of: items, at: path))
  }

  func controller(
    _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
    at path: ItemPath
  ) {
    context.onEvent(.valueChanged(name: name, value, at: path))
  }

  func controller(
    _ controller: SpotsController, didFilter path: ComponentPath, by text: String
  ) {
    let filtered = controller.components.filter { component in
      component.path == path || component.model.filter != nil && component.filterText == text
    }
    context.onEvent(
      .filtered(
        by: text, shown: filtered.reduce(0) { $0 + $1.shownCount },
        of: filtered.reduce(0) { $0 + $1.presentCount }, at: path))
  }

  func controller(
    _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
    at path: ItemPath
  ) {
    context.onEvent(.submitted(values, action: action, at: path))
  }
}

extension ItemEvents: CarouselScrollDelegate {
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool
  ) {
    context.onEvent(.carouselEnded(at: path.item(item)))
  }
}
