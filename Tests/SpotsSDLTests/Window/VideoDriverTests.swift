import CSDL2
import CWayland
import Glibc
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite @MainActor struct VideoDriverTests {
  private typealias Sockets = VideoDriver.Sockets

  private func order(
    _ sockets: Sockets, titleBars: Bool = false, scaled: Bool = false, decorator: Bool = false
  ) -> String? {
    let desktop = WaylandDesktop(drawsTitleBars: titleBars, isScaled: scaled)
    return VideoDriver.order(sockets, desktop: { desktop }, hasDecorator: { decorator })
  }

  @Test func theWindowSystemIsTheOneWhereWindowsLookRight() {
    let both = Sockets(wayland: "wayland-0", x11: ":0")
    #expect(order(both, titleBars: true) == "wayland,x11")
    #expect(order(both) == "x11,wayland")
    #expect(order(both, decorator: true) == "x11,wayland")
    #expect(order(both, scaled: true) == "x11,wayland")
    #expect(order(both, scaled: true, decorator: true) == "wayland,x11")
    #expect(VideoDriver.order(both, desktop: { nil }, hasDecorator: { true }) == "x11")
  }

  @Test func whereThereIsOneThereIsNoChoice() {
    #expect(order(Sockets(wayland: "wayland-0", x11: nil)) == "wayland")
    #expect(order(Sockets(wayland: nil, x11: ":0"), titleBars: true) == nil)
    #expect(order(Sockets(wayland: nil, x11: nil)) == nil)
  }

  /// A connection made for the program can be used only once, so nothing is asked over it: SDL
  /// would be left without it.
  @Test func aConnectionMadeForTheProgramIsNotAskedOver() {
    func order(_ sockets: Sockets) -> String? {
      VideoDriver.order(
        sockets,
        desktop: {
          Issue.record("the connection was used")
          return nil
        }, hasDecorator: { false })
    }
    #expect(order(Sockets(connection: "7")) == "wayland")
    #expect(order(Sockets(connection: "7", x11: ":0")) == "wayland,x11")
    #expect(order(Sockets(wayland: "wayland-0", connection: "7", x11: ":0")) == "wayland,x11")
  }

  /// A choice holds for one start.
  @Test func theChoiceOfOneStartDoesNotBindTheNext() {
    func hint() -> String { SDL_GetHint(SDL_HINT_VIDEODRIVER).map { String(cString: $0) } ?? "" }
    let before = hint()
    defer { SDL_SetHint(SDL_HINT_VIDEODRIVER, before) }
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "")
    let wish = hint()
    do throws(SDLError) {
      try VideoDriver.start(Sockets(wayland: "none"))
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
    } catch {
      // Whether a compositor answers does not matter.
    }
    #expect(hint() == wish)
  }

  /// SDL asks twice, first for the number.
  @Test func whoAsksForVulkanHearsThatItDrawsUnderWayland() throws {
    typealias List =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer?
      ) -> Int32
    typealias Find = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> OpaquePointer?
    let file = loaded_wayland_vulkan()
    let library = try #require(dlopen("/proc/self/fd/\(file)", RTLD_NOW | RTLD_LOCAL))
    close(file)
    defer { dlclose(library) }
    let find = unsafeBitCast(
      try #require(dlsym(library, "vkGetInstanceProcAddr")), to: Find.self)
    #expect(dlsym(library, "vkCreateInstance") == nil)
    #expect(find(nil, "vkCreateInstance") == nil)
    let list = unsafeBitCast(
      try #require(find(nil, "vkEnumerateInstanceExtensionProperties")), to: List.self)
    var count: UInt32 = 0
    #expect(list(nil, &count, nil) == 0)
    #expect(count == 2)
    // Each takes a name of 256 bytes and a version.
    var extensions = [CChar](repeating: 7, count: 3 * 260)
    for (room, status) in [(1, 5), (2, 0), (3, 0)] as [(UInt32, Int32)] {
      count = room
      #expect(list(nil, &count, &extensions) == status)
      #expect(count == min(room, 2))
    }
    let names = [0, 260].map { String(cString: Array(extensions[$0..<$0 + 256])) }
    #expect(names == ["VK_KHR_surface", "VK_KHR_wayland_surface"])
    #expect(extensions[520...].allSatisfy { $0 == 7 })
  }

  @Test func whatWasTriedIsSaid() {
    func words(_ wish: String, _ wayland: String?, _ x11: String?) -> String {
      VideoDriver.failure(wish, Sockets(wayland: wayland, x11: x11)).description
    }
    #expect(
      words("", nil, nil) == "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set")
    #expect(
      words("", "w-1", ":7")
        == "there is no display: Wayland at WAYLAND_DISPLAY=w-1 and X11 at DISPLAY=:7 do not answer"
    )
    #expect(
      words("", nil, ":7") == "there is no display: X11 at DISPLAY=:7 does not answer")
    #expect(
      VideoDriver.failure("", Sockets(wayland: "w-1", connection: "7")).description
        == "there is no display: Wayland at WAYLAND_SOCKET=7 does not answer")
    #expect(
      words("beos", nil, ":7")
        == "there is no display: SDL cannot open 'beos', which SDL_VIDEODRIVER asks for")
  }
}
