import CDecoder
import Glibc
import Spots
import Testing

@testable import SpotsSDL

@Suite struct DecodedPictureCacheTests {
  private let folder: TemporaryFolder
  private let cacheFolder: CacheFolder

  init() throws {
    folder = try TemporaryFolder()
    cacheFolder = CacheFolder(path: folder.path + "/cache")
  }

  private func file(_ name: String = "a.svg") throws -> ImageFile {
    let path = try folder.write(SamplePictures.svg, to: name)
    return try ImageFile(try ReadableFolders([folder.path]).locate(path))
  }

  private func picture(_ size: Int) throws -> (SpotsDecoderRequest, DecodedPicture) {
    let header = try ImageHeader(SamplePictures.svg)
    let decoder = try Decoder(path: DecoderPath.installed)
    return (
      request(header, width: size, height: size),
      try decoder.decode(SamplePictures.svg, header: header, width: size, height: size)
    )
  }

  private func pixels(_ picture: DecodedPicture) -> [UInt32] {
    let bitmap = picture.bitmap(0)
    return Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.width * bitmap.height))
  }

  @Test func whatIsKeptIsWhatWasDecoded() throws {
    let cache = DecodedPictureCache(folder: cacheFolder)
    let (file, (request, picture)) = (try file(), try picture(60))
    let key = DecodedPictureCache.Key(file, request)
    #expect(cache.picture(for: key) == nil)
    cache.save(picture, for: key)
    // As the next start finds it.
    let kept = try #require(DecodedPictureCache(folder: cacheFolder).picture(for: key))
    #expect(kept.bitmap(0).width == picture.bitmap(0).width)
    #expect(pixels(kept) == pixels(picture))
    #expect(pixels(kept).contains { $0 >> 24 == 255 })
  }

  /// Another version of the file, another size, another file.
  @Test func somethingElseIsNotFound() throws {
    let cache = DecodedPictureCache(folder: cacheFolder)
    let (file, (request, picture)) = (try file(), try picture(60))
    cache.save(picture, for: DecodedPictureCache.Key(file, request))
    var other = request
    other.orientation = 3
    #expect(cache.picture(for: DecodedPictureCache.Key(file, other)) == nil)
    let newer = try self.file()
    #expect(newer != file)
    #expect(cache.picture(for: DecodedPictureCache.Key(newer, request)) == nil)
    #expect(cache.picture(for: DecodedPictureCache.Key(try self.file("b.svg"), request)) == nil)
  }

  /// Every damage to a kept file costs the head start and nothing else.
  @Test func damagedFilesAreDecodedAnew() throws {
    let cache = DecodedPictureCache(folder: cacheFolder)
    let (file, (request, picture)) = (try file(), try picture(20))
    let key = DecodedPictureCache.Key(file, request)
    cache.save(picture, for: key)
    let name = try #require(cacheFolder.files().first?.name)
    let path = cacheFolder.path(of: name)
    let whole = try FileBytes.read(path)
    let pixelCount = picture.byteCount
    for count in [0, 1, 7, whole.count - pixelCount, whole.count - 1, whole.count + 1] {
      let bytes = count > whole.count ? whole + [0] : Array(whole.prefix(count))
      try cacheFolder.write(bytes, to: name)
      #expect(cache.picture(for: key) == nil, "\(count) bytes")
    }
    try cacheFolder.write(whole, to: name)
    #expect(cache.picture(for: key) != nil)
    cacheFolder.remove(name)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(cache.picture(for: key) == nil)
    cache.save(picture, for: key)
    #expect(cache.picture(for: key) != nil)
  }

  @Test func theBudgetHoldsAndWhatIsUsedStays() throws {
    let (file, (request, picture)) = (try file(), try picture(100))
    let budget = picture.byteCount * 10
    let cache = DecodedPictureCache(folder: cacheFolder, budget: budget)
    var requests: [SpotsDecoderRequest] = []
    for index in 0..<40 {
      var other = request
      other.natural_width += Double(index)
      requests.append(other)
      cache.save(picture, for: DecodedPictureCache.Key(file, other))
    }
    #expect(cacheFolder.files().reduce(0) { $0 + $1.size } <= budget)
    #expect(cache.picture(for: DecodedPictureCache.Key(file, requests[39])) != nil)
  }

  /// Where nothing can be written pictures are shown all the same.
  @Test func aFolderThatCannotBeMadeIsSurvived() throws {
    let path = try folder.write([1], to: "file")
    let cache = DecodedPictureCache(folder: CacheFolder(path: path + "/below"))
    let (file, (request, picture)) = (try file(), try picture(10))
    let key = DecodedPictureCache.Key(file, request)
    cache.save(picture, for: key)
    #expect(cache.picture(for: key) == nil)
  }
}
