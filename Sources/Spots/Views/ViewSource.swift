/// How the views of one kind are made.
@MainActor
public struct ViewSource {
  /// The name of the type that shows the items.
  public let name: String
  /// Views with the same key can stand in for each other.
  let key: ObjectIdentifier
  /// Whether all items are as high at one width.
  let hasUniformHeight: Bool
  private let make: () -> any ItemConfigurable

  /// Views of a type, made by its initializer.
  init(_ type: any ItemConfigurable.Type) {
    name = (type as? any HostsDescription.Type)?.describedName ?? String(describing: type)
    key = ObjectIdentifier(type)
    hasUniformHeight = type.hasUniformHeight
    make = { type.init() }
  }

  /// Views that show typed models.
  init<ItemView, Model>(_ source: PresentedView<ItemView, Model>.Source) {
    name = String(describing: ItemView.self)
    key = ObjectIdentifier(source)
    hasUniformHeight = false
    make = { PresentedView(source: source) }
  }

  /// Views that show what a nib describes. Each registration of a nib has views of its own.
  init(_ nib: Nib) {
    let source = NibItemView.Source(nib: nib)
    name = "\(nib.kind).view.json"
    key = ObjectIdentifier(source)
    hasUniformHeight = false
    make = { NibItemView(source: source) }
  }

  func makeView() -> any ItemConfigurable {
    let view = make()
    view.reuseKey = key
    return view
  }
}
