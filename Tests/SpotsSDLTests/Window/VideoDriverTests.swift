import Testing

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
      words("beos", nil, ":7")
        == "there is no display: SDL cannot open 'beos', which SDL_VIDEODRIVER asks for")
  }
}
