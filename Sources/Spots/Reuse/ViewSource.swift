/// The part of a component a view is for; each has a default view for unregistered kinds.
public enum ViewRole: String, Sendable, CaseIterable {
  /// One of a component's items.
  case item
  /// Above the items.
  case header
  /// Below the items.
  case footer
  /// One of the rows of a table, in columns.
  case tableRow
  /// One of the rows of a table that has no room for columns.
  case foldedRow
  /// Above the rows of a table; whatever its kind, it has the titles of the columns.
  case tableHeader
  /// One of the lines of a log.
  case logLine
}

extension ItemPath.Part {
  /// The role of the views that show such a part.
  package var role: ViewRole {
    switch self {
    case .item: .item
    case .header: .header
    case .footer: .footer
    }
  }
}

/// Creates the views of one kind.
@MainActor
struct ViewSource {
  /// The name of the type that shows the items, or the file name of a nib.
  var name: String { makeName() }
  /// Views with the same key are interchangeable.
  let key: ObjectIdentifier
  /// Whether all items have the same height at the same width.
  let hasUniformHeight: Bool
  /// The names of the values of the screen that the views read for any item.
  private(set) var valueNames: Set<String> = []
  private let make: () -> any ItemConfigurable
  // Deferred, because finding the name of a type is slow and rarely needed.
  private let makeName: () -> String

  /// Views of a type, made by its initializer.
  ///
  /// - Parameter content: The type that they are named after; nil for their own.
  init(_ type: any ItemConfigurable.Type, showing content: Any.Type? = nil) {
    makeName = { String(describing: content ?? type) }
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

  /// Views of a nib; those of different registrations are not interchangeable.
  init(_ nib: Nib) {
    let source = NibItemView.Source(nib: nib)
    makeName = { "\(nib.kind).view.json" }
    key = ObjectIdentifier(source)
    hasUniformHeight = false
    valueNames = source.valueNames
    make = { NibItemView(source: source) }
  }

  func makeView() -> any ItemConfigurable {
    let view = make()
    view.reuseKey = key
    return view
  }
}
