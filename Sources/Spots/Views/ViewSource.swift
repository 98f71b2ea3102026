/// How the views of one kind are made.
@MainActor
public struct ViewSource {
  /// The name of the type that shows the items.
  public var name: String { makeName() }
  /// Views with the same key can stand in for each other.
  let key: ObjectIdentifier
  /// Whether all items are as high at one width.
  let hasUniformHeight: Bool
  private let make: () -> any ItemConfigurable
  // Asking a type for its name searches all types of the program, and few want to know.
  private let makeName: () -> String

  /// Views of a type, made by its initializer.
  init(_ type: any ItemConfigurable.Type) {
    makeName = {
      (type as? any HostsDescription.Type)?.describedName ?? String(describing: type)
    }
    key = ObjectIdentifier(type)
    hasUniformHeight = type.hasUniformHeight
    make = { type.init() }
  }

  /// Views that show typed models.
  init<ItemView, Model>(_ source: PresentedView<ItemView, Model>.Source) {
    makeName = { String(describing: ItemView.self) }
    key = ObjectIdentifier(source)
    hasUniformHeight = false
    make = { PresentedView(source: source) }
  }

  /// Views that show what a nib describes. Each registration of a nib has views of its own.
  init(_ nib: Nib) {
    let source = NibItemView.Source(nib: nib)
    makeName = { "\(nib.kind).view.json" }
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
