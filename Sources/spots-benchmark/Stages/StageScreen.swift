import Glibc
import Measuring
import Spots
import SpotsSDL

/// A screen of the workload in a controller, with an offscreen canvas instead of a window.
@MainActor
final class StageScreen {
  static let size = Size(width: 1280, height: 800)

  let screen: Screen
  let controller: SpotsController
  let painter: Painter
  let canvas: OffscreenCanvas
  private let images: ImageStore
  private var time = 0.0

  /// - Parameter folder: The folder of the screen's images.
  init(itemCount: Int, folder: ImageFolder) throws {
    screen = try Self.screen(itemCount: itemCount)
    let fonts = try FontBook(scale: 1)
    images = ImageStore(locator: ImageLocator(roots: [folder.path]), mailbox: Mailbox())
    painter = Painter(fonts: fonts, images: images)
    canvas = try OffscreenCanvas(size: Self.size, scale: 1)
    controller = SpotsController(
      screen: screen, size: Self.size, configuration: .peer,
      environment: Environment(text: fonts, images: images))
  }

  static func screen(itemCount: Int) throws -> Screen {
    let reading = ScreenReader(itemKinds: ["header"], componentKinds: ["list", "carousel"])
      .read(ScreenDocument(itemCount: itemCount).bytes)
    guard let screen = reading.screen else { throw Failure(description: "the screen has errors") }
    return screen
  }

  /// The long list.
  var list: Component { controller.components[2] }

  /// Records the next frame, a sixtieth of a second after the last one.
  func frame() -> DrawList {
    time += 1.0 / 60
    return controller.renderFrame(at: time).list
  }

  /// Records and shows the next frame.
  func show() {
    canvas.show(frame(), background: .white, with: painter)
  }

  /// Shows frames until all images have arrived.
  func settle() {
    show()
    while images.pending > 0, images.waitUntilIdle(timeout: 5) { show() }
    canvas.paint(frame(), background: .white, with: painter)
    show()
  }
}

/// The sixteen images of the workload, in a temporary folder that is removed with this object.
@MainActor
final class ImageFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/spots-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "there is no /tmp") }
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    mkdir(path + "/images", 0o700)
    let painter = Painter(fonts: try FontBook(scale: 1))
    for index in 0..<16 {
      let canvas = try OffscreenCanvas(size: Size(width: 48, height: 48), scale: 1)
      var list = DrawList(viewport: Rect(width: 48, height: 48))
      list.fill(Rect(x: 8, y: 8, width: 32, height: 32), Color(UInt32(index) * 0x0F0B07))
      canvas.paint(list, background: .black, with: painter)
      try WholeFile.write(try canvas.png(), to: file(index))
    }
  }

  deinit {
    for index in 0..<16 { unlink(file(index)) }
    rmdir(path + "/images")
    rmdir(path)
  }

  private nonisolated func file(_ index: Int) -> String { "\(path)/images/\(index).png" }

  /// Writes a file into the folder and returns its path.
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try WholeFile.write(bytes, to: "\(path)/\(name)")
    return "\(path)/\(name)"
  }
}
