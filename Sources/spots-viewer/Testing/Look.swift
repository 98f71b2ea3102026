import Spots
import SpotsViewer

/// A way to look at screens: the window and its appearance.
struct Look {
  /// Which screens have pictures in this look; all have texts.
  enum Pictures: Equatable {
    case all, none
    case of([String])

    func include(_ screen: String) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .of(let screens): screens.contains(screen)
      }
    }
  }

  /// A part of the names of goldens.
  var name: String
  /// In points.
  var size = ViewerOptions.defaultSize
  /// Pixels per point.
  var scale = 1.0
  var theme = ViewerOptions.ThemeChoice.light
  var isRightToLeft = false
  var textScale = 1.0
  /// The vertical offset, in points, as far as the content scrolls.
  var offset = 0.0
  /// The screens shown in this look; nil for all.
  var screens: [String]?
  var pictures = Pictures.all

  /// The looks of a folder unless its plan lists others.
  static let standard = [
    Look(name: "phone", size: Size(width: 390, height: 844)),
    Look(name: "desktop", size: Size(width: 1280, height: 800), theme: .dark),
  ]

  func includes(_ screen: String) -> Bool { screens?.contains(screen) ?? true }
}
