import CSDL2
import Spots

/// A hidden window that SDL creates.
///
/// SDL before 2.30 loads OpenGL for every Wayland window, though nothing here draws with it. That
/// takes as long as laying out a screen, so it happens on another thread, and the program goes on
/// meanwhile. SDL itself starts on the main thread, where the libraries that draw title bars want
/// to be.
@MainActor
package final class WindowCreation {
  let title: String
  let program: ProgramIdentity
  /// The size that was requested, in points.
  package let size: Size
  /// Pixels per point, from 0.25 to 16; nil uses the desktop's.
  let fixedScale: Double?
  /// The size of the window, in SDL's units.
  let units: ChosenSize.Units
  /// Memory for the first frame, made while the window is awaited.
  private(set) var memory: SharedMemory?
  private var state: State

  private enum State {
    /// The address of the window comes from another thread. Until then, no other function of SDL
    /// that has to do with windows may be called.
    case underWay(Future<Result<UInt, SDLError>>)
    case created(Result<UInt, SDLError>)
    /// The window is somebody else's to destroy.
    case finished
  }

  /// The number of files that a window and its contents have open at the same time: connections to
  /// the display, fonts, and images while they are read.
  private static let descriptors = 11

  /// Starts SDL, and begins to create a window; the parameters and errors are those of
  /// `Window.init`.
  package init(
    title: String, size: Size, scale: Double? = nil, program: ProgramIdentity = ProgramIdentity(),
    isMaximized: Bool = false
  ) throws(SDLError) {
    // Before other threads open files.
    guard FreeDescriptors.areThere(Self.descriptors) else {
      throw SDLError(
        message: "too few files can be open; a window needs \(Self.descriptors) (see ulimit -n)")
    }
    (self.title, self.size, self.program) = (title, size, program)
    fixedScale = scale.map { min(max($0, 0.25), 16) }
    try Self.startSDL(for: program)
    let room = Window.room(for: size, scale: fixedScale ?? 1)
    units = ChosenSize.Units(width: Int(room.width), height: Int(room.height))
    let create = { @Sendable in Self.create(title, room, isMaximized: isMaximized) }
    if VideoDriver.current == "wayland", Self.loadsOpenGL {
      // No thread starts while libraries are being loaded.
      _ = FontConfiguration.shared
      state = .underWay(Future(create))
    } else {
      state = .created(create())
    }
  }

  isolated deinit {
    if case .success(let window) = result() {
      SDL_DestroyWindow(OpaquePointer(bitPattern: window))
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }
  }

  /// Whether another thread creates the window.
  package var isUnderWay: Bool { if case .underWay = state { true } else { false } }

  /// The scale that the window will have, as far as is known before it is there.
  package var likelyScale: Double { fixedScale ?? 1 }

  /// The window, which the caller destroys. Waits until it is created. May be called once.
  func finish() throws(SDLError) -> OpaquePointer {
    if isUnderWay {
      memory = try SharedMemory(width: units.width, height: units.height, isUsed: true)
    }
    let result = result()
    state = .finished
    guard let window = OpaquePointer(bitPattern: try result?.get() ?? 0) else {
      preconditionFailure("the window is another's; create one for each")
    }
    return window
  }

  private func result() -> Result<UInt, SDLError>? {
    switch state {
    case .underWay(let future): future.value
    case .created(let result): result
    case .finished: nil
    }
  }

  /// Whether SDL loads OpenGL for windows that do not ask for it. Later versions, and SDL 3 under
  /// SDL 2's interface, do not, and SDL 3 wants its windows on the main thread.
  private static var loadsOpenGL: Bool {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return version.major == 2 && version.minor < 30
  }

  /// Starts SDL with the variables that it reads meanwhile.
  private static func startSDL(for program: ProgramIdentity) throws(SDLError) {
    let environment = StartEnvironment(identifier: program.identifier)
    var fonts: FontConfiguration?
    defer {
      // Fonts load on another thread, which reads the environment.
      _ = fonts?.config
      environment.restore()
    }
    // SDL 3 under SDL 2's interface has an environment of its own.
    SDL_SetHint("SDL_APP_ID", program.identifier)
    try VideoDriver.start { drivers in
      // Under X11 that takes as long as loading fonts.
      if !drivers.hasPrefix("wayland") { fonts = .shared }
    }
  }

  /// - Returns: The address of the window, or the error, after which SDL has ended.
  private nonisolated static func create(
    _ title: String, _ room: (width: Int32, height: Int32), isMaximized: Bool
  ) -> Result<UInt, SDLError> {
    // Without the last one SDL stretches pointers on displays of a larger scale.
    let flags =
      SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
      | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
      | (isMaximized ? SDL_WINDOW_MAXIMIZED.rawValue : 0)
    let center = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    let window = SDL_CreateWindow(
      Window.cleaned(title), center, center, room.width, room.height, flags)
    if let window { return .success(UInt(bitPattern: window)) }
    let error = SDLError("SDL_CreateWindow")
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
    return .failure(error)
  }
}
