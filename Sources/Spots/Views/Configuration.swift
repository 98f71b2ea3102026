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

  private var views: [String: any ItemConfigurable.Type] = [
    "default": DefaultItemView.self,
    "label": LabelItemView.self,
    "image": ImageItemView.self,
    "card": CardItemView.self,
    "header": HeaderView.self,
    "default-header-view": HeaderView.self,
    "footer": FooterView.self,
    "default-footer-view": FooterView.self,
  ]
  private var defaults: [Role: any ItemConfigurable.Type] = [
    .item: DefaultItemView.self, .header: HeaderView.self, .footer: FooterView.self,
  ]

  /// Layouts of the program's own, by the kind of components they lay out.
  public private(set) var layouts: [String: any RegisteredLayout.Type] = [:]
  /// Whether the last component fills what is left of the viewport.
  public var stretchLastComponent = false

  public init() {}

  /// Lays out components of `kind` with `layout`, also in place of a built-in one.
  public func register(layout: any RegisteredLayout.Type, kind: String) {
    layouts[kind] = layout
  }

  public static func register(layout: any RegisteredLayout.Type, kind: String) {
    shared.register(layout: layout, kind: kind)
  }

  /// The kinds of components there are layouts for, sorted.
  public var componentKinds: [String] {
    Set(layouts.keys).union(["list", "grid", "carousel"]).sorted()
  }

  /// Shows items of kind `identifier` with `view`, also in place of a built-in view.
  public func register(view: any ItemConfigurable.Type, identifier: String) {
    views[identifier] = view
  }

  /// Shows items whose kind nobody registered with `view`.
  public func register(defaultView view: any ItemConfigurable.Type) {
    defaults[.item] = view
  }

  public static func register(view: any ItemConfigurable.Type, identifier: String) {
    shared.register(view: view, identifier: identifier)
  }

  public static func register(defaultView view: any ItemConfigurable.Type) {
    shared.register(defaultView: view)
  }

  /// Shows items of kind `identifier` with what `view` makes of them.
  public func register<Described: ElementItemView>(view: Described.Type, identifier: String) {
    register(view: ElementItemHost<Described>.self, identifier: identifier)
  }

  public static func register<Described: ElementItemView>(
    view: Described.Type, identifier: String
  ) {
    shared.register(view: view, identifier: identifier)
  }

  /// Every kind a view is registered for, sorted.
  public var kinds: [String] { views.keys.sorted() }

  /// The view for items of `kind`: the registered one, else the default of the role.
  public func view(forKind kind: String, role: Role) -> any ItemConfigurable.Type {
    views[kind] ?? defaults[role] ?? DefaultItemView.self
  }
}
