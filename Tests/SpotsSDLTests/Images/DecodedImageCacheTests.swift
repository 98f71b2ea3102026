import CDecoder
import Glibc
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct DecodedImageCacheTests {
  private let folder: TemporaryFolder
  private let cacheFolder: CacheFolder

  init() throws {
    folder = try TemporaryFolder()
    cacheFolder = CacheFolder(path: folder.path + "/cache")
  }

  private func file(_ name: String = "a.svg") throws -> ImageFile {
    let path = try folder.write(SampleImages.svg, to: name)
    return try ImageFile(try ReadableFolders([folder.path]).locate(path))
  }

  private func image(_ size: Int) throws -> (SpotsDecoderRequest, DecodedImage) {
    let header = try ImageHeader(SampleImages.svg)
    let decoder = try Decoder(path: DecoderPath.installed)
    return (
      request(header, width: size, height: size),
      try decoder.decode(SampleImages.svg, header: header, width: size, height: size)
    )
  }

  private func pixels(_ image: DecodedImage) -> [UInt32] {
    let bitmap = image.bitmap(0)
    return Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.width * bitmap.height))
  }

  @Test func whatIsKeptIsWhatWasDecoded() throws {
    let cache = DecodedImageCache(folder: cacheFolder)
    let (file, (request, image)) = (try file(), try image(60))
    let key = DecodedImageCache.Key(file, request)
    #expect(cache.image(for: key) == nil)
    cache.save(image, for: key)
    // As the next start finds it.
    let kept = try #require(DecodedImageCache(folder: cacheFolder).image(for: key))
    #expect(kept.bitmap(0).width == image.bitmap(0).width)
    #expect(pixels(kept) == pixels(image))
    #expect(pixels(kept).contains { $0 >> 24 == 255 })
  }

  /// Another version of the file, another size, another file.
  @Test func somethingElseIsNotFound() throws {
    let cache = DecodedImageCache(folder: cacheFolder)
    let (file, (request, image)) = (try file(), try image(60))
    cache.save(image, for: DecodedImageCache.Key(file, request))
    var other = request
    other.orientation = 3
    #expect(cache.image(for: DecodedImageCache.Key(file, other)) == nil)
    let newer = try self.file()
    #expect(newer != file)
    #expect(cache.image(for: DecodedImageCache.Key(newer, request)) == nil)
    #expect(cache.image(for: DecodedImageCache.Key(try self.file("b.svg"), request)) == nil)
  }

  /// Every damage to a kept file costs the head start and nothing else.
  @Test func damagedFilesAreDecodedAnew() throws {
    let cache = DecodedImageCache(folder: cacheFolder)
    let (file, (request, image)) = (try file(), try image(20))
    let key = DecodedImageCache.Key(file, request)
    cache.save(image, for: key)
    let name = try #require(cacheFolder.files().first?.name)
    let path = cacheFolder.path(of: name)
    let whole = try FileBytes.read(path)
    let pixelCount = image.byteCount
    for count in [0, 1, 7, whole.count - pixelCount, whole.count - 1, whole.count + 1] {
      let bytes = count > whole.count ? whole + [0] : Array(whole.prefix(count))
      try cacheFolder.write(bytes, to: name)
      #expect(cache.image(for: key) == nil, "\(count) bytes")
    }
    try cacheFolder.write(whole, to: name)
    #expect(cache.image(for: key) != nil)
    cacheFolder.remove(name)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(cache.image(for: key) == nil)
    cache.save(image, for: key)
    #expect(cache.image(for: key) != nil)
  }

  @Test func theBudgetHoldsAndWhatIsUsedStays() throws {
    let (file, (request, image)) = (try file(), try image(100))
    let budget = image.byteCount * 10
    let cache = DecodedImageCache(folder: cacheFolder, budget: budget)
    var requests: [SpotsDecoderRequest] = []
    for index in 0..<40 {
      var other = request
      other.natural_width += Double(index)
      requests.append(other)
      cache.save(image, for: DecodedImageCache.Key(file, other))
    }
    #expect(cacheFolder.files().reduce(0) { $0 + $1.size } <= budget)
    #expect(cache.image(for: DecodedImageCache.Key(file, requests[39])) != nil)
  }

  /// Images are shown even where nothing can be written.
  @Test func aFolderThatCannotBeMadeIsSurvived() throws {
    let path = try folder.write([1], to: "file")
    let cache = DecodedImageCache(folder: CacheFolder(path: path + "/below"))
    let (file, (request, image)) = (try file(), try image(10))
    let key = DecodedImageCache.Key(file, request)
    cache.save(image, for: key)
    #expect(cache.image(for: key) == nil)
  }
}
