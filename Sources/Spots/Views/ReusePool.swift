/// Views that are not on the screen, by type, ready to be shown again, and the one measuring
/// instance of each type.
///
/// Owned by the controller; live across reloads.
@MainActor
final class ReusePool {
  /// What the pool has done so far.
  struct Counters: Equatable {
    var created = 0
    var reused = 0
    var configured = 0
    var measured = 0
  }

  let configuration: Configuration
  let environment: Environment
  var counters = Counters()
  private var spare: [ObjectIdentifier: [any ItemConfigurable]] = [:]
  private var prototypes: [ObjectIdentifier: any ItemConfigurable] = [:]
  /// What views of uniform height computed, by room; of the present environment only.
  private var uniformSizes: [Room: Size] = [:]
  private var uniformVersion = 0

  /// All that the size of a view of uniform height depends on.
  private struct Room: Hashable {
    var type: ObjectIdentifier
    var width: Double
    var place: ItemPlace
  }

  /// Views of one type that are kept for later; more are let go.
  private static let capacity = 64

  init(configuration: Configuration, environment: Environment) {
    self.configuration = configuration
    self.environment = environment
  }

  /// A view that shows `item`.
  func view(for item: Item, role: Configuration.Role) -> any ItemConfigurable {
    let type = configuration.view(forKind: item.kind, role: role)
    let view: any ItemConfigurable
    if let used = spare[ObjectIdentifier(type)]?.popLast() {
      counters.reused += 1
      view = used
    } else {
      counters.created += 1
      view = type.init()
    }
    configure(view, with: item)
    return view
  }

  /// Shows `item` in a view that fits its kind.
  func configure(_ view: any ItemConfigurable, with item: Item) {
    counters.configured += 1
    view.configure(with: item)
    view.setNeedsLayout()
  }

  /// Whether `view` is of the type that shows `item`.
  func fits(_ view: any ItemConfigurable, _ item: Item, role: Configuration.Role) -> Bool {
    type(of: view) == configuration.view(forKind: item.kind, role: role)
  }

  /// Takes back a view that is no longer shown.
  func put(_ view: any ItemConfigurable) {
    view.removeFromSuperview()
    view.state = []
    view.prepareForReuse()
    let key = ObjectIdentifier(type(of: view))
    guard spare[key, default: []].count < Self.capacity else { return }
    spare[key, default: []].append(view)
  }

  /// The size the view for `item` computes in the given room.
  func measure(
    _ item: Item, role: Configuration.Role, place: ItemPlace, containerSize: Size
  ) -> Size {
    let type = configuration.view(forKind: item.kind, role: role)
    guard type.hasUniformHeight else {
      return compute(type, item, place: place, containerSize: containerSize)
    }
    if uniformVersion != environment.version {
      uniformSizes.removeAll()
      uniformVersion = environment.version
    }
    var place = place
    (place.isFirst, place.isLast) = (false, false)
    let room = Room(type: ObjectIdentifier(type), width: containerSize.width, place: place)
    if let size = uniformSizes[room] { return size }
    let size = compute(type, item, place: place, containerSize: containerSize)
    uniformSizes[room] = size
    return size
  }

  private func compute(
    _ type: any ItemConfigurable.Type, _ item: Item, place: ItemPlace, containerSize: Size
  ) -> Size {
    counters.measured += 1
    let prototype = prototypes[ObjectIdentifier(type)] ?? makePrototype(type)
    prototype.place = place
    return prototype.computeSize(for: item, containerSize: containerSize)
  }

  /// The name of the view type that shows items of `kind`.
  func viewName(forKind kind: String, role: Configuration.Role) -> String {
    String(describing: configuration.view(forKind: kind, role: role))
  }

  private func makePrototype(_ type: any ItemConfigurable.Type) -> any ItemConfigurable {
    let view = type.init()
    view.environment = environment
    prototypes[ObjectIdentifier(type)] = view
    return view
  }
}
