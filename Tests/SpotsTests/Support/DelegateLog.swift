import Testing

@testable import Spots

/// Writes down everything a program can be told, in order.
@MainActor
final class DelegateLog: ComponentDelegate, ScrollDelegate, CarouselScrollDelegate,
  RefreshDelegate, ViewStateDelegate, ComponentFocusDelegate
{
  enum Call: Equatable {
    case selected(ItemPath)
    case selection(ItemPath?)
    case several(RangeSet<Int>)
    case moved(ItemPath, to: Int)
    case deleted(RangeSet<Int>)
    case changed
    case display(ItemPath)
    case endDisplay(ItemPath)
    case header(ItemPath)
    case footer(ItemPath)
    case scrolled, beginning, end
    case carouselScrolled(ComponentPath)
    case carouselEnded(ComponentPath, item: Int, animated: Bool)
    case refresh
    case state(ItemPath, ViewState)
    case focus(ItemPath?)
  }

  private(set) var calls: [Call] = []
  /// The actions of the items that were selected.
  private(set) var sentActions: [String?] = []
  /// Handlers that have not been told to go on.
  var completions: [@MainActor () -> Void] = []
  /// The views on the screen and the items they show, according to the reports.
  private(set) var displayed: [ObjectIdentifier: Item] = [:]
  private(set) var faults: [String] = []

  /// Listens to everything that happens in `rig` from now on.
  init(_ rig: ScreenRig) {
    let controller = rig.controller
    controller.componentDelegate = self
    controller.scrollDelegate = self
    controller.carouselDelegate = self
    controller.refreshDelegate = self
    controller.viewStateDelegate = self
    controller.focusDelegate = self
  }

  /// What was reported since the last call.
  func take() -> [Call] {
    defer { calls = [] }
    return calls
  }

  func count(_ condition: (Call) -> Bool) -> Int { calls.count(where: condition) }

  func controller(_: SpotsController, itemSelected item: Item, at path: ItemPath) {
    calls.append(.selected(path))
    sentActions.append(item.action)
  }

  func controller(_: SpotsController, didChangeSelection path: ItemPath?) {
    calls.append(.selection(path))
  }

  func controller(_: SpotsController, didChangeSelection items: RangeSet<Int>, of: ComponentPath) {
    calls.append(.several(items))
  }

  func controller(_: SpotsController, itemMoved: Item, from path: ItemPath, to index: Int) {
    calls.append(.moved(path, to: index))
  }

  func controller(
    _: SpotsController, itemsDeleted indexes: RangeSet<Int>, from: ItemList, of: ComponentPath
  ) {
    calls.append(.deleted(indexes))
  }

  func controllerComponentsDidChange(_: SpotsController) { calls.append(.changed) }

  func controller(_: SpotsController, willDisplay view: View, item: Item, at path: ItemPath) {
    calls.append(.display(path))
    let old = displayed.updateValue(item, forKey: ObjectIdentifier(view))
    if let old { faults.append("\(path) in a view that still shows \(old.title)") }
  }

  func controller(_: SpotsController, didEndDisplaying view: View, item: Item, at path: ItemPath) {
    calls.append(.endDisplay(path))
    if displayed.removeValue(forKey: ObjectIdentifier(view)) == nil {
      faults.append("\(path) ends without a beginning")
    }
  }

  func controller(_: SpotsController, didConfigureHeader: View, item: Item, at path: ItemPath) {
    calls.append(.header(path))
  }

  func controller(_: SpotsController, didConfigureFooter: View, item: Item, at path: ItemPath) {
    calls.append(.footer(path))
  }

  func controllerDidScroll(_: SpotsController) { calls.append(.scrolled) }
  func controllerDidReachBeginning(_: SpotsController) { calls.append(.beginning) }

  func controllerDidReachEnd(
    _: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    calls.append(.end)
    completions.append(completion)
  }

  func controller(_: SpotsController, carouselDidScroll path: ComponentPath) {
    calls.append(.carouselScrolled(path))
  }

  func controller(
    _: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int, animated: Bool
  ) {
    calls.append(.carouselEnded(path, item: item, animated: animated))
  }

  func controllerWantsRefresh(
    _: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    calls.append(.refresh)
    completions.append(completion)
  }

  func controller(
    _: SpotsController, didChange state: ViewState, of view: View, item: Item, at path: ItemPath
  ) {
    calls.append(.state(path, state))
  }

  func controller(_: SpotsController, didFocus path: ItemPath?) { calls.append(.focus(path)) }
}

/// A component of the screen itself.
extension ComponentPath: ExpressibleByIntegerLiteral {
  public init(integerLiteral index: Int) {
    self.init(index)
  }
}
