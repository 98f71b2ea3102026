import CSDL2
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct KeysTests {
  private func key(_ code: SDL_KeyCode, modifiers: SDL_Keymod = KMOD_NONE) -> Key? {
    Key(
      SDL_Keysym(
        scancode: SDL_SCANCODE_UNKNOWN, sym: SDL_Keycode(bitPattern: code.rawValue),
        mod: UInt16(modifiers.rawValue), unused: 0))
  }

  @Test func keysMeanWhatIsPrintedOnThem() {
    #expect(key(SDLK_UP) == .up)
    #expect(key(SDLK_KP_ENTER) == .enter)
    #expect(key(SDLK_F11) == .function(11))
    #expect(key(SDLK_r) == .character("r"))
    #expect(key(SDLK_SLASH) == .character("/"))
    #expect(key(SDLK_SPACE) == .space)
    #expect(key(SDL_KeyCode(rawValue: 0xE4)) == .character("ä"))
    #expect(key(SDLK_DELETE) == .delete)
    #expect(key(SDLK_APPLICATION) == .menu)
  }

  @Test func keypadFollowsNumLock() {
    #expect(key(SDLK_KP_8) == .up)
    #expect(key(SDLK_KP_8, modifiers: KMOD_NUM) == .character("8"))
    #expect(key(SDLK_KP_PLUS) == .character("+"))
    #expect(key(SDLK_KP_PERIOD) == .delete && key(SDLK_KP_PERIOD, modifiers: KMOD_NUM) == nil)
  }

  @Test func otherKeysMeanNothing() {
    for code in [SDLK_LSHIFT, SDLK_CAPSLOCK, SDLK_UNKNOWN, SDLK_VOLUMEUP] {
      #expect(key(code) == nil)
    }
    #expect(key(SDL_KeyCode(rawValue: 0xD800)) == nil)
  }

  @Test func bothSidesOfAModifierAreOne() {
    #expect(Modifiers(UInt16(KMOD_LSHIFT.rawValue | KMOD_RCTRL.rawValue)) == [.shift, .control])
    #expect(Modifiers(UInt16(KMOD_NUM.rawValue | KMOD_LALT.rawValue)) == [.alt])
  }
}
