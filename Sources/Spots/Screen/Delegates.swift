// What a program can be told. Every method is optional.

/// Hears of what the user does with items, and of views that come and go.
@MainActor
public protocol ComponentDelegate: AnyObject {
  /// The user clicked an item, or pressed Return or Space on it.
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath)

  /// An item has another value than in the last frame.
  func controller(
    _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
    at path: ItemPath)

  /// An item sent the action `submit`, or one that begins with `submit:`, and nothing is wrong with
  /// the values of the screen: those of all items that are there, by name.
  func controller(
    _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
    at path: ItemPath)

  /// Another item is the selected one now; nil when none is.
  func controller(_ controller: SpotsController, didChangeSelection path: ItemPath?)

  /// Other items than before are selected of a component in which several can be.
  func controller(
    _ controller: SpotsController, didChangeSelection items: RangeSet<Int>, of path: ComponentPath)

  /// The user moves an item to the index `index` of its component. Where that is editable the
  /// screen shows the item there already; otherwise it has not changed.
  func controller(
    _ controller: SpotsController, itemMoved item: Item, from path: ItemPath, to index: Int)

  /// The user deletes the items at `indexes` of `items`, which were those of a component until now.
  /// They are gone already if that is editable; otherwise the screen has not changed.
  func controller(
    _ controller: SpotsController, itemsDeleted indexes: RangeSet<Int>, from items: ItemList,
    of path: ComponentPath)

  /// A filter leaves other items of a component on show than before: those with `text` in their
  /// texts, all where that is empty. `controller.component(at: path)?.shownCount` is their number.
  func controller(_ controller: SpotsController, didFilter path: ComponentPath, by text: String)

  /// The screen has other components or items than before.
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
  /// The content stands at another offset than in the last frame.
  func controllerDidScroll(_ controller: SpotsController)

  /// The content was scrolled back to its beginning.
  func controllerDidReachBeginning(_ controller: SpotsController)

  /// The content was scrolled back to its beginning. Not called again before `completion`. Calls
  /// the form without completion unless implemented.
  func controllerDidReachBeginning(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)

  /// The end is near: less than two viewports from the bottom, or six rows when the content is
  /// shorter than that. Called once for each content height, and not again before `completion`.
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears of carousels, those of the screen and those inside composite items.
///
/// The path names the carousel as it is when the method is called. `controller.component(at:)` is
/// the carousel itself, and `path.index` its index where `path.parent` is nil.
@MainActor
public protocol CarouselScrollDelegate: AnyObject {
  /// The items of a carousel that is seen stand at another offset than in the last frame.
  func controller(_ controller: SpotsController, carouselDidScroll path: ComponentPath)

  /// A carousel came to rest with the item at the index `item` in its middle; `path.item(item)` is
  /// the item's path. `animated` tells whether the carousel got there by itself, after a fling, a
  /// snap or a wheel.
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool)
}

/// Hears of the wish for fresh content.
@MainActor
public protocol RefreshDelegate: AnyObject {
  /// The content was pulled down past its top and let go, or F5 was pressed. No other wish comes
  /// before `completion`.
  func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears how items are being used.
@MainActor
public protocol ViewStateDelegate: AnyObject {
  /// The view of an item, header or footer is in another state than before.
  func controller(
    _ controller: SpotsController, didChange state: ViewState, of view: View, item: Item,
    at path: ItemPath)
}

/// Hears which item the keyboard acts on.
@MainActor
public protocol ComponentFocusDelegate: AnyObject {
  /// The keyboard acts on another item than before; `path` is nil when no item has it.
  func controller(_ controller: SpotsController, didFocus path: ItemPath?)
}

extension ComponentDelegate {
  public func controller(
    _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
  ) {}
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

// The calls with a completion, as functions that take as long as they need.

/// A `ScrollDelegate` that awaits what it does at the ends: neither is told again before the
/// function has returned.
@MainActor
public protocol AsyncScrollDelegate: ScrollDelegate {
  /// The content was scrolled back to its beginning.
  func controllerDidReachBeginning(_ controller: SpotsController) async
  /// The end is near, as `ScrollDelegate` has it.
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

/// A `RefreshDelegate` that awaits fresh content: no other wish comes before the function has
/// returned.
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
