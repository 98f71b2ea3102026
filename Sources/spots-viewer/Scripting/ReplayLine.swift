import Spots

/// Writes steps as lines of scripts, without a line feed; `ReplayStep` reads them.
enum ReplayLine {
  /// What a user does, in points of the window.
  static func input(_ event: InputEvent) -> [UInt8] {
    switch event {
    case .pointerMoved(let place): object("move") { point(place, in: &$0) }
    case .pointerPressed(let place, let button, let clicks, let held, let isTouch):
      object("press") { json in
        point(place, in: &json)
        name(button, in: &json)
        if clicks > 1 { json.member("clicks", min(clicks, 100)) }
        modifiers(held, in: &json)
        if isTouch { json.member("touch", true) }
      }
    case .pointerReleased(let place, let button):
      object("release") { json in
        point(place, in: &json)
        name(button, in: &json)
      }
    case .pointerLeft, .pointerCancelled: line("leave") { $0.bool(true) }
    case .wheel(let place, let delta, let isPrecise, let held):
      object("wheel") { json in
        point(place, in: &json)
        if delta.x != 0 { json.member("dx", delta.x) }
        if delta.y != 0 { json.member("dy", delta.y) }
        if isPrecise { json.member("precise", true) }
        modifiers(held, in: &json)
      }
    case .keyPressed(let key, let held): line("key") { $0.string(KeyName.name(of: key, held)) }
    case .textEntered(let text): line("text") { $0.string(text) }
    case .textComposed(let text, let selected):
      object("compose") { json in
        json.member("text", text)
        json.key("selected")
        json.beginArray()
        json.integer(selected.lowerBound)
        json.integer(selected.upperBound)
        json.endArray()
      }
    }
  }

  static func wait(_ seconds: Double) -> [UInt8] { line("wait") { $0.number(seconds) } }

  /// - Parameter name: `window` or `resize`.
  static func size(_ name: String, _ size: Size) -> [UInt8] {
    object(name) { json in
      json.member("width", size.width)
      json.member("height", size.height)
    }
  }

  static func drop(_ paths: [String]) -> [UInt8] {
    line("drop") { json in
      json.beginArray()
      for path in paths { json.string(path) }
      json.endArray()
    }
  }

  static func paste(_ text: String) -> [UInt8] { line("paste") { $0.string(text) } }

  /// A step that sets the clipboard; nil leaves a text as it is.
  static func clipboard(_ text: String?, selected: String?) -> [UInt8] {
    object("clipboard") { json in
      if let text { json.member("text", text) }
      if let selected { json.member("selected", selected) }
    }
  }

  /// - Parameter event: A JSON object.
  static func expect(_ event: [UInt8]) -> [UInt8] { line("expect") { $0.verbatim(event) } }

  private static func line(_ name: String, _ content: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key(name)
    content(&json)
    json.endObject()
    return json.bytes
  }

  private static func object(_ name: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    line(name) { json in
      json.beginObject()
      members(&json)
      json.endObject()
    }
  }

  /// Writes a point, rounded to thousandths, which makes no visible difference.
  private static func point(_ point: Point, in json: inout JSONWriter) {
    json.member("x", (point.x * 1000).rounded() / 1000)
    json.member("y", (point.y * 1000).rounded() / 1000)
  }

  private static func name(_ button: PointerButton, in json: inout JSONWriter) {
    if button != .left { json.member("button", button.rawValue) }
  }

  private static func modifiers(_ held: Modifiers, in json: inout JSONWriter) {
    for (name, modifier) in KeyName.modifiers.sorted(by: { $0.key < $1.key })
    where held.contains(modifier) {
      json.member(name, true)
    }
  }
}
