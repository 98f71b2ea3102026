import CDecoder
import Glibc
import Synchronization

/// Large images kept in the cache folder, decoded at the sizes they were shown at, so that the next
/// start shows them without decoding.
///
/// Files hold pixels as they are painted: reading one costs as much as copying it. May be used from
/// any thread.
final class DecodedImageCache: Sendable {
  /// Identifies an image by the version of its file and by the request.
  struct Key: Sendable {
    fileprivate let text: String
    fileprivate let width: Int
    fileprivate let height: Int

    init(_ file: ImageFile, _ request: SpotsDecoderRequest) {
      let part = request.part
      text = """
        \(file.version) \(request.format.rawValue) \(request.orientation) \
        \(request.natural_width) \(request.natural_height) \
        \(part.x) \(part.y) \(part.width) \(part.height) \(request.width) \(request.height)
        """
      width = Int(request.width)
      height = Int(request.height)
    }
  }

  private let folder: CacheFolder
  /// The most that all files may take, in bytes.
  private let budget: Int
  /// The size of all files together, in bytes; nil until they are counted.
  private let total = Mutex<Int?>(nil)

  private static let mark = Array("SPOTSPX1".utf8)
  private static let suffix = ".pixels"

  /// - Parameter budget: The most that all files may take, in bytes; the least recently used go
  ///   first.
  init(folder: CacheFolder, budget: Int = 256 << 20) {
    self.folder = folder
    self.budget = budget
  }

  /// Whether images with `header` are worth keeping; small ones decode nearly as fast as they can
  /// be read.
  static func keeps(_ header: ImageHeader) -> Bool { header.width * header.height >= 1 << 18 }

  /// The user's cache; nil for users without a home.
  static let standard = CacheFolder.standard("decoded").map { DecodedImageCache(folder: $0) }

  /// The image that was kept for `key`, which counts as used now; nil when there is none.
  func image(for key: Key) -> DecodedImage? {
    let name = Self.name(for: key)
    let file = open(folder.path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let head = Self.head(for: key)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) == head.count + key.width * key.height * 4,
      FileWindow(descriptor: file, count: head.count).prefix(head.count) == head
    else { return nil }
    folder.touch(name)
    return DecodedImage(
      width: key.width, height: key.height, of: file, from: head.count)
  }

  /// Keeps an image, unless it is animated or takes more than an eighth of the budget. Errors are
  /// ignored: the next start then decodes the image again.
  func save(_ image: DecodedImage, for key: Key) {
    guard image.timing == nil else { return }
    let bitmap = image.bitmap(0)
    let pixels = UnsafeRawBufferPointer(start: bitmap.pixels, count: bitmap.byteCount)
    let bytes = Self.head(for: key) + pixels
    guard bytes.count <= budget / 8, folder.keep(bytes, as: Self.name(for: key)) else { return }
    total.withLock { total in
      // The first image of a run also counts the files from earlier runs. Pruning frees a quarter
      // of the budget at once, so that it is not needed for every image.
      guard let known = total, known + bytes.count <= budget else {
        total = folder.prune(to: budget / 4 * 3, over: budget)
        return
      }
      total = known + bytes.count
    }
  }

  private static func name(for key: Key) -> String {
    CacheFolder.name(for: key.text, suffix: suffix)
  }

  /// The bytes before the pixels. They hold the key, since two keys may have the same name.
  private static func head(for key: Key) -> [UInt8] { mark + Array(key.text.utf8) + [0] }
}
