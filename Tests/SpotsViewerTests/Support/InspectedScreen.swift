import Foundation
import Testing

/// The output of `inspect` for a screen, for tests that need to know where things are.
struct InspectedScreen: Decodable, Equatable {
  struct Size: Decodable, Equatable { var width, height: Double }
  struct Point: Decodable, Equatable { var x, y: Double }
  struct Rect: Decodable, Equatable { var x, y, width, height: Double }

  struct Item: Decodable, Equatable {
    var index: Int
    var kind, view, title: String
    var frame: Rect
    var visible: Bool
    /// nil inside composite items.
    var line, column: Int?
    /// The components a composite item is made of.
    var components: [Component]?
  }

  struct Edge: Decodable, Equatable {
    var kind, view: String
    var frame: Rect
    /// What a composite header or footer is made of.
    var components: [Component]?
  }

  struct Component: Decodable, Equatable {
    var index: Int
    var identifier: String?
    var kind: String
    var frame: Rect
    var contentSize: Size
    var contentOffset: Point
    var header, footer: Edge?
    var items: [Item]
  }

  var size: Size
  var contentSize: Size
  var contentOffset: Point
  var components: [Component]

  /// Runs `inspect` on the file at `path`.
  init(_ path: String, _ options: String...) throws {
    let run = try CommandRun(["inspect", path] + options)
    try #require(run.status <= 1, "\(run.errors)")
    self = try JSONDecoder().decode(Self.self, from: run.output)
  }

  /// The middle of an item in the window, when everything is scrolled as it is here.
  func place(ofItem item: Int, inComponent index: Int = 0) -> ViewerWindow.Place {
    let component = components[index]
    let above = components[..<index].reduce(0) { $0 + $1.contentSize.height }
    let frame = component.items[item].frame
    return (
      x: Int(frame.x + frame.width / 2 - component.contentOffset.x),
      y: Int(above + frame.y + frame.height / 2 - contentOffset.y)
    )
  }

  /// The item at a place in the window; nil between items.
  func item(at place: ViewerWindow.Place, inComponent index: Int = 0) -> Int? {
    let component = components[index]
    let above = components[..<index].reduce(0) { $0 + $1.contentSize.height }
    let x = Double(place.x) + component.contentOffset.x
    let y = Double(place.y) + contentOffset.y - above
    return component.items.firstIndex {
      $0.frame.x <= x && x < $0.frame.x + $0.frame.width
        && $0.frame.y <= y && y < $0.frame.y + $0.frame.height
    }
  }
}
