/// Connects a view type and a model type under an identifier, so that the view shows a typed model
/// rather than the texts of an item:
///
///     Configuration.register(
///       presenter: Presenter(identifier: "profile") { (view: ProfileView, profile: Profile, _) in
///         view.show(profile)
///         return Size(width: 0, height: profile.isFriend ? 96 : 64)
///       })
///
/// Items of that kind carry the model in `model`. An item whose model is missing or does not fit is
/// shown by the default view and reported to `Configuration.onModelFault`.
public struct Presenter<ItemView: View, Model: Codable & Equatable & Sendable>: Sendable {
  /// Shows a model in a view and returns the size the view wants for it, in points; a width of 0
  /// leaves the width to the layout.
  ///
  /// Called to measure, with a view that is not on the screen and room of infinite height, and to
  /// show, with room of the view's size. Not called again while the view shows the same model in
  /// the same room and environment, so it must set all that depends on the model, and only that.
  public typealias Present = @MainActor @Sendable (ItemView, Model, Size) -> Size

  /// The kind of the items the presenter shows.
  public let identifier: String
  let present: Present

  /// Creates a presenter, which `Configuration.register(presenter:)` makes effective.
  public init(identifier: String, present: @escaping Present) {
    self.identifier = identifier
    self.present = present
  }
}
