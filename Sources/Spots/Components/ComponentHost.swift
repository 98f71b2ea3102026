/// The owner of a component, as the component sees it: the screen, or a composite item, header or
/// footer.
@MainActor
protocol ComponentHost: AnyObject {
  /// The path of the composite part that holds the components; nil on the screen.
  var containerPath: ItemPath? { get }

  /// Whether nothing inside can be used.
  var isDisabled: Bool { get }

  /// The screen, for components that stand on it; nil inside a composite part.
  var owningScreen: (any ComponentScreen)? { get }

  /// How a part is being used.
  func state(of path: ItemPath) -> ViewState

  /// Reports that a view came, went or changed. Called while views are being moved, so delegates
  /// are told later.
  func report(_ event: ViewEvent, _ view: View, _ item: Item, at path: ItemPath)
}

/// What happens to the view of an item, header or footer.
enum ViewEvent {
  /// It came into the window, with its item.
  case willDisplay
  /// It left the window, or shows another item from now on.
  case didEndDisplaying
  /// A header or footer shows its item.
  case didConfigureEdge
  /// Its state changed.
  case didChangeState
}

/// The screen, as the components on it see it.
@MainActor
protocol ComponentScreen: AnyObject {
  /// The item that was activated last.
  var selected: ItemPath? { get }

  /// The part the keyboard acts on.
  var focused: ItemPath? { get }

  /// The component at `path`; nil when there is none.
  func component(at path: ComponentPath) -> Component?

  /// Shows only the items of a component that match `text`.
  func look(for text: String, in component: Component)

  /// Opens the bar in which users filter the component.
  func openFilter(of component: Component, staysOpen: Bool)

  /// Changes the content of one component.
  func change(
    _ component: Component, animation: Animation, _ body: (ComponentEdit) throws -> Void
  ) throws -> ContentChange
}

/// A view with components inside, as the component around it sees it.
@MainActor
protocol ComponentContainer: View {
  /// The components, stacked.
  var scrollView: SpotsScrollView { get }

  /// Whether this is a header or footer, below which items may pass, so that it needs a background.
  var isEdge: Bool { get set }

  /// Has the components laid out when the view is next configured, although it knows of no change.
  func forgetLayout()

  /// Shows the part of the components that lies in `visible`, in the view's own coordinates.
  ///
  /// - Parameter path: That of the view's part, counted from `host`.
  func show(_ visible: Rect, path: ItemPath, host: (any ComponentHost)?, now: Double)
}
