import Glibc
import SpotsViews

/// The texts that programs offer each other through an X server: the clipboard, and what was
/// selected last.
///
/// A text is read on a connection of its own, by any thread, since the program that offers it may
/// take as long as it likes to send it. Nothing here becomes the owner of a selection.
struct X11Selection: @unchecked Sendable {
  private typealias Display = UnsafeMutableRawPointer
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> Display?
  private typealias Call = @convention(c) (Display) -> CInt
  private typealias Root = @convention(c) (Display) -> UInt
  private typealias Create =
    @convention(c) (Display, UInt, CInt, CInt, UInt32, UInt32, UInt32, UInt, UInt) -> UInt
  private typealias Select = @convention(c) (Display, UInt, Int) -> CInt
  private typealias Intern = @convention(c) (Display, UnsafePointer<CChar>, CInt) -> UInt
  private typealias Owner = @convention(c) (Display, UInt) -> UInt
  private typealias Convert = @convention(c) (Display, UInt, UInt, UInt, UInt, UInt) -> CInt
  private typealias Next = @convention(c) (Display, UnsafeMutablePointer<UInt>) -> CInt
  private typealias GetProperty =
    @convention(c) (
      Display, UInt, UInt, Int, Int, CInt, UInt, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> CInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> CInt

  /// The connection of the window, for the main thread only, and its name.
  private let display: Display
  private let name: String
  /// libX11, which SDL keeps loaded.
  private let library: UnsafeMutableRawPointer

  /// The most bytes that are read of a text; what follows is left out.
  private static let longest = 4 << 20
  /// How long the other program may send nothing, and how long all may take, in seconds.
  private static let (patience, longestTime) = (10.0, 60.0)

  /// - Parameter display: The connection of a window.
  init?(_ display: UnsafeMutableRawPointer) {
    typealias Name = @convention(c) (Display) -> UnsafePointer<CChar>
    guard let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    dlclose(library)
    self.library = library
    self.display = display
    name = String(cString: unsafeBitCast(dlsym(library, "XDisplayString"), to: Name.self)(display))
  }

  /// A function of libX11, which has it under this name.
  private func call<Function>(_ name: String, _ type: Function.Type) -> Function {
    unsafeBitCast(dlsym(library, name), to: type)
  }

  private func intern(_ display: Display, _ name: String) -> UInt {
    call("XInternAtom", Intern.self)(display, name, 0)
  }

  private static func name(of source: ClipboardSource) -> String {
    source == .copied ? "CLIPBOARD" : "PRIMARY"
  }

  /// The window whose program offers the text; 0 for none. Waits for the server alone.
  @MainActor
  func owner(of source: ClipboardSource) -> UInt {
    call("XGetSelectionOwner", Owner.self)(display, intern(display, Self.name(of: source)))
  }

  /// The text in UTF-8 without NUL, which texts in fields cannot have; empty when there is none.
  /// Waits for the other program.
  func read(_ source: ClipboardSource) -> [UInt8] {
    guard let display = call("XOpenDisplay", Open.self)(name) else { return [] }
    defer { _ = call("XCloseDisplay", Call.self)(display) }
    let root = call("XDefaultRootWindow", Root.self)(display)
    let window = call("XCreateSimpleWindow", Create.self)(display, root, 0, 0, 1, 1, 0, 0, 0)
    let propertyChange = 1 << 22
    _ = call("XSelectInput", Select.self)(display, window, propertyChange)
    var transfer = Transfer(of: self, on: display, window, end: Clock.now + Self.longestTime)
    for target in ["UTF8_STRING", "text/plain;charset=utf-8", "STRING"] {
      transfer.ask(for: intern(display, Self.name(of: source)), as: target)
      guard let bytes = transfer.receive() else {
        if transfer.isSilent { return [] }
        continue
      }
      let text = bytes.filter { $0 != 0 }
      guard target == "STRING" else { return text }
      // Latin-1.
      return text.flatMap { Array(String(UnicodeScalar($0)).utf8) }
    }
    return []
  }

  /// One text on its way to a window of this program.
  private struct Transfer {
    private let x: X11Selection
    private let display: Display
    private let window: UInt
    private let property: UInt
    private let end: Double
    /// Whether the other program has not answered in time.
    private(set) var isSilent = false

    /// SelectionNotify and PropertyNotify of X.h.
    private static let (notified, propertyChanged): (CInt, CInt) = (31, 28)

    init(of x: X11Selection, on display: Display, _ window: UInt, end: Double) {
      (self.x, self.display, self.window, self.end) = (x, display, window, end)
      property = x.intern(display, "SPOTS_SELECTION")
    }

    func ask(for selection: UInt, as target: String) {
      let currentTime: UInt = 0
      _ = x.call("XConvertSelection", Convert.self)(
        display, selection, x.intern(display, target), property, window, currentTime)
    }

    /// The bytes of the answer; nil when the other program has no such text, or is silent.
    mutating func receive() -> [UInt8]? {
      guard let event = nextEvent(Self.notified), event[7] == property else { return nil }
      guard let (first, type) = take() else { return nil }
      guard type == x.intern(display, "INCR") else { return first }
      // The other program has as many parts as it likes, each sent once the last one is deleted.
      var bytes: [UInt8] = []
      while bytes.count < X11Selection.longest, let event = nextEvent(Self.propertyChanged) {
        let isNew = event[7] & 0xFFFF_FFFF == 0
        guard isNew, event[5] == property, let (part, _) = take() else { continue }
        if part.isEmpty { return bytes }
        bytes += part
      }
      return bytes
    }

    /// The next event of a type, as the words of `XEvent`; nil when none comes in time.
    private mutating func nextEvent(_ type: CInt) -> [UInt]? {
      var event = [UInt](repeating: 0, count: 24)
      let deadline = min(Clock.now + X11Selection.patience, end)
      while true {
        while x.call("XPending", Call.self)(display) > 0 {
          _ = x.call("XNextEvent", Next.self)(display, &event)
          if CInt(truncatingIfNeeded: event[0]) == type { return event }
        }
        let descriptor = x.call("XConnectionNumber", Call.self)(display)
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let rest = deadline - Clock.now
        guard rest > 0, poll(&wait, 1, Int32(rest * 1000) + 1) >= 0 else {
          isSilent = true
          return nil
        }
      }
    }

    /// Reads and deletes the property; nil when it is not there.
    private func take() -> (bytes: [UInt8], type: UInt)? {
      var (type, format, count, rest): (UInt, CInt, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      let (words, deletes, anyType) = (X11Selection.longest / 4, CInt(1), UInt(0))
      let status = x.call("XGetWindowProperty", GetProperty.self)(
        display, window, property, 0, words, deletes, anyType, &type, &format, &count, &rest, &data)
      defer { if let data { _ = x.call("XFree", Free.self)(data) } }
      guard status == 0, type != 0 else { return nil }
      // Only bytes are text; what announces parts is a number.
      let bytes = format == 8 ? Array(UnsafeBufferPointer(start: data, count: Int(count))) : []
      return (bytes, type)
    }
  }
}
