import Spots
import SpotsSDL

/// Finds the part of a screen that the user points at while the inspector is on, and its source.
@MainActor
struct Inspector {
  /// The effect of an input on the inspector.
  enum Meaning {
    /// None; the screen handles the input.
    case passes
    /// The inspector was switched on or off.
    case toggles
    /// The position of the inspected part is copied to the clipboard.
    case copies
    /// The inspected part is opened in the editor.
    case edits
    /// None, and the screen does not handle the input either.
    case takes
  }

  private(set) var isOn = false
  private var pointer: Point?

  mutating func handle(_ input: InputEvent) -> Meaning {
    switch input {
    case .keyPressed(.function(12), []), .keyPressed(.character("c"), [.control, .shift]):
      isOn.toggle()
      return .toggles
    case .pointerMoved(let point): pointer = point
    case .pointerLeft: pointer = nil
    default: break
    }
    guard isOn else { return .passes }
    switch input {
    case .keyPressed(.escape, []):
      isOn = false
      return .toggles
    case .keyPressed(.enter, []): return .copies
    case .pointerPressed(_, .left, _): return .edits
    case .pointerReleased(_, .left): return .takes
    default: return .passes
    }
  }

  /// The inspected part of `page`: the one under the pointer, else the focused one.
  private func path(on page: Page) -> ItemPath? {
    pointer.flatMap { page.controller.path(at: $0) } ?? page.controller.focused
  }

  /// The part to outline and its description; nil when no part is inspected.
  func target(on page: Page) -> InspectorOverlay.Target? {
    let controller = page.controller
    guard let path = path(on: page), let item = controller.item(at: path),
      let frame = controller.frame(of: path)
    else { return nil }
    let view = controller.viewName(at: path) ?? ""
    let kind = item.kind.isEmpty ? view : "\(item.kind.printable(limit: 60)) · \(view)"
    let (x, y) = (Self.number(frame.x), Self.number(frame.y + controller.contentOffset))
    let size = "\(Self.number(frame.width)) × \(Self.number(frame.height))"
    let place = Place(path, page)
    return InspectorOverlay.Target(
      frame: frame, lines: [kind, "\(size) at \(x), \(y)", place.pointer, place.position])
  }

  func place(on page: Page) -> Place? { path(on: page).map { Place($0, page) } }

  /// A length with at most two decimals.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  /// The position of a part of a screen in its file.
  struct Place {
    private let path: String
    let line: Int?
    /// `file:line:column`; inside a composite item, that of the item.
    let position: String
    /// The JSON pointer in the file.
    let pointer: String
    /// The text for the clipboard.
    let text: String

    @MainActor
    init(_ item: ItemPath, _ page: Page) {
      let (file, component) = page.document(ofComponent: item.component)
      path = file.path
      let map = file.reading.sourceMap
      let start: SourceMap.Position? =
        switch item.part {
        case .item(let index): map.item(index, inComponent: component)
        case .header: map.header(ofComponent: component)
        case .footer: map.footer(ofComponent: component)
        }
      line = start?.line
      let name = ScreenFile.name(of: path).printable(limit: 200)
      position = start.map { "\(name):\($0.line):\($0.column)" } ?? name
      var place = item
      place.first.component = component
      pointer = place.pointer
      text = "\(position) \(pointer)"
    }

    /// The path of the file; nil when the screen came from a stream or a server.
    var file: String? {
      StreamFeed.descriptor(ofPath: path) == nil && WebAddress(path) == nil ? path : nil
    }
  }
}
