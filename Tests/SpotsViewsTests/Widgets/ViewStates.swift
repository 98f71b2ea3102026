import SpotsTestSupport

@testable import SpotsViews

/// One view on its own, as a component would show it.
@MainActor
struct ViewStates {
  let type: any ItemConfigurable.Type
  var cellStyle = CellStyle()
  var width = 320.0
  var textScale = 1.0
  var images = ["photo.png": Size(width: 400, height: 200)]

  private static let states: [(String, ViewState)] = [
    ("normal", []), ("hover", .hover), ("highlighted", [.hover, .highlighted]),
    ("selected", .selected), ("focused", .focused), ("disabled", .disabled),
  ]

  func size(of item: Item) -> Size { make(item, .light).frame.size }

  /// What the view draws for `item` in every state, in the light and in the dark theme.
  func text(of item: Item) -> String {
    var text = ""
    for (name, theme) in [("light", Theme.light), ("dark", Theme.dark)] {
      let view = make(item, theme)
      for (state, value) in Self.states {
        view.state = value
        text += "# \(name), \(state)\n\(record(view).text)\n"
      }
    }
    return text
  }

  func draw(_ item: Item, state: ViewState = []) -> DrawList {
    let view = make(item, .light)
    view.state = state
    return record(view)
  }

  private func make(_ item: Item, _ theme: Theme) -> any ItemConfigurable {
    let view = type.init()
    view.environment = Environment.fixed(theme: theme, textScale: textScale, images: images)
    view.cellStyle = cellStyle
    let size = view.computeSize(
      for: item, containerSize: Size(width: width, height: .infinity))
    view.configure(with: item)
    view.frame = Rect(x: 0, y: 0, width: width, height: size.height)
    return view
  }

  private func record(_ view: View) -> DrawList {
    var list = DrawList(viewport: view.bounds.expanded(by: 40))
    view.record(into: &list)
    return list
  }
}
