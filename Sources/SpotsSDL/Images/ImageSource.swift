import Spots

/// What is known about a picture before it is decoded.
struct ImageSource: Sendable {
  var content: ImageBytes?
  var header: ImageHeader?
  var fault: ImageFault?
  /// The address it is fetched from; nil for a file.
  var address: WebAddress?
  /// Whether it has yet to arrive over the network.
  var isComing = false
  /// Whether nothing is known yet, because the disk is slow.
  var isUnread = false
  /// Whether its size was requested while it was not known.
  var isAwaited = false
  /// Increases when the file changes, so that late results for the old one are recognized.
  var version = 0
  /// The number of the check it was looked up for.
  var check = 0

  /// Creates a picture about which nothing is known.
  init(unread version: Int) {
    isUnread = true
    self.version = version
  }

  /// Looks `name` up and reads the header, which may take long on a slow disk.
  init(_ name: String, locator: ImageLocator) {
    do throws(ImageFault) {
      if let place = try locator.locate(name) { try take(.file(ImageFile(place))) }
    } catch {
      fault = error
    }
  }

  /// Creates a picture that was fetched from `address` and kept. Reads its header.
  init(_ kept: WebPictures.Kept, from address: WebAddress) {
    self.address = address
    do throws(ImageFault) {
      try take(kept.bytes())
    } catch {
      fault = error
    }
  }

  /// Creates a picture that will be fetched from `address`, or cannot be because of `fault`.
  init(comingFrom address: WebAddress, fault: ImageFault? = nil) {
    self.address = address
    self.fault = fault
    isComing = fault == nil
  }

  private mutating func take(_ content: ImageBytes) throws(ImageFault) {
    self.content = content
    header = try content.header()
  }

  /// Whether it looks different from `other`. A fault found while decoding stays until the bytes
  /// change.
  func differs(from other: ImageSource) -> Bool {
    content != other.content || isComing != other.isComing
      || content == nil && fault != other.fault
  }

  /// The job that decodes the picture of `key`; nil when it is known to fail.
  func job(for key: ImageKey) -> DecodeJobs.Job? {
    guard fault == nil, let content, let header else { return nil }
    return DecodeJobs.Job(key: key, content: content, header: header)
  }
}

/// One picture at one size.
struct ImageKey: Hashable, Sendable {
  var source: String
  var version: Int
  /// The size of the rectangle it is fitted into, in pixels.
  var width: Int
  var height: Int
  var mode: DrawCommand.ContentMode
  /// Pixels per point.
  var scale: Double

  /// The most pixels that are decoded for a rectangle. In a larger one they are painted enlarged.
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

  /// The most bytes that its pixels take.
  var byteCount: Int { width * height * 4 }
}
