/// A view that users operate: a switch, a slider, a button.
///
/// Controls are placed inside the views of items. Input on a control is for it alone; input on the
/// rest of the view is for the item. Subclasses override the methods they need, and report the
/// result with `send(_:)`.
///
/// `state` says whether the pointer is over the control or presses it, and whether it is marked as
/// the one that has the keyboard.
open class Control: View {
  /// Whether the control reacts to input; true unless set. It is shown faint if it does not.
  public var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      opacity = isEnabled ? 1 : Self.disabledOpacity
      if !isEnabled { state = [] }
    }
  }
  /// Whether keys go to the control, even while nothing marks it. Set by the screen.
  public package(set) var hasKeyboard = false {
    didSet { if hasKeyboard != oldValue { keyboardDidChange() } }
  }

  /// How many times as large as usual a control without text is.
  final var growth: Double { environment?.growth ?? 1 }

  /// The least width, in points, at which it can be used: all it wants, but at most 160 before text
  /// scale unless overridden. A row of elements makes it narrower only when no text can give way.
  var leastWidth: Double { min(ownWidth, 160 * textGrowth) }

  /// The width that it wants, in points; 0 where it takes any.
  final var ownWidth: Double {
    let own = sizeThatFits(Size(width: .infinity, height: .infinity)).width
    return own.isFinite ? own : 0
  }

  /// Cuts off what does not fit. Subclasses call this.
  open override func layoutSubviews() { clipsToBounds = frame.width < leastWidth - 1 }

  // MARK: Overridden by subclasses

  /// Clicks unless overridden.
  open override var sense: Sense { .click }

  /// Whether the control is part of the one around it, which has the keyboard on its behalf.
  package var isPart: Bool { false }

  /// Whether only the pointer uses the control, since there are other ways to do the same.
  package var isForPointer: Bool { false }

  /// The pointer was pressed on the control.
  ///
  /// - Parameters:
  ///   - point: In the control's coordinates.
  ///   - clicks: The number of the press in its series, from 1.
  open func pointerPressed(at point: Point, clicks: Int) {}

  /// The pointer is over the control, at `point` now.
  package func pointerMoved(to point: Point) {}

  /// The pressed pointer is at `point` now, perhaps outside of the control. Called only if the
  /// control senses drags.
  open func pointerDragged(to point: Point) {}

  /// The pointer that was pressed on the control was let go. A click on a control that senses
  /// clicks calls `activate()` as well.
  open func pointerReleased(at point: Point) {}

  /// The press of the control is meant for something else, and will not be let go.
  package func pointerCancelled() {}

  /// Repeats the effect of a press that is still held. Called only if the control senses that.
  open func pressRepeated() {}

  /// Does what the control is for, on a click, Enter, Space or a program's request; nothing unless
  /// overridden.
  open func activate() {}

  /// A key was pressed while the control has the keyboard.
  ///
  /// - Returns: Whether the control handles the key; the screen gets the others. Enter and Space
  ///   activate unless overridden.
  open func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard key == .enter || key == .space, modifiers.isEmpty else { return false }
    activate()
    return true
  }

  /// The caret of a control that takes text, in the control's coordinates; nil, the default, for
  /// one that does not. Input methods show their candidates beside it.
  open var caretFrame: Rect? { nil }

  /// Whether only the user may know the text.
  package var takesSecret: Bool { false }

  /// Text was typed, or committed by an input method, while the control has the keyboard. Called
  /// only if it takes text, after the keys that typed it were pressed.
  open func textEntered(_ text: String) {}

  /// An input method is composing `text`, to be shown where it will be entered; see
  /// `InputEvent.textComposed`. Called only if the control takes text.
  open func textComposed(_ text: String, selected: Range<Int>) {}

  /// The middle button was pressed on the control, which pastes what was selected last.
  ///
  /// - Parameter point: In the control's coordinates.
  open func middleButtonPressed(at point: Point) {}

  /// The menu that the right button opens on the control; nil, the default, for none.
  package func contextMenu() -> Popup? { nil }

  /// The wheel was turned over the control by `notches`, positive away from the user.
  ///
  /// - Returns: Whether the control handles that; if not, the screen scrolls.
  open func wheelTurned(by notches: Double) -> Bool { false }

  /// Called when `hasKeyboard` has changed; draws the control again unless overridden.
  open func keyboardDidChange() { setNeedsDisplay() }

  /// The keyboard, which stays where it is on the screen, is about to come to this control.
  ///
  /// - Parameter other: The view that had it, if the control is now another one.
  package func keyboardWillReturn(from other: Control?) {}

  // MARK: Telling

  /// Tells the screen what the user did.
  public final func send(_ event: ControlEvent) { report(.event(event), of: self) }

  /// Opens a popup beside the control.
  final func open(_ popup: Popup) { report(.popup(popup), of: self) }

  /// Draws a ring around a control that is marked as having the keyboard.
  package final func drawKeyboardMark(
    around rect: Rect, cornerRadius: Double, in list: inout DrawList
  ) {
    guard state.contains(.focused), let theme = environment?.theme else { return }
    list.append(
      .stroke(
        rect.expanded(by: 4), theme[.focusRing], width: 2, cornerRadius: cornerRadius + 4))
  }

  /// The opacity of a disabled control.
  private static let disabledOpacity = 0.45
}

/// A control that does one thing when it is pressed.
open class PressControl: Control {
  /// Called when it is pressed.
  public final var onPress: () -> Void = {}
  /// The description for users who do not see it; a button without a name unless overridden.
  open var reading: Accessibility { Accessibility(role: .button) }

  /// Calls `onPress`.
  public final override func activate() { onPress() }

  /// A part with the description, which can be activated.
  public override var accessiblePart: AccessiblePart? {
    var part = AccessiblePart(
      reading, frame: bounds, states: hasKeyboard ? [.focusable, .focused] : .focusable
    ) { [weak self] in self?.activate() }
    part.isEnabled = isEnabled
    return part
  }
}

/// What a user did with a control.
public enum ControlEvent: Hashable, Sendable {
  /// The control's item has this value from now on.
  case valueChanged(JSONValue)
  /// The control's item has this value until more is typed. Delegates hear of it only if nothing
  /// more is, once the keyboard leaves the item or the values are submitted.
  case valueChanging(JSONValue)
  /// `action` is sent, or the action of the control's item if it is nil; with `payload`, or with
  /// that of the item.
  case activated(action: String?, payload: JSONValue? = nil)
}

/// What a control does to what is around it.
package enum ControlEffect {
  case event(ControlEvent)
  /// Opens a popup beside the control, in place of one that is open.
  case popup(Popup)
  /// Sorts the rows of the table around it by a column, or in another order.
  case sort(column: Int)
  /// Gives a column of the table around it a width in points; nil for that of its texts.
  case resize(column: Int, Double?)
}

extension View {
  /// The visible controls in the view, itself included, that are not for the pointer alone; those
  /// inside others come after them.
  package final var controls: [Control] {
    var controls: [Control] = []
    addControls(to: &controls)
    return controls
  }

  private func addControls(to controls: inout [Control]) {
    guard !isHidden else { return }
    if let control = self as? Control, !control.isForPointer { controls.append(control) }
    for view in subviews { view.addControls(to: &controls) }
  }

  /// The frontmost view at `point`, in this view's coordinates, of those that `isWanted` accepts,
  /// and the point in it; nil where there is none.
  package final func front(
    at point: Point, where isWanted: (View) -> Bool
  ) -> (view: View, point: Point)? {
    guard !isHidden, opacity > 0 else { return nil }
    let inside = point + contentOffset
    for view in subviews.reversed() {
      if let found = view.front(at: inside - view.frame.origin, where: isWanted) { return found }
    }
    return bounds.contains(point) && isWanted(self) ? (self, point) : nil
  }

  /// A point of `ancestor`, in this view's coordinates.
  package final func convert(_ point: Point, from ancestor: View) -> Point {
    var (point, view) = (point, self)
    while view !== ancestor {
      point = point - view.frame.origin
      guard let next = view.superview else { return point }
      point = point + next.contentOffset
      view = next
    }
    return point
  }
}
