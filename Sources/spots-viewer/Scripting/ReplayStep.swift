import Spots
import SpotsViewer

/// One line of a replay's script.
enum ReplayStep: Equatable {
  case input([InputEvent])
  /// Clicks the one item that matches, wherever it is on the screen.
  case clickItem(ItemSearch, count: Int)
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

  /// An error in a line of the script.
  struct Fault: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
  }

  /// The names of all steps.
  static let names = [
    "wheel", "press", "move", "release", "leave", "click", "doubleClick", "key", "type", "text",
    "compose", "paste", "clipboard", "drop", "window", "resize", "write", "lines", "wait",
    "inspect", "render", "expect",
  ]

  /// Reads a line, a JSON object with one key that names the step.
  init(line: [UInt8]) throws(Fault) {
    self = try Self.step(Fields(line: line, "a step", example: "{\"wait\":0.5}"))
  }

  /// Reads a step that stands in `fields`.
  init(_ fields: Fields) throws(Fault) { self = try Self.step(fields) }

  private static func step(_ fields: Fields) throws(Fault) -> ReplayStep {
    switch fields.name {
    case "click": return try click(fields, count: 1)
    case "doubleClick": return try click(fields, count: 2)
    case "paste": return .paste(try fields.string)
    case "clipboard":
      return .clipboard(
        try fields.string(of: "text"), selected: try fields.string(of: "selected"))
    case "drop": return .drop(try fields.strings)
    case "resize": return .resize(try fields.size)
    case "window": return .window(try fields.size)
    case "write": return .write(try document(fields))
    case "lines": return .lines(try lines(fields))
    case "wait": return .wait(try fields.seconds)
    case "inspect": return .inspect
    case "render": return .render(try fields.string)
    case "expect":
      guard case .object(let event) = fields.content else {
        throw Fault(message: "'expect' takes an event, such as {\"event\":\"refresh\"}")
      }
      return .expect(event)
    default: break
    }
    guard let events = try input(fields) else {
      throw Fault(
        message: "unknown step '\(fields.name.printable(limit: 40))'; known are "
          + Self.names.joined(separator: ", "))
    }
    return .input(events)
  }

  /// The input of a step that stands for the user's; nil for other steps.
  private static func input(_ fields: Fields) throws(Fault) -> [InputEvent]? {
    switch fields.name {
    case "wheel": [try wheel(fields)]
    case "press": [try press(fields, clicks: try fields.clicks())]
    case "move": [.pointerMoved(try fields.point())]
    case "leave": [.pointerLeft]
    case "release": [.pointerReleased(try fields.point(), try button(fields))]
    case "key": [try key(fields)]
    case "type": typed(try fields.string)
    case "text": [.textEntered(try fields.string)]
    case "compose": [try composed(fields)]
    default: nil
    }
  }

  private static func wheel(_ fields: Fields) throws(Fault) -> InputEvent {
    let delta = Point(
      x: try fields.number("dx", default: 0), y: try fields.number("dy", default: 0))
    return .wheel(
      try fields.point(), delta: delta, precise: try fields.bool("precise"),
      try fields.modifiers)
  }

  private static func button(_ fields: Fields) throws(Fault) -> PointerButton {
    let name = try fields.string("button", default: "left")
    if let button = PointerButton(rawValue: name) { return button }
    throw Fault(message: "unknown button '\(name.printable(limit: 40))'")
  }

  /// A press of a button, with any modifier keys held, or of a finger.
  private static func press(_ fields: Fields, clicks: Int) throws(Fault) -> InputEvent {
    .pointerPressed(
      try fields.point(), try button(fields), clicks: clicks, modifiers: try fields.modifiers,
      isTouch: try fields.bool("touch"))
  }

  /// Clicks with the left button at a point of the window.
  static func clicks(at point: Point, count: Int) -> [InputEvent] {
    [.pointerMoved(point)]
      + (1...count).flatMap { click in
        [
          InputEvent.pointerPressed(point, .left, clicks: click, modifiers: [], isTouch: false),
          .pointerReleased(point, .left),
        ]
      }
  }

  /// Clicks at a point, or on the item that is searched for.
  private static func click(_ fields: Fields, count: Int) throws(Fault) -> ReplayStep {
    if fields["x"] == nil, fields["y"] == nil, case .object(let members) = fields.content {
      return .clickItem(try ItemSearch(members), count: count)
    }
    let (point, button) = (try fields.point(), try button(fields))
    var events = [InputEvent.pointerMoved(point)]
    for click in 1...count {
      events += [try press(fields, clicks: click), .pointerReleased(point, button)]
    }
    return .input(events)
  }

  private static func key(_ fields: Fields) throws(Fault) -> InputEvent {
    let name = try fields.string
    guard let (key, modifiers) = KeyName.parse(name) else {
      throw Fault(message: "unknown key '\(name.printable(limit: 40))'")
    }
    return .keyPressed(key, modifiers)
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

  /// A text that an input method is composing. The part it works on is the range `selected`, or
  /// else the last occurrence of `target`.
  private static func composed(_ fields: Fields) throws(Fault) -> InputEvent {
    let text = try fields.string("text", default: "")
    if case .array(let ends)? = fields["selected"] {
      guard ends.count == 2, case .integer(let start) = ends[0], case .integer(let end) = ends[1],
        0 <= start, start <= end, end <= text.utf8.count
      else { throw Fault(message: "'selected' takes the bytes of 'text' where it begins and ends") }
      return .textComposed(text, selected: start..<end)
    }
    let target = try fields.string("target", default: "")
    guard let part = text.utf8Range(ofLast: target) else {
      throw Fault(message: "'target' takes a part of 'text'")
    }
    return .textComposed(text, selected: part)
  }

  /// The lines of a stream, each written as JSON or as a string with the text of the line.
  private static func lines(_ fields: Fields) throws(Fault) -> [[UInt8]] {
    guard case .array(let values) = fields.content else {
      throw Fault(message: "'lines' takes an array of changes, such as {\"remove\":\"id\"}")
    }
    return values.map { value in
      if case .string(let text) = value { return Array(text.utf8) }
      var json = JSONWriter()
      json.value(value)
      return json.bytes
    }
  }

  private static func document(_ fields: Fields) throws(Fault) -> [UInt8] {
    if let screen = fields["screen"] {
      var json = JSONWriter(pretty: true)
      json.value(screen)
      return json.bytes
    }
    guard case .string(let text)? = fields["text"] else {
      throw Fault(message: "'write' takes {\"screen\":…} or {\"text\":\"…\"}")
    }
    return Array(text.utf8)
  }
}

/// Parses the names of keys in scripts: `PageDown`, `Ctrl+R`, `Shift+Tab`.
enum KeyName {
  private static let named: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "pageup": .pageUp,
    "pagedown": .pageDown, "home": .home, "end": .end, "return": .enter, "enter": .enter,
    "space": .space, "escape": .escape, "tab": .tab, "plus": .character("+"),
    "minus": .character("-"), "backspace": .backspace, "back": .back, "forward": .forward,
    "delete": .delete, "insert": .insert, "menu": .menu,
  ]

  static let modifiers: [String: Modifiers] = ["ctrl": .control, "shift": .shift, "alt": .alt]

  /// The name that `parse` reads as the key and modifiers.
  static func name(of key: Key, _ modifiers: Modifiers) -> String {
    let held = Self.modifiers.filter { modifiers.contains($0.value) }.keys.sorted()
    let name =
      switch key {
      case .function(let number): "f\(number)"
      case .character("+"): "plus"
      case .character(let character): String(character)
      case let key: named.filter { $0.value == key }.keys.min() ?? ""
      }
    return (held + [name]).joined(separator: "+")
  }

  /// - Returns: The key and its modifiers; nil for an unknown name. Case does not matter.
  static func parse(_ name: String) -> (Key, Modifiers)? {
    var parts = name.split(separator: "+", omittingEmptySubsequences: true).map { $0.lowercased() }
    guard let last = parts.popLast() else { return name == "+" ? (.character("+"), []) : nil }
    var held: Modifiers = []
    for part in parts {
      guard let modifier = modifiers[part] else { return nil }
      held.insert(modifier)
    }
    return key(last).map { ($0, held) }
  }

  private static func key(_ name: String) -> Key? {
    if let key = named[name] { return key }
    if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number) {
      return .function(number)
    }
    return name.count == 1 ? name.first.map(Key.character) : nil
  }
}

extension String {
  /// The last occurrence of `part`, in UTF-8 offsets: the end if it is empty, nil if there is none.
  fileprivate func utf8Range(ofLast part: String) -> Range<Int>? {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    guard part.count <= bytes.count else { return nil }
    let start = (0...bytes.count - part.count).last { bytes[$0...].starts(with: part) }
    return start.map { $0..<$0 + part.count }
  }
}
