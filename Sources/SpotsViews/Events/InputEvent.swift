/// Input from the user, in points of the window and independent of the backend.
public enum InputEvent: Hashable, Sendable {
  /// The pointer is at this point now.
  case pointerMoved(Point)
  /// `clicks` counts presses in quick succession at one place: 1, 2, 3 … A press that is not the
  /// first has no effect on a screen that has not seen the first. `isTouch` tells whether a finger
  /// pressed rather than a button.
  case pointerPressed(
    Point, PointerButton, clicks: Int, modifiers: Modifiers = [], isTouch: Bool = false)
  /// The button was let go.
  case pointerReleased(Point, PointerButton)
  /// The pointer is no longer over the window.
  case pointerLeft
  /// Something else has the pointer from now on, such as a panel in front of the screen: a press
  /// has no effect and a drag ends where it is, without waiting for a release.
  case pointerCancelled
  /// The wheel turned by `delta` notches, fractions where the device has them. Positive `y` is
  /// away from the user, so that what is above comes into view; positive `x` is to the right.
  case wheel(Point, delta: Point, precise: Bool, Modifiers)
  /// A key was pressed, or repeats while it is held down.
  case keyPressed(Key, Modifiers)
  /// Text was typed, which follows the press of its key, or committed by an input method. Sent only
  /// while something on the screen takes text.
  case textEntered(String)
  /// An input method is composing this text, to be shown where it will be entered; an empty text
  /// ends the composition without a result. `selected` is the part being worked on, in UTF-8
  /// offsets of the text; if it is empty, the position of the caret.
  case textComposed(String, selected: Range<Int>)

  /// Whether the event hides a tooltip, if one is shown.
  package var dismissesTooltip: Bool {
    switch self {
    case .keyPressed, .textEntered, .textComposed, .pointerPressed, .wheel: true
    case .pointerMoved, .pointerReleased, .pointerLeft, .pointerCancelled: false
    }
  }

  /// Where the pointer is; nil for keys and text, and for a pointer that is nowhere.
  package var point: Point? {
    switch self {
    case .pointerMoved(let point), .pointerPressed(let point, _, _, _, _),
      .pointerReleased(let point, _), .wheel(let point, _, _, _):
      point
    case .pointerLeft, .pointerCancelled, .keyPressed, .textEntered, .textComposed: nil
    }
  }

  /// The same input on a page that is shown `zoom` times as large as usual, in points of the page.
  ///
  /// A turn of the wheel scrolls as far in the window as without zoom. With Control held it does
  /// not scroll, and is left unchanged.
  public func zoomed(by zoom: Double) -> InputEvent {
    func onPage(_ point: Point) -> Point { Point(x: point.x / zoom, y: point.y / zoom) }
    return switch self {
    case .pointerMoved(let point): .pointerMoved(onPage(point))
    case .pointerPressed(let point, let button, let clicks, let held, let isTouch):
      .pointerPressed(onPage(point), button, clicks: clicks, modifiers: held, isTouch: isTouch)
    case .pointerReleased(let point, let button): .pointerReleased(onPage(point), button)
    case .wheel(let point, let delta, let precise, let modifiers):
      .wheel(
        onPage(point), delta: modifiers.contains(.control) ? delta : onPage(delta),
        precise: precise, modifiers)
    case .pointerLeft, .pointerCancelled, .keyPressed, .textEntered, .textComposed: self
    }
  }
}

/// The place where typed text is entered.
public struct TextInputArea: Hashable, Sendable {
  /// The caret, beside which input methods show their candidates; in points of the window.
  public var caret: Rect
  /// Differs from field to field. An input method discards what it was composing when another field
  /// takes text.
  public var field: Int
  /// Whether only the user may know the text, such as a password.
  public var isSecret: Bool

  /// Creates an area from the rectangle of the caret and a number for the field it is in.
  public init(caret: Rect, field: Int, isSecret: Bool = false) {
    (self.caret, self.field, self.isSecret) = (caret, field, isSecret)
  }
}

/// A button of the mouse.
public enum PointerButton: String, Hashable, Sendable, CaseIterable {
  /// The primary button.
  case left
  /// The wheel, where it can be pressed.
  case middle
  /// The secondary button.
  case right
  /// The thumb button that goes back.
  case back
  /// The thumb button that goes forward.
  case forward
}

/// A key by its meaning, not by its position on the keyboard.
public enum Key: Hashable, Sendable {
  /// The arrow keys.
  case up, down, left, right
  /// The keys that scroll by pages and to the ends.
  case pageUp, pageDown, home, end
  /// `enter` is Return as well as the keypad's Enter.
  case enter, space, escape, tab, backspace
  /// `delete` deletes the next character; `insert` pastes with Shift held and copies with Control.
  case delete, insert
  /// The key that opens the menu of the focused part.
  case menu
  /// The keys that go through pages already visited, as in browsers.
  case back, forward
  /// F1 is 1.
  case function(Int)
  /// The key that types this character without Shift, in lower case.
  case character(Character)

  /// Whether the key, with these modifiers, enters or deletes text in a field.
  package func isTyped(_ modifiers: Modifiers) -> Bool {
    switch self {
    case .character, .space: !modifiers.contains(.control) || modifiers.contains(.alt)
    case .backspace, .delete: !modifiers.contains(.alt)
    default: false
    }
  }

  /// Whether the key, with these modifiers, is meant for a field even if that is out of sight: it
  /// is typed, moves the caret sideways, or is a shortcut of the clipboard or the history.
  package func edits(_ modifiers: Modifiers) -> Bool {
    switch self {
    case .left, .right: !modifiers.contains(.alt)
    case .character(let character) where modifiers.contains(.control):
      !modifiers.contains(.alt) && "acvxyz".contains(character)
    default: isTyped(modifiers)
    }
  }
}

/// Keys held down with another key, a button or the wheel.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each modifier.
  public let rawValue: Int

  /// Creates the modifiers of these bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Either Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// Either Control key.
  public static let control = Modifiers(rawValue: 2)
  /// Either Alt key.
  public static let alt = Modifiers(rawValue: 4)
}

extension InputEvent {
  /// The event with its point moved.
  package func moved(by delta: Point) -> InputEvent { mapped { $0 + delta } }

  /// The event with its point, horizontal wheel delta or left and right arrow key mirrored.
  package func mirrored(in width: Double) -> InputEvent {
    switch mapped({ $0.mirrored(in: width) }) {
    case .wheel(let point, let delta, let precise, let modifiers):
      .wheel(point, delta: Point(x: -delta.x, y: delta.y), precise: precise, modifiers)
    case .keyPressed(.left, let modifiers): .keyPressed(.right, modifiers)
    case .keyPressed(.right, let modifiers): .keyPressed(.left, modifiers)
    case let event: event
    }
  }

  private func mapped(_ place: (Point) -> Point) -> InputEvent {
    switch self {
    case .pointerMoved(let point): .pointerMoved(place(point))
    case .pointerPressed(let point, let button, let clicks, let held, let isTouch):
      .pointerPressed(place(point), button, clicks: clicks, modifiers: held, isTouch: isTouch)
    case .pointerReleased(let point, let button): .pointerReleased(place(point), button)
    case .wheel(let point, let turn, let precise, let modifiers):
      .wheel(place(point), delta: turn, precise: precise, modifiers)
    case .pointerLeft, .pointerCancelled, .keyPressed, .textEntered, .textComposed: self
    }
  }
}
