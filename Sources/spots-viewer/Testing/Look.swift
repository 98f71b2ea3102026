import Spots
import SpotsViewer

/// A way to look at screens: the window and its appearance.
struct Look: Equatable, Sendable {
  /// Which screens have pictures in this look; all have texts.
  enum Pictures: Equatable, Sendable {
    case all, none
    case of([NamedScreen])

    /// The screens that are named.
    var screens: [NamedScreen] { if case .of(let screens) = self { screens } else { [] } }

    func include(_ screen: String) -> Bool {
      self == .all || screens.contains { $0.name == screen }
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
  var screens: [NamedScreen]?
  var pictures = Pictures.all
  /// Whether it cannot be painted under its name; such looks are left out of a plan.
  var isFaulty = false

  /// The looks of a folder unless its plan lists others.
  static let standard = [
    Look(name: "phone", size: Size(width: 390, height: 844)),
    Look(name: "desktop", size: Size(width: 1280, height: 800), theme: .dark),
  ]

  func includes(_ screen: String) -> Bool { screens?.contains { $0.name == screen } ?? true }
}
