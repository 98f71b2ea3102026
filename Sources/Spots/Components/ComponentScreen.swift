/// The screen around components, which carries out what they ask for.
///
/// Those of the screen and those inside its composite parts share it.
@MainActor
struct ComponentScreen {
  /// A request of a component to its screen.
  enum Effect {
    /// Something happened to a view. Views are being moved, so that programs are told later.
    case event(SpotsEvent)
    /// Only the items of a component that match a text are to be shown.
    case filter(Component, by: String)
    /// The bar in which users filter a component is to be opened.
    case openFilter(of: Component, staysOpen: Bool)
  }

  /// Changes the content of one component.
  typealias Change = (Component, Animation, (ComponentEdit) throws -> Void) throws -> ContentChange

  let onEffect: (Effect) -> Void
  /// How a part is being used.
  let state: (ItemPath) -> ViewState
  let change: Change
}
