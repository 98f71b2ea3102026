import CSDL2
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct AccessibleKeyTests {
  private func key(
    _ code: SDL_KeyCode, _ modifiers: SDL_Keymod..., text: String = "", isPressed: Bool = true
  ) -> AccessibleKey {
    AccessibleKey(
      KeyStroke(
        isPressed: isPressed, place: 0, code: code.rawValue,
        modifiers: modifiers.reduce(0) { $0 | $1.rawValue }, text: text))
  }

  @Test func keysHaveTheSymbolsAndNamesOfX11() {
    let expected: [(AccessibleKey, UInt32, String)] = [
      (key(SDLK_a), 0x61, "a"), (key(SDLK_a, KMOD_LSHIFT), 0x41, "A"),
      (key(SDLK_a, KMOD_LSHIFT, KMOD_CAPS), 0x61, "a"), (key(SDLK_a, KMOD_RCTRL), 0x61, "a"),
      (key(SDLK_1, KMOD_LSHIFT, text: "!"), 0x21, "!"), (key(SDLK_e, text: "é"), 0xE9, "é"),
      (key(SDLK_4, KMOD_RALT, text: "€"), 0x100_20AC, "€"), (key(SDLK_SPACE), 0x20, "space"),
      (key(SDL_KeyCode(rawValue: 0x436)), 0x100_0436, "ж"),
      (key(SDLK_TAB), 0xFF09, "Tab"), (key(SDLK_TAB, KMOD_LSHIFT), 0xFE20, "ISO_Left_Tab"),
      (key(SDLK_KP_ENTER), 0xFF8D, "KP_Enter"), (key(SDLK_KP_7), 0xFF95, "KP_Home"),
      (key(SDLK_KP_7, KMOD_NUM), 0xFFB7, "7"),
      (key(SDLK_KP_7, KMOD_NUM, KMOD_LSHIFT), 0xFF95, "KP_Home"),
      (key(SDLK_KP_PLUS), 0xFFAB, "+"), (key(SDLK_F1), 0xFFBE, "F1"),
      (key(SDLK_F12), 0xFFC9, "F12"), (key(SDLK_F13), 0xFFCA, "F13"),
      (key(SDLK_F24), 0xFFD5, "F24"), (key(SDLK_VOLUMEUP), 0xFF_FFFF, ""),
      (key(SDLK_UNKNOWN), 0xFF_FFFF, ""), (key(SDLK_a, text: "ab"), 0xFF_FFFF, "ab"),
    ]
    for (key, symbol, text) in expected {
      #expect(key.symbol == symbol && key.text == text, "\(key)")
    }
  }

  @Test func modifiersAreThoseBeforeTheKey() {
    let expected: [(AccessibleKey, UInt32)] = [
      (key(SDLK_a, KMOD_RSHIFT, KMOD_LCTRL, KMOD_CAPS), 7),
      (key(SDLK_a, KMOD_LALT, KMOD_NUM, KMOD_RGUI, KMOD_MODE), 8 | 16 | 64 | 128),
      (key(SDLK_LSHIFT, KMOD_LSHIFT), 0), (key(SDLK_LSHIFT, KMOD_LSHIFT, KMOD_RSHIFT), 1),
      (key(SDLK_LSHIFT, isPressed: false), 1),
      // The lock is off before the key is pressed, and on before it is pressed again.
      (key(SDLK_CAPSLOCK, KMOD_CAPS), 0), (key(SDLK_CAPSLOCK), 2),
      (key(SDLK_CAPSLOCK, KMOD_CAPS, isPressed: false), 2),
    ]
    for (key, modifiers) in expected { #expect(key.modifiers == modifiers, "\(key)") }
  }

  @Test func keysHaveTheNumbersOfX11() {
    func code(_ place: SDL_Scancode) -> UInt32 {
      let stroke = KeyStroke(isPressed: true, place: place.rawValue, code: 0, modifiers: 0)
      return AccessibleKey(stroke).code
    }
    let expected: [(SDL_Scancode, UInt32)] = [
      (SDL_SCANCODE_A, 38), (SDL_SCANCODE_ESCAPE, 9), (SDL_SCANCODE_SPACE, 65),
      (SDL_SCANCODE_CAPSLOCK, 66), (SDL_SCANCODE_F12, 96), (SDL_SCANCODE_INSERT, 118),
      (SDL_SCANCODE_UP, 111), (SDL_SCANCODE_NUMLOCKCLEAR, 77), (SDL_SCANCODE_KP_ENTER, 104),
      (SDL_SCANCODE_KP_0, 90), (SDL_SCANCODE_NONUSBACKSLASH, 94), (SDL_SCANCODE_F24, 202),
      (SDL_SCANCODE_LCTRL, 37), (SDL_SCANCODE_RGUI, 134), (SDL_SCANCODE_UNKNOWN, 0),
      (SDL_SCANCODE_MODE, 0), (SDL_NUM_SCANCODES, 0),
    ]
    for (place, number) in expected { #expect(code(place) == number, "\(place)") }
    // Two usages stand for one key, which has another place on some keyboards.
    let codes = (4...115).map { code(SDL_Scancode(rawValue: $0)) }
    #expect(Set(codes).count == codes.count - 1)
  }
}
