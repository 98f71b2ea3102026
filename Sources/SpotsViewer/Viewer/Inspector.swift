import Spots
import SpotsSDL

/// Outlines the part of a screen that the user points at, and leads to its source.
///
/// While it is on, clicks and Return act on the screen's source, not on the screen.
@MainActor
final class Inspector {
  private(set) var isOn = false
  private var pointer: Point?
  private let launcher: ProgramLauncher
  /// Called with text for the clipboard.
  var onCopy: (String) -> Void = { _ in }

  init(launcher: ProgramLauncher) {
    self.launcher = launcher
  }

  /// Forgets what was inspected.
  func turnOff() { (isOn, pointer) = (false, nil) }

  /// Turns it on or off.
  func toggle(on page: Page) {
    page.cancelPress()
    isOn.toggle()
    showOutline(on: page)
  }

  /// Handles input to the inspector.
  ///
  /// - Returns: Whether the input is consumed.
  func handle(_ input: InputEvent, on page: Page) -> Bool {
    switch input {
    case .pointerMoved(let point): pointer = point
    case .pointerLeft: pointer = nil
    default: break
    }
    guard isOn else { return false }
    switch input {
    case .keyPressed(.escape, []):
      // The row under the pointer stays lit.
      isOn = false
      showOutline(on: page)
    case .keyPressed(.enter, []): copyPlace(on: page)
    case .pointerPressed(_, .left, _, _, _): edit(page)
    case .pointerReleased(_, .left): break
    default: return false
    }
    return true
  }

  /// Outlines the inspected part of `page`, or nothing while the inspector is off.
  func showOutline(on page: Page) {
    guard isOn else { return page.overlays.show(inspector: nil) }
    page.overlays.show(inspector: { [weak self, weak page] in
      if let self, let page { self.target(on: page) } else { nil }
    })
  }

  private func copyPlace(on page: Page) {
    guard let place = place(on: page) else { return }
    onCopy(place.text)
    page.show(note: page.context.words(.copied, ["text": place.text.printable(limit: 100)]))
  }

  /// Opens the inspected part in the editor.
  private func edit(_ page: Page) {
    guard launcher.mayOpenPrograms, let place = place(on: page) else { return }
    guard let editor = Editor.chosen, let path = place.file else {
      return page.show(note: page.context.words[.setVisual])
    }
    guard let (program, arguments) = editor.command(opening: path, line: place.line) else {
      onCopy(place.text)
      let name = editor.name.printable(limit: 40)
      return page.show(
        note: page.context.words(
          .needsTerminal, ["name": name, "text": place.text.printable(limit: 100)]))
    }
    launcher.start(program, arguments, from: page)
  }

  /// The inspected part of `page`: the one under the pointer, else the focused one.
  private func path(on page: Page) -> ItemPath? {
    pointer.flatMap { page.controller.path(at: $0) } ?? page.controller.focused
  }

  /// The part to outline and its description; nil when no part is inspected.
  private func target(on page: Page) -> InspectorOverlay.Target? {
    let controller = page.controller
    guard let path = path(on: page), let item = controller.item(at: path),
      let frame = controller.frame(of: path)
    else { return nil }
    let view = controller.viewName(at: path) ?? ""
    let kind = item.kind.isEmpty ? view : "\(item.kind.printable(limit: 60)) · \(view)"
    let top = frame.y - controller.scrollView.frame.y + controller.contentOffset
    let (x, y) = (Self.number(frame.x), Self.number(top))
    let size = "\(Self.number(frame.width)) × \(Self.number(frame.height))"
    let place = Place(path, page)
    let words = page.context.words
    let sizeAt = words(.sizeAt, ["size": size, "x": x, "y": y])
    let lines = [kind, sizeAt, place.pointer, place.position]
    return InspectorOverlay.Target(
      frame: frame, lines: lines + (place.filled.map { Self.lines(of: $0, words) } ?? []))
  }

  /// The most expressions that are shown.
  private static let mostHoles = 12

  /// How a part depends on data: its row, the place of its value, and its expressions.
  private static func lines(of part: FilledPart, _ words: Words) -> [String] {
    let text = { (value: JSONValue) in JSONWriter { $0.value(value) }.text.printable(limit: 60) }
    var lines = part.row.map { [words(.row, ["name": $0.printable(limit: 80)])] } ?? []
    if let bound = part.bound {
      lines.append(
        "bind \(bound.printable(limit: 80))" + (part.boundValue.map { " = \(text($0))" } ?? ""))
    }
    lines += part.holes.prefix(mostHoles).map { hole in
      let expression = "\(hole.key): {\(hole.expression.printable(limit: 80))}"
      return switch hole.value {
      case .success(let value): "\(expression) = \(text(value))"
      case .failure(let fault): "\(expression): \(fault.message.printable(limit: 120))"
      }
    }
    let rest = part.holes.count - mostHoles
    return rest > 0 ? lines + [words(.moreHoles, ["count": rest])] : lines
  }

  private func place(on page: Page) -> Place? { path(on: page).map { Place($0, page) } }

  /// A length with at most two decimals.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  /// The position of a part of a screen in its file.
  struct Place {
    private let source: DocumentSource
    let line: Int?
    /// `file:line:column`; inside a composite item, that of the item.
    let position: String
    /// The JSON pointer in the file; that of the template for a row.
    let pointer: String
    /// How the part depends on data; nil if it does not.
    let filled: FilledPart?
    /// The text for the clipboard.
    let text: String

    @MainActor
    init(_ item: ItemPath, _ page: Page) {
      let (file, component) = page.document(ofComponent: item.component)
      source = file.source
      let start = file.reading.sourceMap.position(of: item.part, in: component)
      line = start?.line
      let name = Path.name(of: source.path).printable(limit: 200)
      position = start.map { "\(name):\($0.line):\($0.column)" } ?? name
      var place = item
      place.first.component = component
      filled = page.controller.boundData.filledPart(at: item)
      pointer = filled.map { "/components/\(component)\($0.place)" } ?? place.pointer
      text = "\(position) \(pointer)"
    }

    /// The path of the file; nil when the screen came from a stream, a server or the program
    /// itself.
    var file: String? { source.isFile ? source.path : nil }
  }
}
