import CDecoder
import Glibc
import Synchronization

/// Large pictures in files of the cache folder, decoded at the sizes they were shown at, so that the
/// next start shows them without decoding anything.
///
/// Files hold pixels as they are painted: reading one costs as much as copying it. May be used from
/// any thread.
final class DecodedPictureCache: Sendable {
  /// What a picture is kept for: a version of its file, and what was asked for.
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
  /// All files together, in bytes.
  private let budget: Int
  /// What all files take, in bytes; nil until it was counted.
  private let total = Mutex<Int?>(nil)

  private static let mark = Array("SPOTSPX1".utf8)
  private static let suffix = ".pixels"

  /// - Parameter budget: What all files may take, in bytes. Those not used the longest go first.
  init(folder: CacheFolder, budget: Int = 256 << 20) {
    self.folder = folder
    self.budget = budget
  }

  /// Whether pictures with `header` are worth keeping; small ones are decoded nearly as fast as they
  /// would be read.
  static func keeps(_ header: ImageHeader) -> Bool { header.width * header.height >= 1 << 18 }

  /// The user's; nil for users without a home.
  static let standard = CacheFolder.standard("decoded").map { DecodedPictureCache(folder: $0) }

  /// The picture that was kept for `key`, which counts as used now; nil when there is none.
  func picture(for key: Key) -> DecodedPicture? {
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
    return DecodedPicture(
      width: key.width, height: key.height, of: file, from: head.count)
  }

  /// Keeps a picture, unless it moves. A disk that is full, or a folder that cannot be written to,
  /// costs the next start its head start and nothing else.
  func save(_ picture: DecodedPicture, for key: Key) {
    guard picture.timing == nil else { return }
    let bitmap = picture.bitmap(0)
    let pixels = UnsafeRawBufferPointer(start: bitmap.pixels, count: bitmap.byteCount)
    let bytes = Self.head(for: key) + pixels
    guard bytes.count <= budget / 8 else { return }
    do throws(FileError) {
      try folder.write(bytes, to: Self.name(for: key))
    } catch {
      return
    }
    total.withLock { total in
      // What was there before the program began is counted with its first picture.
      guard let known = total, known + bytes.count <= budget else {
        total = prune()
        return
      }
      total = known + bytes.count
    }
  }

  /// Removes what was not used for the longest time when there is too much, and some more, so that
  /// this is not done for each picture.
  ///
  /// - Returns: What is left, in bytes.
  private func prune() -> Int {
    let files = folder.files()
    var total = files.reduce(0) { $0 + $1.size }
    guard total > budget else { return total }
    for file in files.sorted(by: { $0.time < $1.time }) where total > budget / 4 * 3 {
      folder.remove(file.name)
      total -= file.size
    }
    return total
  }

  private static func name(for key: Key) -> String {
    CacheFolder.name(for: key.text, suffix: suffix)
  }

  /// What stands before the pixels: two keys may have the same name.
  private static func head(for key: Key) -> [UInt8] { mark + Array(key.text.utf8) + [0] }
}
