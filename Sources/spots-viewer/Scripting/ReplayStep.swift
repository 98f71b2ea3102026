import Spots
import SpotsViewer

/// One line of a replay's script.
enum ReplayStep: Equatable {
  case input([InputEvent])
  /// Clicks the one item that matches, wherever it is on the screen.
  case clickItem(ItemSearch, PointerButton, count: Int)
  /// Clicks the middle of what a search has found.
  case clickPart(FoundPart, PointerButton, count: Int)
  /// Puts a text on the replay's clipboard, and presses the keys that paste it.
  case paste(String)
  /// Sets the copied and the selected text of the replay's clipboard; nil leaves one as it is.
  case clipboard(String?, selected: String?)
  /// Drops files on the window.
  case drop([String])
  case resize(Size)
  /// Replaces the content of the document, as if the file had been saved with these bytes.
  case write([UInt8])
  /// Lines of a stream, which are documents or changes.
  case lines([[UInt8]])
  /// Lets virtual time pass, in seconds.
  case wait(Double)
  case inspect
  case render(String)
  /// The initial size of the window.
  case window(Size)
  /// Expects an event of the step before; it may have more members than these.
  case expect([String: JSONValue])

  typealias Fault = FieldFault

  /// The steps by name.
  static let keys: [LineKey<ReplayStep>] = [
    LineKey("wheel", .step) {
      .input([
        .wheel(try $0.point, delta: Point(x: $0.dx, y: $0.dy), precise: $0.isPrecise, $0.held)
      ])
    },
    LineKey("press", .step) {
      .input([
        .pointerPressed(
          try $0.point, $0.button, clicks: $0.clicks, modifiers: $0.held, isTouch: $0.isTouch)
      ])
    },
    LineKey("move", .step) { .input([.pointerMoved(try $0.point)]) },
    LineKey("release", .step) { .input([.pointerReleased(try $0.point, $0.button)]) },
    LineKey("leave", .json) { _ in .input([.pointerLeft]) },
    LineKey("click", .step) { try $0.click(count: 1) },
    LineKey("doubleClick", .step) { try $0.click(count: 2) },
    LineKey("key", .string) { .input([try KeyName.press($0)]) },
    LineKey("type", .string) { .input(typed($0)) },
    LineKey("text", .string) { .input([.textEntered($0)]) },
    LineKey("compose", .step) { .input([try $0.composed]) },
    LineKey("paste", .string) { .paste($0) },
    LineKey("clipboard", .step) { try $0.clipboard },
    LineKey("drop", .list(of: .string, "an array of strings")) {
      if $0.isEmpty { throw FieldFault("'drop' takes at least one path") }
      return .drop($0)
    },
    LineKey("window", .window) { .window($0) },
    LineKey("resize", .window) { .resize($0) },
    LineKey("write", .step) { .write(try $0.document) },
    LineKey("lines", .list(of: .json, "an array of changes")) {
      .lines($0.map { ReplayLine.bytes(of: $0) })
    },
    LineKey("wait", .number(longestWait)) { .wait($0) },
    LineKey("inspect", .json) { _ in .inspect },
    LineKey("render", .string) { .render($0) },
    LineKey("expect", .json) {
      if case .object(let event) = $0 { return .expect(event) }
      throw FieldFault("'expect' takes an event, such as {\"event\":\"refresh\"}")
    },
  ]

  /// How long waits may be, in seconds.
  static let longestWait = 0...3600.0
  private static let lines = LineKeys("step", example: "{\"wait\":0.5}", keys)

  /// Reads a line, a JSON object with one key that names the step.
  init(line: [UInt8]) throws(FieldFault) { self = try Self.lines.read(line) }

  /// Clicks at a point of the window.
  static func clicks(
    _ point: Point, _ button: PointerButton = .left, count: Int, held: Modifiers = [],
    isTouch: Bool = false
  ) -> [InputEvent] {
    [.pointerMoved(point)]
      + (1...count).flatMap { click in
        [
          InputEvent.pointerPressed(
            point, button, clicks: click, modifiers: held, isTouch: isTouch),
          .pointerReleased(point, button),
        ]
      }
  }

  /// The keys that type a text, each with the text it enters.
  private static func typed(_ text: String) -> [InputEvent] {
    text.flatMap { character -> [InputEvent] in
      if character == "\n" { return [.keyPressed(.enter, [])] }
      if character == "\t" { return [.keyPressed(.tab, [])] }
      let lower = character.lowercased()
      let key = character == " " ? Key.space : .character(lower.first ?? character)
      return [.keyPressed(key, []), .textEntered(String(character))]
    }
  }
}

extension ReplayStep: LineMeaning {
  var isSearch: Bool { if case .clickItem = self { true } else { false } }
}

extension KeyName {
  static func press(_ name: String) throws(FieldFault) -> InputEvent {
    if let (key, modifiers) = parse(name) { return .keyPressed(key, modifiers) }
    throw FieldFault("unknown key '\(name.printable(limit: 40))'")
  }
}
