/// An edited text as it is shown: with its composition, and as dots if it is secret.
///
/// Its offsets are those of the text that is shown.
struct EditedDisplay: Equatable {
  let text: String
  /// The place of the caret.
  let caret: Int
  /// Empty while there is a composition.
  let selection: Range<Int>
  /// The place of the composition; nil without one.
  let composition: Range<Int>?
  /// The part that the input method is working on; empty for none.
  let target: Range<Int>
  /// The ends of the characters of a secret; nil for a text that is not secret.
  private let secretEnds: [Int]?

  static let dot = "•"

  /// - Complexity: O(1) for most texts. O(*n*) for a secret, and during a composition, which copies
  ///   the text.
  init(_ edited: EditedText, isSecret: Bool) {
    let ends = isSecret ? Self.ends(of: edited.text) : nil
    func shown(_ offset: Int) -> Int {
      guard let ends else { return offset }
      return (ends.firstIndex(of: offset) ?? 0) * Self.dot.utf8.count
    }
    secretEnds = ends
    let range = edited.selection.range
    let head = shown(edited.selection.head)
    var text = ends.map { String(repeating: Self.dot, count: $0.count - 1) } ?? edited.text
    guard let composing = edited.composition else {
      self.text = text
      caret = head
      selection = shown(range.lowerBound)..<shown(range.upperBound)
      (composition, target) = (nil, 0..<0)
      return
    }
    let part = isSecret ? String(repeating: Self.dot, count: composing.text.count) : composing.text
    text.insert(contentsOf: part, at: text.index(at: head))
    self.text = text
    composition = head..<head + part.utf8.count
    let selected = isSecret ? part.utf8.count..<part.utf8.count : composing.selected
    target = head + selected.lowerBound..<head + selected.upperBound
    caret = target.isEmpty ? target.lowerBound : target.upperBound
    selection = head..<head
  }

  /// The offset in the edited text for an offset in the shown one.
  func edited(_ offset: Int) -> Int {
    var offset = offset
    if let composition, offset > composition.lowerBound {
      offset = max(offset - composition.count, composition.lowerBound)
    }
    guard let secretEnds else { return offset }
    let index = offset / Self.dot.utf8.count
    return secretEnds.indices.contains(index) ? secretEnds[index] : secretEnds.last ?? 0
  }

  /// 0 and the ends of all characters.
  private static func ends(of text: String) -> [Int] {
    text.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
  }

  static func == (a: EditedDisplay, b: EditedDisplay) -> Bool {
    a.caret == b.caret && a.selection == b.selection && a.composition == b.composition
      && a.target == b.target && a.text.isSame(as: b.text)
  }
}
