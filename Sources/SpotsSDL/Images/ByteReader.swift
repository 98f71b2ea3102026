/// Reads numbers out of bytes that may end anywhere.
struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func starts(with prefix: [UInt8]) -> Bool { holds(prefix, at: 0) }

  func holds(_ part: [UInt8], at place: Int) -> Bool {
    place >= 0 && place + part.count <= bytes.count
      && bytes[place..<place + part.count].elementsEqual(part)
  }

  func byte(at place: Int) throws(ImageFault) -> Int {
    guard bytes.indices.contains(place) else { throw .truncated }
    return Int(bytes[place])
  }

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
