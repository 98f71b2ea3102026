/// The selected part of an edited text, or the place of its caret.
struct TextSelection: Hashable, Sendable {
  /// The end that stays where it is while the selection is extended, as a UTF-8 offset.
  var anchor: Int
  /// The end that moves, where the caret is, as a UTF-8 offset.
  var head: Int

  init(anchor: Int, head: Int) {
    (self.anchor, self.head) = (anchor, head)
  }

  /// The caret at a position, with nothing selected.
  init(caret: Int) {
    self.init(anchor: caret, head: caret)
  }

  init(_ range: Range<Int>) {
    self.init(anchor: range.lowerBound, head: range.upperBound)
  }

  var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Whether nothing is selected.
  var isEmpty: Bool { anchor == head }
}

/// The text that an input method is putting together, such as the sounds of a Japanese word. It is
/// shown at the caret and becomes part of the text when the user accepts it.
struct TextComposition: Hashable, Sendable {
  /// Without line breaks.
  var text: String
  /// The part that the input method is working on, in UTF-8 offsets of `text`; where it is empty,
  /// the place of the caret.
  var selected: Range<Int>
}

/// A unit of text that keys move by or delete.
package enum TextUnit: Sendable, CaseIterable {
  case character, word, paragraph, document
}
