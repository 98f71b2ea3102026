/// Reads numbers from bytes that may end anywhere: bytes in memory, or those of a file, of which
/// only the requested parts are read.
struct ByteReader {
  private let bytes: [UInt8]
  private let window: FileWindow?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    window = nil
  }

  init(_ window: FileWindow) {
    bytes = []
    self.window = window
  }

  var count: Int { window?.count ?? bytes.count }

  func starts(with prefix: [UInt8]) -> Bool { holds(prefix, at: 0) }

  func holds(_ part: [UInt8], at place: Int) -> Bool {
    guard place >= 0, place + part.count <= count else { return false }
    guard let window else { return bytes[place..<place + part.count].elementsEqual(part) }
    return part.indices.allSatisfy { window.byte(at: place + $0) == part[$0] }
  }

  func byte(at place: Int) throws(ImageFault) -> Int {
    if let window {
      guard let byte = window.byte(at: place) else { throw .truncated }
      return Int(byte)
    }
    guard bytes.indices.contains(place) else { throw .truncated }
    return Int(bytes[place])
  }

  /// Up to `limit` bytes from the start of a file; all bytes when they are in memory.
  func prefix(_ limit: Int) -> [UInt8] { window?.prefix(limit) ?? bytes }

  func little16(at place: Int) throws(ImageFault) -> Int {
    try byte(at: place) | byte(at: place + 1) << 8
  }

  func little32(at place: Int) throws(ImageFault) -> Int {
    try little16(at: place) | little16(at: place + 2) << 16
  }

  func big16(at place: Int) throws(ImageFault) -> Int {
    try byte(at: place) << 8 | byte(at: place + 1)
  }

  func big32(at place: Int) throws(ImageFault) -> Int {
    try big16(at: place) << 16 | big16(at: place + 2)
  }
}
