import Spots

/// What is known about a picture before it is decoded.
struct ImageSource {
  var file: ImageFile?
  var header: ImageHeader?
  var fault: ImageFault?
  /// Where it is fetched from; nil: it is a file.
  var address: WebAddress?
  /// Whether it is on its way over the network.
  var isComing = false
  /// Goes up when the file changes, so that late results of the old one are told apart.
  var version: Int

  /// Looks `name` up and reads the header, which takes one small read from the disk.
  @MainActor
  init(_ name: String, locator: ImageLocator, version: Int) {
    self.version = version
    do throws(ImageFault) {
      if let path = try locator.locate(name) { try take(path) }
    } catch {
      fault = error
    }
  }

  /// A picture from the network, as far as it is there.
  @MainActor
  init(_ state: WebPictures.State, at address: WebAddress, version: Int) {
    self.version = version
    self.address = address
    switch state {
    case .coming: isComing = true
    case .failed(let fault): self.fault = fault
    case .file(let path):
      do throws(ImageFault) {
        try take(path)
      } catch {
        fault = error
      }
    }
  }

  private mutating func take(_ path: String) throws(ImageFault) {
    let file = try ImageFile(path: path)
    self.file = file
    header = try Self.header(of: file)
  }

  /// Most headers lie within the first few kilobytes; cameras put previews before them.
  private static func header(of file: ImageFile) throws(ImageFault) -> ImageHeader {
    let start = try file.bytes(limit: 16 << 10)
    do throws(ImageFault) {
      return try ImageHeader(start)
    } catch .truncated where start.count == 16 << 10 {
      return try ImageHeader(try file.bytes())
    }
  }

  /// The work that makes the picture of `key`; nil when it is known to fail.
  func job(for key: ImageKey) -> DecodeJobs.Job? {
    guard fault == nil, let file, let header else { return nil }
    return DecodeJobs.Job(key: key, file: file, header: header)
  }
}

/// One picture at one size.
struct ImageKey: Hashable, Sendable {
  var source: String
  var version: Int
  /// Of the rectangle it is fitted into, in pixels.
  var width: Int
  var height: Int
  var mode: DrawCommand.ContentMode
  /// Pixels per point.
  var scale: Double

  /// A rectangle larger than a window can be is filled with fewer pixels, drawn larger.
  static let pixelLimit = 16 << 20

  init(
    source: String, version: Int, width: Int, height: Int, mode: DrawCommand.ContentMode,
    scale: Double
  ) {
    self.source = source
    self.version = version
    self.mode = mode
    let pixels = Double(width) * Double(height)
    let factor = min((Double(Self.pixelLimit) / pixels).squareRoot(), 1)
    self.width = min(max(Int(Double(width) * factor), 1), ImageLimits.side)
    self.height = min(max(Int(Double(height) * factor), 1), ImageLimits.side)
    self.scale = scale * factor
  }

  /// The most its pixels take.
  var byteCount: Int { width * height * 4 }
}
