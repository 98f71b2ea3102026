// The screen of the last time, shown until there is a newer one.

extension SpotsController {
  /// Shows what was kept under `cacheKey` by the last `cache()`; nothing when that was never, or is
  /// more than three days ago.
  ///
  /// - Parameters:
  ///   - size: The viewport, in points.
  ///   - environment: Its `screens` keep the screen.
  /// - Complexity: O(bytes kept): they are read and parsed at once.
  public convenience init(
    cacheKey: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared, environment: Environment
  ) {
    let screen = environment.screens?.screen(for: cacheKey) ?? Screen()
    self.init(screen: screen, size: size, configuration: configuration, environment: environment)
    self.cacheKey = cacheKey
  }

  /// Keeps the present screen under the controller's cache key.
  ///
  /// - Returns: Whether it is kept: not without a key, or where it cannot be written.
  /// - Complexity: O(items kept).
  @discardableResult
  public func cache() -> Bool {
    guard let cacheKey, let store = environment.screens else { return false }
    return store.save(screen.limited(toItems: amountOfItemsToCache), for: cacheKey)
  }

  /// Forgets what is kept under the controller's cache key, and nothing else.
  public func clearCache() {
    if let cacheKey { environment.screens?.removeScreen(for: cacheKey) }
  }
}

extension Screen {
  /// The screen with the first `count` items of each component; nil leaves all.
  func limited(toItems count: Int?) -> Screen {
    guard let count else { return self }
    var screen = self
    for index in components.indices where components[index].items.count > max(count, 0) {
      screen.components[index].items = ItemList(components[index].items.prefix(max(count, 0)))
    }
    return screen
  }
}
