/// A tree of views as a value: what is where. Nothing is made of it until it is mounted.
public struct ViewDescription {
  /// Nil: no view; the children are mounted in the parent's view.
  let backing: ViewBacking?
  /// Tells siblings of one kind apart, so that each keeps its view when they change places.
  public var key: String?
  /// In the coordinates of the description around it.
  public var frame: Rect
  public var children: [ViewDescription]

  public init(
    _ configuration: ViewConfiguration, key: String? = nil, frame: Rect,
    children: [ViewDescription] = []
  ) {
    self.init(
      backing: configuration.viewClass.map { .configuration(configuration, $0) }, key: key,
      frame: frame, children: children)
  }

  /// The key of something with `key` inside something with the key `path`, neither of which has a
  /// view in between.
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

/// Where the view of a description comes from.
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
