import CSDL2
import SpotsViews

/// Text input of the window system, which is on while something on the screen takes text.
@MainActor
struct TextInput {
  private(set) var area: TextInputArea?
  private var place = SDL_Rect()

  /// Tells the window system again, after another window had the keyboard.
  mutating func restore() {
    guard area != nil else { return SDL_StopTextInput() }
    SDL_StartTextInput()
    SDL_SetTextInputRect(&place)
  }

  /// - Parameters:
  ///   - area: Nil when nothing takes text any more.
  ///   - unitsPerPoint: SDL's units per point of the window.
  mutating func move(to area: TextInputArea?, unitsPerPoint: Double) {
    let old = self.area
    guard area != old else { return }
    self.area = area
    guard let area else { return SDL_StopTextInput() }
    if let old, old.field != area.field { SDL_ClearComposition() }
    let caret = area.caret
    func units(_ length: Double) -> Int32 {
      Int32(exactly: (min(max(length * unitsPerPoint, -32_768), 32_767)).rounded()) ?? 0
    }
    place = SDL_Rect(
      x: units(caret.x), y: units(caret.y), w: units(caret.width), h: units(caret.height))
    if old == nil { SDL_StartTextInput() }
    SDL_SetTextInputRect(&place)
  }
}
