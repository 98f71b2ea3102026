/// The views registered in a program, by kind, and its layouts.
///
/// Controllers use `shared` unless they are given another configuration.
@MainActor
public final class Configuration {
  /// Used by controllers that are not given another, and by the static functions below.
  public static let shared = Configuration()

  /// The preferred size of views that do not specify one, in points.
  public nonisolated static let defaultViewSize = Size.defaultView

  /// Called when an item is not shown as its kind asks for: no view is registered for the kind, or
  /// the model does not fit its presenter, so that the default view shows the item; or a program
  /// gives a value that no item has, or that its item cannot have. Called once for each kind and
  /// message, up to 1000 times. Nil, the default, leaves it to `Application`, which writes to
  /// standard error.
  public var onModelError: ((_ kind: String, _ message: String) -> Void)?

  private static let builtIn = widgets.merging(inputs) { widget, _ in widget }
  private static let inputs = Dictionary(
    uniqueKeysWithValues: InputKind.allCases.map {
      ($0.rawValue, ViewSource(InputItemView.self))
    })
  private static let widgets: [String: ViewSource] = [
    "default": ViewSource(DefaultItemView.self),
    "label": ViewSource(LabelItemView.self),
    "actions": ViewSource(ActionsItemView.self),
    "image": ViewSource(ImageItemView.self),
    "log-line": ViewSource(LogLineItemView.self),
    "card": ViewSource(CardItemView.self),
    "chart": ViewSource(ChartItemView.self),
    "sparkline": ViewSource(SparklineItemView.self),
    "progress": ViewSource(ProgressItemView.self),
    "composite": ViewSource(CompositeItemView.self),
    "header": ViewSource(HeaderView.self),
    "default-header-view": ViewSource(HeaderView.self),
    "footer": ViewSource(FooterView.self),
    "default-footer-view": ViewSource(FooterView.self),
  ]
  private static let builtInDefaults: [ViewRole: ViewSource] = [
    .item: ViewSource(DefaultItemView.self), .header: ViewSource(HeaderView.self),
    .footer: ViewSource(FooterView.self), .tableRow: ViewSource(TableRowView.self),
    .foldedRow: ViewSource(FoldedRowView.self), .tableHeader: ViewSource(TableHeaderView.self),
    .logLine: ViewSource(LogLineItemView.self),
  ]

  private var sources = Configuration.builtIn
  /// Nibs by kind; they take precedence over views of the same kind.
  private var nibs: [String: ViewSource] = [:] { didSet { namesOfNibs = nil } }
  /// The names of the values that items depend on; nil until they are asked for, since thousands of
  /// nibs may be registered one after the other.
  private var namesOfNibs: ValueNames?
  private var defaults = Configuration.builtInDefaults
  /// Errors reported so far, so that one shared by a long list is reported once.
  private var reportedErrors: Set<[String]> = []
  /// The kinds without a view that have been reported.
  private var unknownKinds: Set<String> = []

  /// Registered layouts, by the kind of component they lay out.
  public private(set) var layouts: [String: any RegisteredLayout.Type] = [:]
  /// Whether the last component fills the rest of the viewport; false by default.
  public var stretchLastComponent = false

  /// Creates a configuration with the built-in views and layouts only.
  public init() {}

  /// Creates a configuration with everything that is registered with `other` now.
  public init(copying other: Configuration) {
    sources = other.sources
    nibs = other.nibs
    defaults = other.defaults
    layouts = other.layouts
    onModelError = other.onModelError
    stretchLastComponent = other.stretchLastComponent
  }

  /// Lays out components of `kind` with `layout`, in place of any built-in one.
  public func register(layout: any RegisteredLayout.Type, kind: String) {
    layouts[kind] = layout
  }

  /// The kinds of components that have a layout, built-in ones included, sorted.
  public var componentKinds: [String] {
    Set(layouts.keys).union(["list", "grid", "carousel", "table", "log"]).sorted()
  }

  /// Shows items of kind `identifier` with `view`, in place of any earlier view or nib.
  public func register(view: any ItemConfigurable.Type, identifier: String) {
    nibs[identifier] = nil
    sources[identifier] = ViewSource(view)
  }

  /// Shows items of unregistered kinds with `view`.
  public func register(defaultView view: any ItemConfigurable.Type) {
    defaults[.item] = ViewSource(view)
  }

  /// Shows items of unregistered kinds with the element `view`.
  public func register<Content: ItemElement>(defaultView view: Content.Type) {
    defaults[.item] = ViewSource(ItemElementCell<Content>.self, showing: view)
  }

  /// Shows items of the presenter's kind by their typed models, in place of any earlier view.
  public func register<ItemView, Model>(presenter: Presenter<ItemView, Model>) {
    let kind = presenter.identifier
    let source = PresentedView<ItemView, Model>.Source(
      presenter: presenter,
      makeDefaultView: { [weak self] in
        (self?.defaults[.item] ?? ViewSource(DefaultItemView.self)).makeView()
      },
      onModelError: { [weak self] message in self?.report(kind, message) })
    nibs[kind] = nil
    sources[kind] = ViewSource(source)
  }

  func report(_ kind: String, _ message: String) {
    guard let onModelError, reportedErrors.count < 1000,
      reportedErrors.insert([kind, message]).inserted
    else { return }
    onModelError(kind, message)
  }

  /// Tells about the kinds of items that have no view, those of documents too.
  private func reportUnknown(_ kind: String) {
    guard !kind.isEmpty, onModelError != nil, !unknownKinds.contains(kind),
      unknownKinds.count < 1000
    else { return }
    unknownKinds.insert(kind)
    report(kind, "no view is registered for it" + advice(nearestTo: kind, among: kinds))
  }

  /// Shows items of kind `identifier`, or of the nib's own kind if nil, as `nib` describes.
  public func register(nib: Nib, identifier: String? = nil) {
    nibs[identifier ?? nib.kind] = ViewSource(nib)
  }

  /// Removes everything registered for items of kind `identifier`; the built-in view of that kind,
  /// or else the default view, shows them from then on.
  public func unregister(identifier: String) {
    nibs[identifier] = nil
    sources[identifier] = Self.builtIn[identifier]
  }

  /// Removes the layout registered for components of `kind`, which get a built-in one again.
  public func unregister(layoutForKind kind: String) { layouts[kind] = nil }

  /// Removes the registered default view; the built-in one shows items of unregistered kinds again.
  public func unregisterDefaultView() { defaults[.item] = Self.builtInDefaults[.item] }

  /// Removes the nib for kind `identifier`, whose items are shown as before its registration.
  public func remove(nibFor identifier: String) {
    nibs[identifier] = nil
  }

  /// Shows items of kind `identifier` as `view` describes them.
  public func register<Content: ItemElement>(view: Content.Type, identifier: String) {
    nibs[identifier] = nil
    sources[identifier] = ViewSource(ItemElementCell<Content>.self, showing: view)
  }

  /// The kinds that have a view or a nib, sorted.
  public var kinds: [String] { Set(sources.keys).union(nibs.keys).sorted() }

  /// Whether the view of `item` gives it a name for screen readers, at one class of width at least.
  package func isNamed(_ item: Item, role: ViewRole) -> Bool {
    let view = source(for: item, role: role).makeView()
    let breakpoints = Breakpoints()
    return [0, breakpoints.medium, breakpoints.expanded].contains { width in
      view.cellStyle.componentWidth = width
      return view.accessibility(for: item).isNamed
    }
  }

  /// Whether the nib of `item` has a button or another control without a name.
  package func hasUnnamedPart(_ item: Item) -> Bool {
    let parts = nibs[item.kind]?.makeView().accessibility(for: item).children ?? []
    return parts.contains { $0.role?.isOperated == true && !$0.isNamed }
  }

  /// The names of the values that items depend on.
  var valueNames: ValueNames {
    let names = namesOfNibs ?? ValueNames(readByViews: nibs.mapValues(\.valueNames))
    namesOfNibs = names
    return names
  }

  /// The source of the views for an item.
  func source(for item: Item, role: ViewRole) -> ViewSource {
    let isLabel = role == .item && item.kind.isEmpty && !item.markdown.isEmpty
    return source(forKind: isLabel ? "label" : item.kind, role: role)
  }

  /// The source of the views for items of `kind`: its nib or view, or else the default of the role.
  func source(forKind kind: String, role: ViewRole) -> ViewSource {
    if role != .tableHeader, let source = nibs[kind] ?? sources[kind] { return source }
    reportUnknown(kind)
    return defaults[role] ?? ViewSource(DefaultItemView.self)
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
  public static func register<Content: ItemElement>(defaultView view: Content.Type) {
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
  public static func register<Content: ItemElement>(view: Content.Type, identifier: String) {
    shared.register(view: view, identifier: identifier)
  }
}

extension ScreenReader {
  /// Creates a reader that takes a document as controllers with `configuration` do: kinds that are
  /// not registered now are warnings, and a component of such a kind becomes a list or grid. The
  /// dialect `.jsonc` allows comments and trailing commas. The language is that of the user, for
  /// documents with texts in several ones.
  @MainActor
  public init(
    dialect: Dialect = .json, configuration: Configuration, language: Language = .standard
  ) {
    self.init(
      dialect: dialect, itemKinds: Set(configuration.kinds),
      componentKinds: Set(configuration.componentKinds))
    self.language = language
  }
}
