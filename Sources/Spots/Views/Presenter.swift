/// Joins a view type and a model type under an identifier, so that a view shows a typed model rather
/// than an item's texts:
///
///     Configuration.register(
///       presenter: Presenter(identifier: "profile") { (view: ProfileView, profile: Profile, room) in
///         view.show(profile)
///         return Size(width: 0, height: profile.isFriend ? 96 : 64)
///       })
///
/// Items of that kind have the model in their `model`. An item whose model is missing or does not
/// fit is shown by the default view, and reported to `Configuration.onModelFault`.
public struct Presenter<ItemView: View, Model: Codable & Equatable & Sendable>: Sendable {
  /// Shows a model in a view and gives the size the view wants for it in points; a width of 0 leaves
  /// the width to the layout.
  ///
  /// Called to measure, with a view that is not on the screen and room of infinite height, and to
  /// show, with room of the view's own size. Not called again where a view shows the same model in
  /// the same room and surroundings, so it sets all that depends on the model and nothing else.
  public typealias Present = @MainActor @Sendable (ItemView, Model, Size) -> Size

  /// The kind of the items it shows.
  public let identifier: String
  let present: Present

  public init(identifier: String, present: @escaping Present) {
    self.identifier = identifier
    self.present = present
  }
}
