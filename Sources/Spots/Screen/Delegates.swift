// The delegates of a controller. Every method is optional.

/// Hears of what the user does with items, and of views that come and go.
@MainActor
public protocol ComponentDelegate: AnyObject {
  /// The user clicked an item, or pressed Return or Space on it.
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath)

  /// Whether anything happens when an item without actions is clicked, where the selection is
  /// `single`; true by default. An item that is not answered neither shows that the pointer is over
  /// it nor stays selected.
  func controller(_ controller: SpotsController, answers item: Item, at path: ItemPath) -> Bool

  /// The value of an item has changed since the last frame.
  func controller(
    _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
    at path: ItemPath)

  /// An item sent the action `submit`, or one that begins with `submit:`, and nothing is wrong with
  /// the values of the screen: `values` has those of all items that are present, by name.
  func controller(
    _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
    at path: ItemPath)

  /// The selected item has changed; `path` is nil when none is selected.
  func controller(_ controller: SpotsController, didChangeSelection path: ItemPath?)

  /// The selected items have changed in a component where several can be selected.
  func controller(
    _ controller: SpotsController, didChangeSelection items: RangeSet<Int>, of path: ComponentPath)

  /// The user moved an item to `index` in its component. If the component is editable, the screen
  /// shows it there already; otherwise the screen has not changed.
  func controller(
    _ controller: SpotsController, itemMoved item: Item, from path: ItemPath, to index: Int)

  /// The user deleted the items at `indexes` of `items`, the component's items before that. If the
  /// component is editable, they are already gone; otherwise the screen has not changed.
  func controller(
    _ controller: SpotsController, itemsDeleted indexes: RangeSet<Int>, from items: ItemList,
    of path: ComponentPath)

  /// A filter has changed which items are shown: those with `text` in their texts, or all if it is
  /// empty. `path` is that of the first component it has changed, and
  /// `controller.component(at: path)?.shownCount` the number of items there; a filter that users
  /// type into changes all components with a `filter`.
  func controller(_ controller: SpotsController, didFilter path: ComponentPath, by text: String)

  /// The components or items of the screen have changed.
  func controllerComponentsDidChange(_ controller: SpotsController)

  /// The view of an item came into the window and shows the item.
  func controller(
    _ controller: SpotsController, willDisplay view: View, item: Item, at path: ItemPath)

  /// The view of an item left the window, or shows another item from now on.
  func controller(
    _ controller: SpotsController, didEndDisplaying view: View, item: Item, at path: ItemPath)

  /// The view of a header shows its item.
  func controller(
    _ controller: SpotsController, didConfigureHeader view: View, item: Item, at path: ItemPath)

  /// The view of a footer shows its item.
  func controller(
    _ controller: SpotsController, didConfigureFooter view: View, item: Item, at path: ItemPath)
}

/// Hears of vertical scrolling.
@MainActor
public protocol ScrollDelegate: AnyObject {
  /// The vertical offset has changed since the last frame.
  func controllerDidScroll(_ controller: SpotsController)

  /// The content was scrolled back to its beginning.
  func controllerDidReachBeginning(_ controller: SpotsController)

  /// The content was scrolled back to its beginning. Not called again before `completion`. By
  /// default calls the method without a completion.
  func controllerDidReachBeginning(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)

  /// The end is near: less than two viewports from the bottom, or six rows when the content is
  /// shorter than that. Called once for each content height, and not again before `completion`.
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears of the scrolling of carousels, both those of the screen and those inside composite items.
///
/// The path names the carousel as it is when the method is called. `controller.component(at:)` is
/// the carousel itself, and `path.index` its index where `path.parent` is nil.
@MainActor
public protocol CarouselScrollDelegate: AnyObject {
  /// The offset of a visible carousel has changed since the last frame.
  func controller(_ controller: SpotsController, carouselDidScroll path: ComponentPath)

  /// A carousel came to rest with the item at the index `item` in its middle; `path.item(item)` is
  /// the item's path. `animated` tells whether the carousel got there by itself, after a fling, a
  /// snap or a wheel.
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool)
}

/// Hears of requests for fresh content.
@MainActor
public protocol RefreshDelegate: AnyObject {
  /// The content was pulled down past its top and let go, or F5 was pressed. No other request comes
  /// before `completion`.
  func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears how items are being used.
@MainActor
public protocol ViewStateDelegate: AnyObject {
  /// The state of the view of an item, header or footer has changed.
  func controller(
    _ controller: SpotsController, didChange state: ViewState, of view: View, item: Item,
    at path: ItemPath)
}

/// Hears which item the keyboard acts on.
@MainActor
public protocol ComponentFocusDelegate: AnyObject {
  /// The item that the keyboard acts on has changed; `path` is nil when there is none.
  func controller(_ controller: SpotsController, didFocus path: ItemPath?)
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

// Async counterparts of the methods with a completion.

/// A `ScrollDelegate` whose methods for the beginning and the end are async: neither is called
/// again before it has returned.
@MainActor
public protocol AsyncScrollDelegate: ScrollDelegate {
  /// The content was scrolled back to its beginning.
  func controllerDidReachBeginning(_ controller: SpotsController) async
  /// The end is near, as defined by `ScrollDelegate`.
  func controllerDidReachEnd(_ controller: SpotsController) async
}

extension AsyncScrollDelegate {
  public func controllerDidReachBeginning(_ controller: SpotsController) async {}
  public func controllerDidReachEnd(_ controller: SpotsController) async {}

  public func controllerDidReachBeginning(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    Task {
      await controllerDidReachBeginning(controller)
      completion()
    }
  }

  public func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    Task {
      await controllerDidReachEnd(controller)
      completion()
    }
  }
}

/// A `RefreshDelegate` whose method is async: no other request comes before it has returned.
@MainActor
public protocol AsyncRefreshDelegate: RefreshDelegate {
  /// The content was pulled down past its top and let go, or F5 was pressed.
  func controllerWantsRefresh(_ controller: SpotsController) async
}

extension AsyncRefreshDelegate {
  public func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    Task {
      await controllerWantsRefresh(controller)
      completion()
    }
  }
}
