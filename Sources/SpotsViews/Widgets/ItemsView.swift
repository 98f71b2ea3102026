/// Holds the views of items and marks the matches of a search in them.
package final class ItemsView: View {
  /// The search whose matches are marked; nil for none.
  package var sought: TextFilter? { didSet { if sought != oldValue { setNeedsDisplay() } } }

  package override func record(into list: inout DrawList) {
    guard let sought, !sought.isEmpty else { return super.record(into: &list) }
    list.marking(sought) { super.record(into: &$0) }
  }
}
