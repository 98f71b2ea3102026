// The vocabulary in which a screen is described to programs that read it aloud, show it in braille,
// or operate it for somebody: what a part is, its states, and what can be done with it.

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
  /// The rows of a list in which some are inside others.
  case tree
  /// A row of a tree.
  case treeItem = "tree-item"
  /// The lines of a log, of which more come at its end.
  case log
  /// The rows of a table, each of which has a cell for each of its columns.
  case table
  /// A row of a table.
  case tableRow = "table-row"
  /// A cell of a row.
  case tableCell = "table-cell"
  /// The title of a column of a table, which may sort the rows.
  case columnHeader = "column-header"
  /// A part made of others, such as an item with components inside.
  case group
  /// The title of what follows.
  case heading
  /// Text that is read.
  case text
  /// A paragraph of a longer text.
  case paragraph
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
  /// One of several options that exclude each other.
  case radioButton = "radio-button"
  /// A value that is chosen from a menu.
  case comboBox = "combo-box"
  /// A day or a time that is typed or picked.
  case dateEditor = "date-editor"
  /// The days of a month, of which one is chosen.
  case calendar
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
  /// A chart, whose numbers users look at one place after the other.
  case chart
  /// One of several parts of a screen, of which one is shown.
  case tab
  /// A screen beside the one that has the keyboard.
  case navigation
  /// The bar at the top of a screen, with its buttons.
  case toolBar = "tool-bar"
  /// The pages of a carousel, of which one is shown.
  case pageIndicator = "page-indicator"
  /// How far the screen is scrolled.
  case scrollBar = "scroll-bar"
  /// A message that something is wrong.
  case alert
  /// A message that comes and goes.
  case notification
  /// A panel that has to be closed before anything else can be used.
  case dialog

  /// Whether users operate it by means of a control.
  package var isOperated: Bool {
    switch self {
    case .button, .link, .toggle, .checkBox, .radioButton, .comboBox, .slider, .spinButton,
      .textField, .secret, .dateEditor, .chart, .tab:
      true
    default: false
    }
  }
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
  /// The part can be selected.
  public static let selectable = AccessibleStates(rawValue: 16)
  /// The part is selected.
  public static let selected = AccessibleStates(rawValue: 32)
  /// The part is loading, or its action is under way.
  public static let busy = AccessibleStates(rawValue: 64)
  /// Nothing else can be used while the part is there.
  public static let modal = AccessibleStates(rawValue: 128)
  /// The part is on; only for parts that can be on or off.
  public static let checked = AccessibleStates(rawValue: 256)
  /// Something is wrong with the value the user gave.
  public static let invalid = AccessibleStates(rawValue: 512)
  /// Several items of the list can be selected.
  public static let multiselectable = AccessibleStates(rawValue: 1024)
  /// The part needs an answer before the screen is submitted.
  public static let required = AccessibleStates(rawValue: 2048)
  /// The part has a menu, or another popup.
  public static let hasPopup = AccessibleStates(rawValue: 4096)
  /// The part's popup is open, or what is below it is shown.
  public static let expanded = AccessibleStates(rawValue: 8192)
  /// What is below the part can be shown and hidden by means of it.
  public static let expandable = AccessibleStates(rawValue: 16384)

  /// The names of the states that apply, in a fixed order.
  public var names: [String] {
    let names = [
      "enabled", "showing", "focusable", "focused", "selectable", "selected", "busy", "modal",
      "checked", "invalid", "multiselectable", "required", "has-popup", "expanded",
      "expandable",
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
  /// The value as it is shown, such as "40 %"; empty for the number itself.
  public var text = ""

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

/// How a part of the screen belongs together with another; the raw value is the number in AT-SPI.
package enum AccessibleRelation: UInt32 {
  case labelFor = 1
  case labelledBy
  case controllerFor
  case controlledBy
  case popupFor = 15
  case descriptionFor = 17
  case describedBy
  case errorMessage = 21
  case errorFor
}

/// An editable text as it is shown: a secret has a dot for each of its characters.
///
/// Positions in it are UTF-8 offsets between characters.
public struct AccessibleText: Hashable, Sendable {
  /// The text, including what an input method is composing.
  public var content: String
  /// The position of the caret; 0 in a field without the keyboard, which shows no caret.
  public var caret: Int
  /// The part that is selected; empty for none.
  public var selection: Range<Int>
  /// Whether it may have several lines.
  public var hasLines: Bool

  /// Creates a text without a selection.
  public init(_ content: String, caret: Int = 0, hasLines: Bool = false) {
    self.content = content
    self.caret = caret
    selection = caret..<caret
    self.hasLines = hasLines
  }

  /// The range of the character, word or other unit around `offset`; none of the units depends on
  /// where rows end.
  package func part(_ unit: TextUnit, around offset: Int) -> Range<Int> {
    let start = content.position(atOrAfter: offset)
    switch unit {
    case .character: return start..<content.position(after: start)
    case .word: return content.word(around: start)
    case .paragraph: return content.paragraph(around: start)
    case .document: return 0..<content.utf8.count
    }
  }

  /// Whether both have the same text, whatever is selected in them.
  package func reads(as other: AccessibleText) -> Bool { content.isSame(as: other.content) }
}

/// An action a part of the screen can be asked for, with the same effect as by mouse or keyboard.
public enum AccessibleAction: Hashable, Sendable {
  /// Does the same as a click.
  case activate
  /// Selects or deselects an item without activating it; on a list in which several items can be
  /// selected, all of them.
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
  /// Selects a part of a text, or puts the caret where the range is empty.
  case selectText(Range<Int>)
  /// Replaces a range of the text.
  case replaceText(Range<Int>, with: String)

  /// The name of the action in documents and protocols.
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
    case .selectText: "select-text"
    case .replaceText: "replace-text"
    }
  }
}
