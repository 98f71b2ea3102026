// The delegates of a controller, each for some of the events. Every method is optional, and
// described where its event is.

/// Hears of what the user does with items, and of views that come and go.
@MainActor
public protocol ComponentDelegate: AnyObject {
  /// Hears of `SpotsEvent.itemSelected`.
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath)
  /// Whether anything happens when an item without actions is clicked, where the selection is
  /// `single`; true by default. An item that is not answered neither shows that the pointer is over
  /// it nor stays selected.
  func controller(_ controller: SpotsController, answers item: Item, at path: ItemPath) -> Bool
  /// Hears of `SpotsEvent.valueChanged`.
  func controller(
    _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
    at path: ItemPath)
  /// Hears of `SpotsEvent.submitted`.
  func controller(
    _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
    at path: ItemPath)
  /// Hears of `SpotsEvent.selectionChanged`.
  func controller(_ controller: SpotsController, didChangeSelection path: ItemPath?)
  /// Hears of `SpotsEvent.severalSelected`.
  func controller(
    _ controller: SpotsController, didChangeSelection items: RangeSet<Int>, of path: ComponentPath)
  /// Hears of `SpotsEvent.itemMoved`.
  func controller(
    _ controller: SpotsController, itemMoved item: Item, from path: ItemPath, to index: Int)
  /// Hears of `SpotsEvent.itemsDeleted`.
  func controller(
    _ controller: SpotsController, itemsDeleted indexes: RangeSet<Int>, from items: ItemList,
    of path: ComponentPath)
  /// Hears of `SpotsEvent.filtered`.
  func controller(_ controller: SpotsController, didFilter path: ComponentPath, by text: String)
  /// Hears of `SpotsEvent.contentChanged`.
  func controllerComponentsDidChange(_ controller: SpotsController)
  /// Hears of `SpotsEvent.willDisplay`.
  func controller(
    _ controller: SpotsController, willDisplay view: View, item: Item, at path: ItemPath)
  /// Hears of `SpotsEvent.didEndDisplaying`.
  func controller(
    _ controller: SpotsController, didEndDisplaying view: View, item: Item, at path: ItemPath)
  /// Hears of `SpotsEvent.didConfigureEdge` for headers.
  func controller(
    _ controller: SpotsController, didConfigureHeader view: View, item: Item, at path: ItemPath)
  /// Hears of `SpotsEvent.didConfigureEdge` for footers.
  func controller(
    _ controller: SpotsController, didConfigureFooter view: View, item: Item, at path: ItemPath)
}

/// Hears of vertical scrolling.
@MainActor
public protocol ScrollDelegate: AnyObject {
  /// Hears of `SpotsEvent.scrolled`.
  func controllerDidScroll(_ controller: SpotsController)
  /// Hears of `SpotsEvent.reachedBeginning`, if the method with a completion is left out.
  func controllerDidReachBeginning(_ controller: SpotsController)
  /// Hears of `SpotsEvent.reachedBeginning`. By default calls the method without a completion.
  func controllerDidReachBeginning(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
  /// Hears of `SpotsEvent.reachedEnd`.
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears of the scrolling of carousels, both those of the screen and those inside composite items.
///
/// The path names the carousel as it is when the method is called. `controller.component(at:)` is
/// the carousel itself, and `path.index` its index where `path.parent` is nil.
@MainActor
public protocol CarouselScrollDelegate: AnyObject {
  /// Hears of `SpotsEvent.carouselScrolled`.
  func controller(_ controller: SpotsController, carouselDidScroll path: ComponentPath)
  /// Hears of `SpotsEvent.carouselEnded`.
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool)
}

/// Hears of requests for fresh content.
@MainActor
public protocol RefreshDelegate: AnyObject {
  /// Hears of `SpotsEvent.refresh`.
  func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears how items are being used.
@MainActor
public protocol ViewStateDelegate: AnyObject {
  /// Hears of `SpotsEvent.stateChanged`.
  func controller(
    _ controller: SpotsController, didChange state: ViewState, of view: View, item: Item,
    at path: ItemPath)
}

/// Hears which item the keyboard acts on.
@MainActor
public protocol ComponentFocusDelegate: AnyObject {
  /// Hears of `SpotsEvent.focusChanged`.
  func controller(_ controller: SpotsController, didFocus path: ItemPath?)
}

/// Calls the closure of a controller that is for an event.
///
/// - Returns: Whether it calls the completion that the event has.
@MainActor
private func runClosure(of event: SpotsEvent, _ controller: SpotsController) -> Bool {
  func run(_ body: (() async -> Void)?, _ completion: @escaping SpotsEvent.Completion) -> Bool {
    guard let body else { return false }
    Task {
      await body()
      completion()
    }
    return true
  }
  switch event {
  case .itemSelected(let item, let path): controller.onSelect?(item, path)
  case .submitted(let values, let action, _): controller.onSubmit?(values, action)
  case .valueChanged(let name, let value, _): controller.onChange?(name, value)
  case .reachedBeginning(let completion): return run(controller.onReachBeginning, completion)
  case .reachedEnd(let completion): return run(controller.onReachEnd, completion)
  case .refresh(let completion): return run(controller.onRefresh, completion)
  default: break
  }
  return false
}

/// Tells the router, the handler and the delegates of a controller what happened.
///
/// - Returns: Whether one of them handles it, and calls the completion that the event may have.
@MainActor
func tell(_ event: SpotsEvent, of controller: SpotsController) -> Bool {
  if case .itemSelected(let item, _) = event, let action = item.action,
    controller.router?.route(action) == true || controller.state.outlet.leave?(action) == true
  {
    return true
  }
  controller.state.outlet.streams.send(event)
  if controller.onEvent(event) || runClosure(of: event, controller) { return true }
  controller.componentDelegate?.hear(event, of: controller)
  switch event {
  case .scrolled: controller.scrollDelegate?.controllerDidScroll(controller)
  case .reachedBeginning(let completion):
    controller.scrollDelegate?.controllerDidReachBeginning(controller, completion: completion)
    return controller.scrollDelegate != nil
  case .reachedEnd(let completion):
    controller.scrollDelegate?.controllerDidReachEnd(controller, completion: completion)
    return controller.scrollDelegate != nil
  case .refresh(let completion):
    controller.refreshDelegate?.controllerWantsRefresh(controller, completion: completion)
    return controller.refreshDelegate != nil
  case .carouselScrolled(let path):
    controller.carouselDelegate?.controller(controller, carouselDidScroll: path)
  case .carouselEnded(let path, let item, let animated):
    controller.carouselDelegate?.controller(
      controller, carouselDidEndScrolling: path, item: item, animated: animated)
  case .stateChanged(let state, let view, let item, let path):
    controller.viewStateDelegate?.controller(
      controller, didChange: state, of: view, item: item, at: path)
  case .focusChanged(let path): controller.focusDelegate?.controller(controller, didFocus: path)
  default: break
  }
  return false
}

extension ComponentDelegate {
  fileprivate func hear(_ event: SpotsEvent, of sender: SpotsController) {
    switch event {
    case .itemSelected(let item, let path): controller(sender, itemSelected: item, at: path)
    case .valueChanged(let name, let value, let path):
      controller(sender, didChangeValue: name, to: value, at: path)
    case .submitted(let values, let action, let path):
      controller(sender, didSubmit: values, action: action, at: path)
    case .selectionChanged(let path): controller(sender, didChangeSelection: path)
    case .severalSelected(let items, let path):
      controller(sender, didChangeSelection: items, of: path)
    case .itemMoved(let item, let path, let index):
      controller(sender, itemMoved: item, from: path, to: index)
    case .itemsDeleted(let indexes, let items, let path):
      controller(sender, itemsDeleted: indexes, from: items, of: path)
    case .filtered(let path, let text): controller(sender, didFilter: path, by: text)
    case .contentChanged: controllerComponentsDidChange(sender)
    case .willDisplay(let view, let item, let path):
      controller(sender, willDisplay: view, item: item, at: path)
    case .didEndDisplaying(let view, let item, let path):
      controller(sender, didEndDisplaying: view, item: item, at: path)
    case .didConfigureEdge(let view, let item, let path) where path.last.part == .header:
      controller(sender, didConfigureHeader: view, item: item, at: path)
    case .didConfigureEdge(let view, let item, let path):
      controller(sender, didConfigureFooter: view, item: item, at: path)
    default: return
    }
  }
}

extension ComponentDelegate {
  public func controller(
    _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
  ) {}
  public func controller(
    _ controller: SpotsController, answers item: Item, at path: ItemPath
  ) -> Bool { true }
  public func controller(
    _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
    at path: ItemPath
  ) {}
  public func controller(
    _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
    at path: ItemPath
  ) {}
  public func controller(_ controller: SpotsController, didChangeSelection path: ItemPath?) {}
  public func controller(
    _ controller: SpotsController, didChangeSelection items: RangeSet<Int>, of path: ComponentPath
  ) {}
  public func controller(
    _ controller: SpotsController, itemMoved item: Item, from path: ItemPath, to index: Int
  ) {}
  public func controller(
    _ controller: SpotsController, itemsDeleted indexes: RangeSet<Int>, from items: ItemList,
    of path: ComponentPath
  ) {}
  public func controller(
    _ controller: SpotsController, didFilter path: ComponentPath, by text: String
  ) {}
  public func controllerComponentsDidChange(_ controller: SpotsController) {}
  public func controller(
    _ controller: SpotsController, willDisplay view: View, item: Item, at path: ItemPath
  ) {}
  public func controller(
    _ controller: SpotsController, didEndDisplaying view: View, item: Item, at path: ItemPath
  ) {}
  public func controller(
    _ controller: SpotsController, didConfigureHeader view: View, item: Item, at path: ItemPath
  ) {}
  public func controller(
    _ controller: SpotsController, didConfigureFooter view: View, item: Item, at path: ItemPath
  ) {}
}

extension ScrollDelegate {
  public func controllerDidScroll(_ controller: SpotsController) {}
  public func controllerDidReachBeginning(_ controller: SpotsController) {}
  public func controllerDidReachBeginning(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    controllerDidReachBeginning(controller)
    completion()
  }
  public func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) { completion() }
}

extension CarouselScrollDelegate {
  public func controller(_ controller: SpotsController, carouselDidScroll path: ComponentPath) {}
  public func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool
  ) {}
}

extension RefreshDelegate {
  public func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) { completion() }
}

extension ViewStateDelegate {
  public func controller(
    _ controller: SpotsController, didChange state: ViewState, of view: View, item: Item,
    at path: ItemPath
  ) {}
}

extension ComponentFocusDelegate {
  public func controller(_ controller: SpotsController, didFocus path: ItemPath?) {}
}
