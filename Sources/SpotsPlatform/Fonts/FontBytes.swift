import CSDL2
import Glibc

/// The bytes of a font's file, read on demand.
///
/// Fonts are read in scattered places, and opened once for each size. They are not mapped into
/// memory: if a file were truncated, as by copying another one over it, the program would crash.
/// This way only the read fails, and its text stays blank.
final class FontBytes {
  private let descriptor: Int32
  private let size: Int64
  /// Recently read blocks of the file, each in the slot of its number modulo `slots`: most reads
  /// are of a few bytes, alternating between several tables. Unused slots take no memory.
  private let blocks = UnsafeMutableRawBufferPointer.allocate(
    byteCount: slots * blockSize, alignment: blockSize)
  private var numbers = [Int64](repeating: -1, count: slots)
  private static let slots = 32
  private static let blockSize = 4096

  /// Opens the file, which stays open; nil when that fails or the file is empty.
  init?(path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_size > 0 else {
      size = 0
      return nil
    }
    size = Int64(status.st_size)
  }

  deinit {
    blocks.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// A stream of the bytes, which keeps the file open until the caller closes it; nil when there is
  /// no memory for it.
  func stream() -> UnsafeMutablePointer<SDL_RWops>? {
    guard let stream = SDL_AllocRW() else { return nil }
    let cursor = Unmanaged.passRetained(Cursor(bytes: self))
    stream.pointee.type = UInt32(SDL_RWOPS_UNKNOWN)
    stream.pointee.hidden.unknown.data1 = cursor.toOpaque()
    stream.pointee.size = { FontBytes.cursor(of: $0)?.bytes.size ?? -1 }
    stream.pointee.seek = { FontBytes.cursor(of: $0)?.seek($1, from: $2) ?? -1 }
    stream.pointee.read = { FontBytes.cursor(of: $0)?.read(into: $1, size: $2, count: $3) ?? 0 }
    stream.pointee.write = { _, _, _, _ in 0 }
    stream.pointee.close = { stream in
      guard let stream, let cursor = stream.pointee.hidden.unknown.data1 else { return -1 }
      Unmanaged<Cursor>.fromOpaque(cursor).release()
      SDL_FreeRW(stream)
      return 0
    }
    return stream
  }

  /// Reads the bytes at `offset`.
  ///
  /// - Returns: The number of bytes read; fewer than `buffer` holds at the end of the file.
  private func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    // A font may contain any offset.
    guard offset < size else { return 0 }
    guard buffer.count <= Self.blockSize else { return fill(buffer, from: offset) }
    let count = Int(min(Int64(buffer.count), size - offset))
    var done = 0
    while done < count {
      let (number, start) = (offset + Int64(done)).quotientAndRemainder(
        dividingBy: Int64(Self.blockSize))
      let part = min(count - done, Self.blockSize - Int(start))
      guard let block = block(number) else { return done }
      UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: block[Int(start)..<Int(start) + part]))
      done += part
    }
    return done
  }

  /// The block `number` of the file; nil when it cannot be read.
  private func block(_ number: Int64) -> UnsafeMutableRawBufferPointer? {
    let slot = Int(number % Int64(Self.slots))
    let start = slot * Self.blockSize
    let block = UnsafeMutableRawBufferPointer(rebasing: blocks[start..<start + Self.blockSize])
    if numbers[slot] == number { return block }
    numbers[slot] = -1
    let offset = number * Int64(Self.blockSize)
    let count = Int(min(Int64(Self.blockSize), size - offset))
    guard fill(UnsafeMutableRawBufferPointer(rebasing: block[..<count]), from: offset) == count
    else { return nil }
    numbers[slot] = number
    return block
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
    FileBytes.fill(buffer, from: descriptor, at: Int(offset)).count
  }

  private static func cursor(of stream: UnsafeMutablePointer<SDL_RWops>?) -> Cursor? {
    guard let data = stream?.pointee.hidden.unknown.data1 else { return nil }
    return Unmanaged<Cursor>.fromOpaque(data).takeUnretainedValue()
  }

  /// The position of one of the streams.
  private final class Cursor {
    let bytes: FontBytes
    private var offset: Int64 = 0

    init(bytes: FontBytes) {
      self.bytes = bytes
    }

    func seek(_ distance: Int64, from start: Int32) -> Int64 {
      let base =
        switch start {
        case RW_SEEK_CUR: offset
        case RW_SEEK_END: bytes.size
        default: Int64(0)
        }
      let (target, overflows) = base.addingReportingOverflow(distance)
      guard !overflows, target >= 0 else { return -1 }
      offset = target
      return offset
    }

    /// - Returns: The number of whole elements read.
    func read(into buffer: UnsafeMutableRawPointer?, size: Int, count: Int) -> Int {
      let (length, overflows) = size.multipliedReportingOverflow(by: count)
      guard let buffer, !overflows, length > 0 else { return 0 }
      let got = bytes.read(
        at: offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
      offset += Int64(got)
      return got / size
    }
  }
}
