// The vocabulary in which a screen is described to programs that read it aloud, show it in braille,
// or operate it for somebody: what a part is, how it is, and what can be done with it.

/// The kind of a part of the screen, from which users know how to use it.
public enum AccessibleRole: String, Hashable, Sendable, CaseIterable {
  /// The window, which contains everything else.
  case window
  /// The screen, which scrolls.
  case scrollArea = "scroll-area"
  /// The items of a component; carousels are lists too.
  case list
  /// An item of a list.
  case listItem = "list-item"
  /// A part made of others, such as an item with components inside.
  case group
  /// The title of what follows.
  case heading
  /// Text that is read.
  case text
  /// A picture.
  case image
  /// Something that does what its name says.
  case button
  /// Something that leads elsewhere.
  case link
  /// A switch, on or off.
  case toggle
  /// A box that is checked or not.
  case checkBox = "check-box"
  /// One of several that exclude each other.
  case radioButton = "radio-button"
  /// A value that is chosen from a menu.
  case comboBox = "combo-box"
  /// Rows of which one is chosen, in front of the screen.
  case menu
  /// A row of a menu.
  case menuItem = "menu-item"
  /// A number that is chosen roughly.
  case slider
  /// A number that is chosen step by step.
  case spinButton = "spin-button"
  /// A text that can be edited.
  case textField = "text-field"
  /// A text that can be edited, and is not shown.
  case secret
  /// A quantity.
  case progressBar = "progress-bar"
  /// The pages of a carousel, of which one is shown.
  case pageIndicator = "page-indicator"
  /// The position of the window on the screen.
  case scrollBar = "scroll-bar"
  /// A message that something is wrong.
  case alert
  /// A message that comes and goes.
  case notification
  /// A panel that has to be closed before anything else can be used.
  case dialog
}

/// The state of a part of the screen; several states may apply together.
public struct AccessibleStates: OptionSet, Hashable, Sendable {
  /// One bit for each state.
  public let rawValue: Int

  /// Creates states from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The part can be used.
  public static let enabled = AccessibleStates(rawValue: 1)
  /// Something of the part is in the window.
  public static let showing = AccessibleStates(rawValue: 2)
  /// The keyboard can act on the part.
  public static let focusable = AccessibleStates(rawValue: 4)
  /// The keyboard acts on the part.
  public static let focused = AccessibleStates(rawValue: 8)
  /// The part can be the selected one.
  public static let selectable = AccessibleStates(rawValue: 16)
  /// The part is the selected one.
  public static let selected = AccessibleStates(rawValue: 32)
  /// The part waits for its content.
  public static let busy = AccessibleStates(rawValue: 64)
  /// Nothing else can be used while the part is there.
  public static let modal = AccessibleStates(rawValue: 128)
  /// The part is on, of those that are on or off.
  public static let checked = AccessibleStates(rawValue: 256)
  /// Several items of the list can be selected.
  public static let multiselectable = AccessibleStates(rawValue: 512)

  /// The names of the states that apply, in a fixed order.
  public var names: [String] {
    let names = [
      "enabled", "showing", "focusable", "focused", "selectable", "selected", "busy", "modal",
      "checked", "multiselectable",
    ]
    return names.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
  }
}

/// A number that a part of the screen stands for.
public struct AccessibleValue: Hashable, Sendable {
  /// From `minimum` to `maximum`.
  public var current: Double
  /// The least value.
  public var minimum: Double
  /// The greatest value; not below `minimum`.
  public var maximum: Double
  /// How far one step goes; 0 where there are no steps.
  public var step: Double
  /// Whether users can set the value.
  public var isSettable: Bool

  /// Creates a value; NaN counts as `minimum`, and other numbers are clamped to the range.
  public init(
    _ current: Double, minimum: Double = 0, maximum: Double = 1, step: Double = 0,
    isSettable: Bool = false
  ) {
    self.minimum = minimum
    self.maximum = max(maximum, minimum)
    self.current = current.isNaN ? minimum : min(max(current, minimum), self.maximum)
    self.step = step
    self.isSettable = isSettable
  }
}

/// An act that a part of the screen can be asked for, with the same effect as by mouse or keyboard.
public enum AccessibleAction: Hashable, Sendable {
  /// Does the same as a click.
  case activate
  /// Makes an item the selected one, or one of several, or no longer, without activating it; of a
  /// list in which several can be selected, all items or none.
  case select, deselect
  /// Gives the part the keyboard, and scrolls it into view.
  case focus
  /// Scrolls the part into view.
  case reveal
  /// Moves a carousel by an item.
  case nextItem, previousItem
  /// Turns a page of a carousel.
  case nextPage, previousPage
  /// Sets the value of a part whose value is settable.
  case set(Double)
  /// Chooses from an item's menu: the action at an index, with its title.
  case item(Int, title: String)

  /// The name of the act in documents and protocols.
  public var name: String {
    switch self {
    case .activate: "activate"
    case .select: "select"
    case .deselect: "deselect"
    case .focus: "focus"
    case .reveal: "reveal"
    case .nextItem: "next-item"
    case .previousItem: "previous-item"
    case .nextPage: "next-page"
    case .previousPage: "previous-page"
    case .set: "set"
    case .item(_, let title): title
    }
  }
}
