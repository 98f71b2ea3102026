/// Connects a view type and a model type under an identifier, so that the view shows a typed model
/// rather than the texts of an item:
///
/// ```swift
/// Configuration.register(
///   presenter: Presenter(identifier: "name") { (view: Label, name: String, room) in
///     view.text = name
///     return view.sizeThatFits(room)
///   })
/// ```
///
/// Items of that kind carry the model in `model`. An item whose model is missing or does not fit is
/// shown by the default view and reported to `Configuration.onModelError`.
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

  /// Creates a presenter, which takes effect with `Configuration.register(presenter:)`.
  public init(identifier: String, present: @escaping Present) {
    self.identifier = identifier
    self.present = present
  }
}

/// Shows items in the view of a presenter, by their typed models.
final class PresentedView<ItemView: View, Model: Codable & Equatable & Sendable>: View,
  ItemConfigurable
{
  /// The presenter and its fallbacks, shared by all views of a kind.
  @MainActor
  final class Source {
    let presenter: Presenter<ItemView, Model>
    /// Creates the view for items whose model does not fit.
    let makeDefaultView: () -> any ItemConfigurable
    let onModelError: (_ message: String) -> Void

    init(
      presenter: Presenter<ItemView, Model>,
      makeDefaultView: @escaping () -> any ItemConfigurable,
      onModelError: @escaping (_ message: String) -> Void
    ) {
      self.presenter = presenter
      self.makeDefaultView = makeDefaultView
      self.onModelError = onModelError
    }

    /// The typed model of `item`; nil, after a report, if it is missing or does not fit.
    func model(of item: Item) -> Model? {
      do {
        if let model = try item.resolveModel(Model.self) { return model }
        onModelError("'model' is missing")
      } catch {
        onModelError(modelErrorMessage(error))
      }
      return nil
    }
  }

  private struct Presented: Equatable {
    var model: Model
    var room: Size
    /// The environment's version, because a presenter may read the environment of its view.
    var version: Int?
  }

  private var source: Source?
  private var content: ItemView?
  private var fallback: (any ItemConfigurable)?
  /// nil while the default view is shown.
  private var model: Model?
  private var presented: Presented?

  convenience init(source: Source) {
    self.init()
    self.source = source
  }

  // MARK: Showing

  func configure(with item: Item) {
    model = source?.model(of: item)
    if model == nil, let view = defaultView() {
      view.cellStyle = cellStyle
      view.frame = bounds
      view.configure(with: item)
      view.setNeedsLayout()
    }
    content?.isHidden = model == nil
    fallback?.isHidden = model != nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    for view in subviews {
      view.cellStyle = cellStyle
      view.frame = bounds
    }
    guard let model else { return }
    let wanted = Presented(model: model, room: frame.size, version: environment?.version)
    guard presented != wanted, let content = contentView() else { return }
    presented = wanted
    content.cellStyle = cellStyle
    content.frame = bounds
    _ = source?.presenter.present(content, model, frame.size)
    content.setNeedsLayout()
  }

  // MARK: Measuring

  static var measuresUnconfigured: Bool { true }

  func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let source, let model = source.model(of: item), let content = contentView() else {
      guard let fallback = defaultView() else { return preferredViewSize }
      return fallback.measure(item, cellStyle: cellStyle, containerSize: containerSize)
    }
    content.cellStyle = cellStyle
    content.frame.size = Size(width: containerSize.width)
    return source.presenter.present(content, model, containerSize)
  }

  // MARK: State

  /// The description by the default view where the model does not fit, or else by the presented
  /// view, if it shows items.
  func accessibility(for item: Item) -> Accessibility {
    if source?.model(of: item) == nil, let view = defaultView() {
      return view.accessibility(for: item)
    }
    return (contentView() as? any ItemConfigurable)?.accessibility(for: item) ?? Accessibility(item)
  }

  func prepareForReuse() {
    presented = nil
    (content as? any ItemConfigurable)?.prepareForReuse()
    fallback?.prepareForReuse()
  }

  override func stateDidChange() {
    // This view already draws its content faint.
    content?.state = state.subtracting(.disabled)
    fallback?.state = state.subtracting(.disabled)
  }

  override var focusCornerRadius: Double {
    (model == nil ? fallback : content)?.focusCornerRadius ?? super.focusCornerRadius
  }

  // MARK: Views, created when needed

  private func contentView() -> ItemView? {
    if content == nil, source != nil { content = adopt(ItemView()) }
    return content
  }

  private func defaultView() -> (any ItemConfigurable)? {
    if fallback == nil, let view = source?.makeDefaultView() { fallback = adopt(view) }
    return fallback
  }

  private func adopt<Child: View>(_ view: Child) -> Child {
    addSubview(view)
    view.state = state
    return view
  }
}

/// A message about a model that does not fit, with the JSON pointer of the place below `model`.
private func modelErrorMessage(_ error: any Error) -> String {
  let context: DecodingError.Context? =
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    default: nil
    }
  guard let context else { return "'model' does not fit: \("\(error)".printable(limit: 200))" }
  let path = context.codingPath.map { "/" + $0.stringValue }.joined().printable(limit: 200)
  return "'/model\(path)': \(context.debugDescription.printable(limit: 300))"
}
