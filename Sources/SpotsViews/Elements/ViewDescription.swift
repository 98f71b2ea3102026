/// A tree of views and their frames as a value. Views are created when it is mounted.
public struct ViewDescription {
  /// nil for no view; the children are then mounted in the parent's view.
  let backing: ViewBacking?
  /// Distinguishes siblings of one kind, so that each keeps its view when they change places.
  public var key: String?
  /// In points, in the coordinates of the description around it.
  public var frame: Rect
  /// From back to front.
  public var children: [ViewDescription]

  /// Creates a description; without a key and without children unless given.
  public init(
    _ configuration: ViewConfiguration, key: String? = nil, frame: Rect,
    children: [ViewDescription] = []
  ) {
    self.init(
      backing: configuration.viewClass.map { .configuration(configuration, $0) }, key: key,
      frame: frame, children: children)
  }

  /// The key of a description with `key` inside one with the key `path` that has no view.
  static func joined(_ path: String?, _ key: String?) -> String? {
    guard let path else { return key }
    return key.map { path + "/" + $0 } ?? path
  }

  init(backing: ViewBacking?, key: String?, frame: Rect, children: [ViewDescription]) {
    self.backing = backing
    self.key = key
    self.frame = frame
    self.children = children
  }
}

/// The source of a description's view.
enum ViewBacking {
  case configuration(ViewConfiguration, View.Type)
  case element(any ViewElement)

  @MainActor var reuseKey: ViewReuseKey {
    switch self {
    case .configuration(let configuration, let viewClass):
      ViewReuseKey(viewClass, configuration.attributes)
    case .element(let element): ViewReuseKey(elementType: type(of: element))
    }
  }

  @MainActor func makeView() -> View {
    switch self {
    case .configuration(_, let viewClass): viewClass.init()
    case .element(let element): element.makeView()
    }
  }
}
