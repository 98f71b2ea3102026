import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Tables whose columns have no room side by side, and columns with views of their own.
@MainActor
@Suite struct WideTableTests {
  private func rig(_ columns: String, rows: Int = 40, width: Double = 800) throws -> ScreenRig {
    let fields = (0..<12).map { #""f\#($0)":"Cell \#($0)""# }.joined(separator: ",")
    let data = (0..<rows).map { #"{"n":"Row \#($0)","p":\#($0),\#(fields)}"# }
    let json =
      #"{"data":[\#(data.joined(separator: ","))],"components":[{"kind":"table","each":"","columns":\#(columns)}]}"#
    let configuration = Configuration()
    configuration.register(view: Mark.self, identifier: "mark")
    for nib in [
      #"{"kind":"two","row":{"children":[{"label":"{title}"},{"progress":0.5,"grow":1}]}}"#,
      #"{"kind":"one","row":{"children":[{"button":"Del","action":"rm:{meta.kind}"}]}}"#,
    ] { configuration.register(nib: try #require(Nib.read(Array(nib.utf8)).nib)) }
    let screen = try #require(
      ScreenReader(configuration: configuration).read(Array(json.utf8)).screen)
    let rig = ScreenRig(
      screen: screen, size: Size(width: width, height: 300), environment: .fixed(),
      configuration: configuration)
    rig.frame()
    return rig
  }

  /// Twelve columns, each at least 120 points wide, after one with names.
  private static let wide =
    #"[{"title":"Name","field":"n"},"#
    + (0..<12).map { #"{"title":"F\#($0)","field":"f\#($0)","width":{"min":120}}"# }
    .joined(separator: ",") + "]"

  private func component(_ rig: ScreenRig) -> Component { rig.controller.components[0] }

  private func labels(_ rig: ScreenRig, row: Int = 1) throws -> [Label] {
    let view = try #require(component(rig).view(at: row))
    view.layoutIfNeeded()
    return view.subviews.compactMap { $0 as? Label }
  }

  private func header(_ rig: ScreenRig) throws -> TableHeaderView {
    try #require(component(rig).view(of: .header) as? TableHeaderView)
  }

  /// Whatever the offset, the first column is where it was, the others have moved by it together
  /// with their titles, none is seen over the first one, and rows and clicks stay where they are.
  @Test func columnsScrollBesideTheFirst() throws {
    let rig = try rig(Self.wide)
    #expect(component(rig).view(at: 1) is TableRowView)
    let start = try labels(rig).map(\.frame)
    let row = try #require(rig.windowFrame(0, 1))
    let furthest = component(rig).horizontalScroll.maximum
    #expect(furthest > 500)
    for offset in [0.0, 1, 37, 150, 600, furthest] {
      component(rig).horizontalScroll.jump(to: offset)
      rig.frame()
      let labels = try labels(rig)
      let titles = try header(rig).titleControls
      #expect(labels[0].frame == start[0])
      let edge = start[0].maxX + TableLayout.gap / 2
      for index in 1..<labels.count {
        #expect(labels[index].frame.x == start[index].x - offset, "\(offset) \(index)")
        let clip = labels[index].presentation.clip ?? labels[index].bounds
        let seen = clip.offsetBy(x: labels[index].frame.x)
        #expect(seen.width == 0 || seen.x >= edge && seen.maxX <= row.width, "\(offset) \(index)")
        if let title = titles[index], title.frame.width > 0 {
          #expect(abs(title.frame.x - seen.x) < 0.5, "\(offset) \(index)")
        }
      }
      #expect(rig.windowFrame(0, 1) == row)
    }
    let last = try #require(try labels(rig).last)
    #expect(last.frame.maxX <= row.width && last.presentation.clip == nil)
  }

  /// The wheel, a drag and keys scroll; the titles that get the keyboard come into sight.
  @Test func theUserScrolls() throws {
    let rig = try rig(Self.wide)
    let point = Point(x: 400, y: 100)
    func offset() -> Double { component(rig).horizontalScroll.offset }
    rig.wheel(point, y: -2, shift: true)
    rig.settle()
    #expect(offset() == 120)
    rig.key(.tab)
    rig.key(.down)
    rig.key(.right)
    rig.settle()
    #expect(offset() == 240)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 0))
    rig.key(.up)
    for _ in 0..<12 {
      rig.key(.right)
      rig.settle()
      let focused = try #require(
        try header(rig).titleControls.compactMap { $0 }.first { $0.hasKeyboard })
      #expect(focused.frame.width > 100)
    }
    #expect(offset() > component(rig).horizontalScroll.maximum - 24)
  }

  /// Only edges that can be dragged are there.
  @Test func theLastTitleHasNoEdge() throws {
    let rig = try rig(#"[{"title":"Name","field":"n"},{"title":"P","field":"p"}]"#)
    #expect(component(rig).horizontalScroll.maximum == 0)
    let controls = try header(rig).subviews.compactMap { $0 as? Control }
    #expect(controls.filter { $0.sense.contains(.edge) }.map(\.isHidden) == [false, true])
  }

  /// A view that shows its title.
  final class Mark: View, ItemConfigurable {
    var title = ""
    func configure(with item: Item) { title = item.title + "/" + item.meta.string("kind") }
    func computeSize(for item: Item, containerSize: Size) -> Size { Size(width: 20, height: 20) }
    func accessibility(for item: Item) -> Accessibility {
      Accessibility(label: "Mark \(item.title)")
    }
  }

  /// A column with a `nib` shows its cells by that view, also when rows are reused.
  @Test func cellsHaveViews() throws {
    let rig = try rig(
      #"[{"title":"Name","field":"n"},{"title":"P","field":"p","nib":"mark","width":60}]"#)
    for top in [0, 20, 3] {
      rig.controller.scroll(to: Double(top * 36))
      rig.frame()
      for row in (top + 1)..<(top + 5) {
        let view = try #require(component(rig).view(at: row) as? TableRowView)
        view.layoutIfNeeded()
        let marks = view.subviews.compactMap { $0 as? Mark }
        #expect(marks.map(\.title) == ["\(row)/"])
        #expect(marks.first?.frame.y == 8 && marks.first?.frame.width == 60)
        let reading = view.accessibility(for: component(rig).model.items[row])
        #expect(reading.label == "Row \(row), Mark \(row)")
      }
    }
  }

  /// What a column shows by a nib is seen and operated at every width.
  @Test(arguments: [400.0, 800]) func partsOfNibsAreOperated(width: Double) throws {
    let rig = try rig(
      #"[{"title":"Name","field":"n"},{"title":"P","field":"p","nib":"two"},"#
        + #"{"title":"","nib":"one"}]"#, rows: 3, width: width)
    let view = try #require(component(rig).view(at: 1))
    view.layoutIfNeeded()
    #expect(view.controls.count == 1)
    let screen = AccessibleScreen(rig.controller)
    let list = try #require(screen.window.all.first { $0.id.isList })
    let row = try #require(screen.child(1, of: list.id).flatMap(screen.node))
    let parts = row.all.filter { [.button, .progressBar].contains($0.role) }
    #expect(Set(parts.map(\.role)) == [.button, .progressBar])
    let button = try #require(parts.first { $0.role == .button })
    let control = view.controls[0]
    let origin = Point.zero - control.convert(.zero, from: view)
    #expect(button.name == "Del" && control.frame.size == button.frame.size)
    #expect(button.frame.origin.x == origin.x)
    #expect(screen.perform(.activate, on: button.id, at: 2))
  }
}
