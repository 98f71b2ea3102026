// What a program can be told. Every method is optional.

/// Hears of what the user does with items.
@MainActor
public protocol ComponentDelegate: AnyObject {
  /// The user clicked an item, or pressed Return or Space on it.
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath)
}

/// Hears of vertical scrolling.
@MainActor
public protocol ScrollDelegate: AnyObject {
  func controllerDidScroll(_ controller: SpotsController)

  /// The end is near: less than two viewports from the bottom, or six rows when the content is
  /// shorter than that. Called once for each content height, and not again before `completion`.
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void)
}

/// Hears of carousels.
@MainActor
public protocol CarouselScrollDelegate: AnyObject {
  /// A carousel came to rest with `item` in its middle.
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling component: Int, item: Int)
}

extension ComponentDelegate {
  public func controller(
    _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
  ) {}
}

extension ScrollDelegate {
  public func controllerDidScroll(_ controller: SpotsController) {}
  public func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) { completion() }
}

extension CarouselScrollDelegate {
  public func controller(
    _ controller: SpotsController, carouselDidEndScrolling component: Int, item: Int
  ) {}
}
