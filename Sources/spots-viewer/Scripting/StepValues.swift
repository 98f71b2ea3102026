import Spots
import SpotsViewer

/// The value of a step that is an object, with the keys of all such steps, by which it is read and
/// written.
struct StepValue: Sendable {
  var x: Double?
  var y: Double?
  var dx = 0.0
  var dy = 0.0
  var isPrecise = false
  var button = PointerButton.left
  var clicks = 1
  var held: Modifiers = []
  var isTouch = false
  /// Its `text` is also that of steps that enter one.
  var search = ItemSearch()
  /// A text, or the bytes of `text` between which it is selected.
  var selected: JSONValue?
  var target = ""
  var screen: JSONValue?

  fileprivate static let fields = Fields<StepValue>(
    "step-value", of: StepValue(), noun: "an object, as with 'x' and 'y'",
    [
      Field(optional: \.x, "x", .position, "Points from the left."),
      Field(optional: \.y, "y", .position, "Points from the top."),
      Field(\.dx, "dx", .any, "How far a wheel turns sideways."),
      Field(\.dy, "dy", .any, "How far a wheel turns."),
      Field(\.isPrecise, "precise", .bool, "Whether a wheel gives points rather than notches."),
      Field(\.button, "button", .word, "The button."),
      Field(\.clicks, "clicks", .integer(1...100), "The presses in quick succession."),
    ]
      + KeyName.modifiers.sorted { $0.key < $1.key }.map { name, modifier in
        Field(\.held[modifier], name, .bool, "Whether the key is held.")
      } + [
        Field(\.isTouch, "touch", .bool, "Whether it is a finger that presses.")
      ] + ItemSearch.keys.map { Field($0, of: \.search) } + [
        Field(optional: \.selected, "selected", .any, "What is selected."),
        Field(\.target, "target", .string, "The part of a text that an input method works on."),
        Field(optional: \.screen, "screen", .any, "The document."),
      ])

  /// Where it is, in points of the window.
  var point: Point {
    get throws(FieldFault) {
      for (name, number) in [("x", x), ("y", y)] where number == nil {
        throw FieldFault("this step needs the number '\(name)'")
      }
      return Point(x: x ?? 0, y: y ?? 0)
    }
  }

  /// Clicks there, or on the item that is searched for.
  ///
  /// - Parameter count: How many clicks follow each other.
  func click(count: Int) throws(FieldFault) -> ReplayStep {
    if x == nil, y == nil, search != ItemSearch() {
      return .clickItem(search, button, count: count)
    }
    return .input(
      ReplayStep.clicks(try point, button, count: count, held: held, isTouch: isTouch))
  }

  /// A text that an input method is composing. The part it works on is `selected`, or else the last
  /// occurrence of `target`.
  var composed: InputEvent {
    get throws(FieldFault) {
      let text = search.text ?? ""
      if case .array(let ends)? = selected {
        guard ends.count == 2, case .integer(let start) = ends[0], case .integer(let end) = ends[1],
          0 <= start, start <= end, end <= text.utf8.count
        else { throw FieldFault("'selected' takes the bytes of 'text' where it begins and ends") }
        return .textComposed(text, selected: start..<end)
      }
      if let part = text.utf8Range(ofLast: target) { return .textComposed(text, selected: part) }
      throw FieldFault("'target' takes a part of 'text'")
    }
  }

  /// Texts for the clipboard.
  var clipboard: ReplayStep {
    get throws(FieldFault) {
      switch selected {
      case nil: return .clipboard(search.text, selected: nil)
      case .string(let selected)?: return .clipboard(search.text, selected: selected)
      default: throw FieldFault("'selected' takes a string")
      }
    }
  }

  /// The bytes of a document.
  var document: [UInt8] {
    get throws(FieldFault) {
      if let screen { return ReplayLine.bytes(of: screen, pretty: true) }
      if let text = search.text { return Array(text.utf8) }
      throw FieldFault("'write' takes {\"screen\":…} or {\"text\":\"…\"}")
    }
  }
}

extension FieldValue<StepValue> {
  static var step: FieldValue { .object(StepValue.fields) }
}

extension FieldValue<JSONValue> {
  static var json: FieldValue { any }
}

extension FieldValue<Size> {
  /// A size that a window can have.
  static var window: FieldValue {
    size.converted(.outOfRange) { size, subject in
      let sides = ViewerOptions.sides
      if sides.contains(size.width), sides.contains(size.height) { return size }
      throw FieldFault("\(subject) expects a 'width' and a 'height' \(sides)")
    }
  }
}

extension FieldValue<Double> {
  /// Any number.
  static var any: FieldValue {
    .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }

  /// A number of points, written in thousandths, which makes no visible difference.
  static var position: FieldValue {
    FieldValue(any.type, read: any.read) { $0.number(($1 * 1000).rounded() / 1000) }
  }
}

extension Modifiers {
  fileprivate subscript(modifier: Modifiers) -> Bool {
    get { contains(modifier) }
    set { if newValue { insert(modifier) } else { remove(modifier) } }
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
