import Glibc
import Spots

/// Starts a decoder beside the window, which takes longer to come up, when a screen has pictures.
public enum DecoderStart {
  /// Bytes of a screen that are looked at.
  private static let length = 64 << 10

  /// Looks whether the screen in the file at `path` seems to have pictures. Whatever is no file that
  /// can be read has none; a wrong guess costs a process that has nothing to do.
  public static func expect(screenAt path: String) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let start = FileWindow(descriptor: file, count: Int(status.st_size)).prefix(length) + [0]
    guard contains("\"image\"", in: start) else { return }
    DecodingThreads.shared.prepare(for: contains(".svg", in: start) ? .svg : .png)
  }

  /// The same for a screen at hand, of which only the first items are looked at.
  public static func expect(_ screen: Screen) {
    let images = screen.components.prefix(20).flatMap { $0.items.prefix(20).map(\.image) }
    guard images.contains(where: { !$0.isEmpty }) else { return }
    DecodingThreads.shared.prepare(for: images.contains { $0.hasSuffix(".svg") } ? .svg : .png)
  }

  /// - Parameter bytes: End with a zero.
  private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { strstr($0.assumingMemoryBound(to: CChar.self), text) != nil } ?? false
    }
  }
}
