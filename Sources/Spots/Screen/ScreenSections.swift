/// The index along the side of a screen that asks for one: its sections are the components on show
/// with titles in their headers, except carousels.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ScreenSections {
  /// The state of the screen that the sections were collected from.
  private struct Source: Equatable {
    var version: Int
    var height: Double
    var viewport: Size
    var tab: String?
  }

  private var source: Source?
  private let content: ScreenContent
  private let root: RootView

  init(_ content: ScreenContent, _ layout: ScreenLayout, _ navigator: ScrollNavigator) {
    (self.content, root) = (content, layout.root)
    root.sectionIndex.onChoose = { [weak layout, weak navigator] in
      navigator?.go(to: .item(ComponentPath($0).part(.header), .top), at: nil)
      layout?.setNeedsLayout()
    }
  }

  /// Shows the sections there are now. O(*n*) in the components when something has changed.
  func update() {
    guard content.screen.hasSectionIndex || source != nil else { return }
    let (scrollView, index) = (root.scrollView, root.sectionIndex)
    let now = Source(
      version: content.version, height: scrollView.contentHeight, viewport: root.viewport,
      tab: scrollView.shownTab)
    if now != source {
      source = content.screen.hasSectionIndex ? now : nil
      index.show(source == nil || now.height <= now.viewport.height ? [] : sections)
    }
    index.place(in: scrollView.frame, margin: scrollView.laneInsets.right)
  }

  private var sections: [SectionIndex.Section] {
    root.scrollView.components.enumerated().compactMap { index, component in
      guard component.takesRoom, component.model.arrangement != .carousel,
        let title = component.model.header?.title, !title.isEmpty
      else { return nil }
      return SectionIndex.Section(title, component: index)
    }
  }
}
