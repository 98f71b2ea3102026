// The calls with a completion, as functions that take as long as they need.

/// A `ScrollDelegate` that awaits what it does at the ends: neither is told again before the function
/// has returned.
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
