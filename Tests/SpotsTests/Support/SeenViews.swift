@testable import Spots

/// A view as it is seen in the window.
struct SeenView: Equatable {
  var rect: Rect
  var opacity: Double
  /// The part of it that its own clip leaves, in the window.
  var cut: Rect
}

/// Every item's view that is in the view tree, also those that are leaving, with its title.
@MainActor
func seenViews(_ rig: ScreenRig) -> [(title: String, id: ObjectIdentifier, seen: SeenView)] {
  seenViews(in: rig.controller.scrollView, origin: .zero, opacity: 1)
}

@MainActor
private func seenViews(
  in stack: SpotsScrollView, origin: Point, opacity: Double
) -> [(title: String, id: ObjectIdentifier, seen: SeenView)] {
  var found: [(String, ObjectIdentifier, SeenView)] = []
  let components = stack.mounted + stack.animator.departing.map(\.component)
  for views in components.map(\.views) {
    let root = origin + views.root.frame.origin - views.root.contentOffset
    func add(_ view: View, _ title: String, _ start: Point) {
      let rect = view.frame.offsetBy(x: start.x, y: start.y)
      let clip = view.presentation.clip?.offsetBy(x: rect.x, y: rect.y) ?? rect
      let shown = view.opacity * view.presentation.opacity * opacity
      let seen = SeenView(rect: rect, opacity: shown, cut: clip.intersection(rect))
      found.append((title, ObjectIdentifier(view), seen))
      if let composite = view as? CompositeItemView {
        found += seenViews(
          in: composite.scrollView, origin: rect.origin + composite.scrollView.frame.origin,
          opacity: shown)
      }
    }
    let items = root - views.root.itemsView.contentOffset
    for shown in views.parts.items.values { add(shown.view, shown.item.title, items) }
    for gone in views.animator.leaving {
      add(gone.view, gone.item.title, gone.isEdge ? root : items)
    }
    for edge in [views.parts.header, views.parts.footer] {
      if let edge { add(edge.view, edge.item.title, root) }
    }
  }
  return found
}

extension ScreenRig {
  /// The view that shows, or showed, the item with this title.
  func seen(_ title: String) -> SeenView? { seenViews(self).first { $0.title == title }?.seen }
}
