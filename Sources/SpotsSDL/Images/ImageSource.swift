import Spots

/// What is known about a picture before it is decoded.
struct ImageSource: Sendable {
  var content: ImageBytes?
  var header: ImageHeader?
  var fault: ImageFault?
  /// Where it is fetched from; nil: it is a file.
  var address: WebAddress?
  /// Whether it is on its way over the network.
  var isComing = false
  /// Whether nothing is known yet, because the disk is slow.
  var isUnread = false
  /// Whether its size was asked for while that was not known.
  var isAwaited = false
  /// Goes up when the file changes, so that late results of the old one are told apart.
  var version = 0
  /// The number of the check it was looked up for.
  var check = 0

  /// A picture nothing is known about.
  init(unread version: Int) {
    isUnread = true
    self.version = version
  }

  /// Looks `name` up and reads the header, which may take as long as the disk likes.
  init(_ name: String, locator: ImageLocator) {
    do throws(ImageFault) {
      if let place = try locator.locate(name) { try take(.file(ImageFile(place))) }
    } catch {
      fault = error
    }
  }

  /// A picture that was fetched from `address` and kept; reads its header.
  init(_ kept: WebPictures.Kept, from address: WebAddress) {
    self.address = address
    do throws(ImageFault) {
      try take(kept.bytes())
    } catch {
      fault = error
    }
  }

  /// A picture that is to be fetched from `address`, or cannot be.
  init(comingFrom address: WebAddress, fault: ImageFault? = nil) {
    self.address = address
    self.fault = fault
    isComing = fault == nil
  }

  private mutating func take(_ content: ImageBytes) throws(ImageFault) {
    self.content = content
    header = try content.header()
  }

  /// Whether something else is to be shown than for `other`. What was found wrong with a picture
  /// while it was decoded stays wrong as long as its bytes are the same.
  func differs(from other: ImageSource) -> Bool {
    content != other.content || isComing != other.isComing
      || content == nil && fault != other.fault
  }

  /// The work that makes the picture of `key`; nil when it is known to fail.
  func job(for key: ImageKey) -> DecodeJobs.Job? {
    guard fault == nil, let content, let header else { return nil }
    return DecodeJobs.Job(key: key, content: content, header: header)
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
