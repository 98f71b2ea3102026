/// Why an image cannot be shown.
enum ImageError: Error, Hashable, Sendable {
  case missing
  case outside
  /// The address has another scheme than `http`, `https` and `file`.
  case unknownScheme
  /// Neither a drawing nor a picture of the desktop's theme has the name.
  case unknownIcon
  /// A `data:` URL that is not written as one, or with more bytes than it may have.
  case brokenData, tooLongData
  /// The screen came from a server, and the source is a file.
  case localFile
  case network
  /// It could not be fetched, for this reason.
  case notFetched(String)
  case notAFile
  case unreadable
  /// It was only in memory, and was dropped to make room.
  case dropped
  /// Larger than `limit` bytes.
  case tooManyBytes(limit: Int)
  case tooManyPixels(width: Int, height: Int)
  /// A known format that screens do not show.
  case refusedFormat(String)
  case unknownFormat
  case truncated
  case tooSlow
  case crashed
  /// The decoder was killed from outside; trying again may help.
  case interrupted
  case outOfMemory
  /// No decoder runs, for this reason.
  case noDecoder(String)
  case broken(String)

  init(_ error: FileError) {
    switch error {
    case .missing: self = .missing
    case .outside: self = .outside
    case .directory, .notRegular: self = .notAFile
    case .tooLarge: self = .tooManyBytes(limit: ImageLimits.bytes)
    case .unreachable(let reason): self = .notFetched(reason)
    case .system: self = .unreadable
    }
  }

  /// In lower case, without a final period and without the image's name.
  var reason: String {
    switch self {
    case .missing: "no such file"
    case .outside: "outside the folders pictures may come from; '--allow-path' adds one"
    case .unknownScheme: "pictures come from files and from http and https addresses"
    case .unknownIcon: "neither built in nor in the desktop's icon theme"
    case .brokenData: "the data: URL is not written as it should be"
    case .tooLongData: "the picture in the data: URL is larger than \(DataURL.limit >> 10) KiB"
    case .localFile: "a screen from a server shows no files of this machine"
    case .network: "pictures from the network cannot be had"
    case .notFetched(let reason): reason
    case .notAFile: "not a regular file"
    case .unreadable: "the file cannot be read"
    case .dropped: "it is to be fetched again"
    case .tooManyBytes(let limit): "larger than \(limit >> 20) MiB"
    case .tooManyPixels(let width, let height):
      "\(width) × \(height) pixels are too many; the limit is \(ImageLimits.side) a side and "
        + "\(ImageLimits.pixels >> 20) million in all"
    case .refusedFormat(let name):
      "\(name) files are not shown; PNG, JPEG, GIF, WebP, AVIF, BMP and SVG are"
    case .unknownFormat: "not a PNG, JPEG, GIF, WebP, AVIF, BMP or SVG picture"
    case .truncated: "the file ends too early"
    case .tooSlow: "decoding it takes too long"
    case .crashed: "decoding it crashes"
    case .interrupted: "'spots-decoder' is ended by others"
    case .outOfMemory: "decoding it takes too much memory"
    case .noDecoder(let reason): "'spots-decoder' cannot be started: \(reason)"
    case .broken(let message): "the picture is broken: \(message)"
    }
  }
}

/// The limits above which images are refused before anything is decoded.
enum ImageLimits {
  static let bytes = 64 << 20
  /// The limit for a drawing, where a byte may cost more to decode than it does in other formats.
  static let drawingBytes = 4 << 20
  static let pixels = 64 << 20
  static let side = 16_384
}
