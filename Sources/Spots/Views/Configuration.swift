import Synchronization

/// The views a program knows, by kind.
///
/// `shared` is what controllers use unless they are given one of their own.
@MainActor
public final class Configuration {
  /// What a view is wanted for; each has a view of its own for kinds nobody registered.
  public enum Role: String, Sendable, CaseIterable {
    case item, header, footer
  }

  public static let shared = Configuration()

  /// The preferred size of views that name none, in points.
  public nonisolated static let defaultViewSize = Size(width: 88, height: 44)

  /// Called, once for each kind and fault, when the model of an item does not fit the presenter of
  /// its kind; the item is then shown by the default view. Does nothing by default.
  public var onModelFault: (_ kind: String, _ fault: String) -> Void = { _, _ in }

  private var sources: [String: ViewSource] = [
    "default": ViewSource(DefaultItemView.self),
    "label": ViewSource(LabelItemView.self),
    "image": ViewSource(ImageItemView.self),
    "card": ViewSource(CardItemView.self),
    "composite": ViewSource(CompositeItemView.self),
    "header": ViewSource(HeaderView.self),
    "default-header-view": ViewSource(HeaderView.self),
    "footer": ViewSource(FooterView.self),
    "default-footer-view": ViewSource(FooterView.self),
  ]
  /// What nibs show; they stand in for views of the same kind.
  private var nibs: [String: ViewSource] = [:]
  private var defaults: [Role: ViewSource] = [
    .item: ViewSource(DefaultItemView.self), .header: ViewSource(HeaderView.self),
    .footer: ViewSource(FooterView.self),
  ]
  /// What `onModelFault` was called with, so that a long list with one fault is one report.
  private var reportedFaults: Set<[String]> = []

  /// Layouts of the program's own, by the kind of components they lay out.
  public private(set) var layouts: [String: any RegisteredLayout.Type] = [:]
  /// The kind of components that are made in code without one: a grid, as in Spots. In documents it
  /// is a list, whatever this says. Any thread may read and set it.
  public nonisolated static var defaultComponentKind: ComponentModel.Kind {
    get { defaultKind.withLock { $0 } }
    set { defaultKind.withLock { $0 = newValue } }
  }

  private nonisolated static let defaultKind = Mutex(ComponentModel.Kind.grid)

  /// Whether the last component fills what is left of the viewport.
  public var stretchLastComponent = false

  public init() {}

  /// Lays out components of `kind` with `layout`, also in place of a built-in one.
  public func register(layout: any RegisteredLayout.Type, kind: String) {
    layouts[kind] = layout
  }

  /// The kinds of components there are layouts for, sorted.
  public var componentKinds: [String] {
    Set(layouts.keys).union(["list", "grid", "carousel"]).sorted()
  }

  /// Shows items of kind `identifier` with `view`, also in place of a built-in view.
  public func register(view: any ItemConfigurable.Type, identifier: String) {
    nibs[identifier] = nil
    sources[identifier] = ViewSource(view)
  }

  /// Shows items whose kind nobody registered with `view`.
  public func register(defaultView view: any ItemConfigurable.Type) {
    defaults[.item] = ViewSource(view)
  }

  /// Shows the typed models of items of the presenter's kind, also in place of a built-in view.
  public func register<ItemView, Model>(presenter: Presenter<ItemView, Model>) {
    let kind = presenter.identifier
    let source = PresentedView<ItemView, Model>.Source(
      presenter: presenter,
      makeDefaultView: { [weak self] in
        (self?.defaults[.item] ?? ViewSource(DefaultItemView.self)).makeView()
      },
      onModelFault: { [weak self] fault in self?.report(kind, fault) })
    nibs[kind] = nil
    sources[kind] = ViewSource(source)
  }

  private func report(_ kind: String, _ fault: String) {
    guard reportedFaults.count < 1000, reportedFaults.insert([kind, fault]).inserted else { return }
    onModelFault(kind, fault)
  }

  /// Shows items of kind `identifier`, or of the kind the nib names, as `nib` describes.
  public func register(nib: Nib, identifier: String? = nil) {
    nibs[identifier ?? nib.kind] = ViewSource(nib)
  }

  /// Shows items of kind `identifier` without the nib that was registered for it, as before it.
  public func remove(nibFor identifier: String) {
    nibs[identifier] = nil
  }

  /// Shows items of kind `identifier` with what `view` makes of them.
  public func register<Described: ElementItemView>(view: Described.Type, identifier: String) {
    register(view: ElementItemHost<Described>.self, identifier: identifier)
  }

  /// Every kind a view is registered for, sorted.
  public var kinds: [String] { Set(sources.keys).union(nibs.keys).sorted() }

  /// Where the views for items of `kind` come from: what is registered, else the default of the
  /// role.
  public func source(forKind kind: String, role: Role) -> ViewSource {
    nibs[kind] ?? sources[kind] ?? defaults[role] ?? ViewSource(DefaultItemView.self)
  }
}

// MARK: The shared configuration

extension Configuration {
  /// Registers with `shared`.
  public static func register(layout: any RegisteredLayout.Type, kind: String) {
    shared.register(layout: layout, kind: kind)
  }

  /// Registers with `shared`.
  public static func register(view: any ItemConfigurable.Type, identifier: String) {
    shared.register(view: view, identifier: identifier)
  }

  /// Registers with `shared`.
  public static func register(defaultView view: any ItemConfigurable.Type) {
    shared.register(defaultView: view)
  }

  /// Registers with `shared`.
  public static func register<ItemView, Model>(presenter: Presenter<ItemView, Model>) {
    shared.register(presenter: presenter)
  }

  /// Registers with `shared`.
  public static func register(nib: Nib, identifier: String? = nil) {
    shared.register(nib: nib, identifier: identifier)
  }

  /// Registers with `shared`.
  public static func register<Described: ElementItemView>(
    view: Described.Type, identifier: String
  ) {
    shared.register(view: view, identifier: identifier)
  }
}
