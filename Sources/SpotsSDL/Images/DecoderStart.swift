import Glibc
import Spots

/// Starts a decoder for a screen with pictures while its window, which takes longer, is created.
public enum DecoderStart {
  /// The number of bytes of a screen that are searched.
  private static let length = 64 << 10

  /// Starts a decoder if the screen in the file at `path` seems to have pictures. A file that
  /// cannot be read counts as having none; a wrong guess costs an idle process.
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

  /// Starts a decoder if one of the first items of `screen` has a picture.
  public static func expect(_ screen: Screen) {
    let images = screen.components.prefix(20).flatMap { $0.items.prefix(20).map(\.image) }
    guard images.contains(where: { !$0.isEmpty }) else { return }
    DecodingThreads.shared.prepare(for: images.contains { $0.hasSuffix(".svg") } ? .svg : .png)
  }

  /// - Parameter bytes: Must end with a zero.
  private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { strstr($0.assumingMemoryBound(to: CChar.self), text) != nil } ?? false
    }
  }
}
