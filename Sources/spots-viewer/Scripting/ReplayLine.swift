import Spots

/// Writes steps as lines of scripts, without a line feed; `ReplayStep` reads them.
enum ReplayLine {
  /// What a user does, in points of the window.
  static func input(_ event: InputEvent) -> [UInt8] {
    switch event {
    case .pointerMoved(let place): object("move", at: place)
    case .pointerPressed(let place, let button, let clicks, let held, let isTouch):
      object("press", at: place) {
        ($0.button, $0.clicks, $0.held, $0.isTouch) = (button, min(clicks, 100), held, isTouch)
      }
    case .pointerReleased(let place, let button):
      object("release", at: place) { $0.button = button }
    case .pointerLeft, .pointerCancelled: line("leave", .bool, true)
    case .wheel(let place, let delta, let isPrecise, let held):
      object("wheel", at: place) {
        ($0.dx, $0.dy, $0.isPrecise, $0.held) = (delta.x, delta.y, isPrecise, held)
      }
    case .keyPressed(let key, let held): line("key", .string, KeyName.name(of: key, held))
    case .textEntered(let text): line("text", .string, text)
    case .textComposed(let text, let selected):
      object("compose") {
        $0.selected = .array([.integer(selected.lowerBound), .integer(selected.upperBound)])
        $0.search.text = text
      }
    }
  }

  private static func object(
    _ name: String, at place: Point? = nil, _ change: (inout StepValue) -> Void = { _ in }
  ) -> [UInt8] {
    var value = StepValue(x: place?.x, y: place?.y)
    change(&value)
    return line(name, .step, value)
  }

  /// A step that sets the clipboard; nil leaves a text as it is.
  static func clipboard(_ text: String?, selected: String?) -> [UInt8] {
    object("clipboard") {
      $0.search.text = text
      $0.selected = selected.map { .string($0) }
    }
  }

  /// - Parameter event: A JSON object.
  static func expect(_ event: [UInt8]) -> [UInt8] {
    Array(#"{"expect":"#.utf8) + event + [UInt8(ascii: "}")]
  }

  /// A line of a step, or of a question to a window.
  static func line<Value>(
    _ name: String, _ value: FieldValue<Value>, _ content: Value
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key(name)
      value.write?(&json, content)
    }
    return json.bytes
  }

  /// The bytes of a document or of a change, which may be in a string.
  static func bytes(of value: JSONValue, pretty: Bool = false) -> [UInt8] {
    if case .string(let text) = value, !pretty { return Array(text.utf8) }
    return JSONWriter(pretty: pretty) { $0.value(value) }.bytes
  }
}
