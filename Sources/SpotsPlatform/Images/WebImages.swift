import SpotsViews

/// Images from the network: fetched when they come into view, kept in files, and from then on
/// shown like any others.
///
/// Each address has one request, however many places show it. It is canceled when none does.
@MainActor
public final class WebImages {
  /// How far fetching an image has come.
  enum State {
    /// It has not arrived yet.
    case coming
    case kept(Kept)
    case failed(ImageError)
  }

  /// An image that has arrived.
  enum Kept: Sendable {
    /// In the cache folder, by its path.
    case file(String)
    case memory(MemoryImage)

    /// The current location of its bytes. Reads from the disk.
    func bytes() throws(ImageError) -> ImageBytes {
      switch self {
      case .memory(let image): return .memory(image)
      case .file(let path):
        let place: LocatedFile
        do throws(FileError) {
          place = try ReadableFolders([Path.folder(of: path)]).locate(path)
        } catch {
          throw ImageError(error)
        }
        return .file(try ImageFile(place))
      }
    }
  }

  /// An address, kept apart for screens that may show images from a private network and for those
  /// that may not, so that the latter never show what was fetched for the former.
  private struct Key: Hashable {
    var address: WebAddress
    var mayBePrivate: Bool

    init(_ address: WebAddress, _ trust: PrivateServers) {
      self.address = address
      mayBePrivate = trust.includes(address)
    }
  }

  private struct Image {
    var state: State
    var validators: Validators?
    /// Whether its server was asked since the program began, or since the last `invalidate`.
    var isChecked = false
    var task: FetchTask?
  }

  /// The result of a fetch.
  private struct Arrival: Sendable {
    var kept: Kept
    var validators: Validators
  }

  /// Called when an image has arrived, has failed or has changed.
  var onChange: (WebAddress) -> Void = { _ in }
  /// The most that images without a file may take, in bytes.
  var memoryBudget = 64 << 20

  private let fetcher: any Fetcher
  private let cache: ImageCache?
  private let mailbox: Mailbox
  private var images: [Key: Image] = [:]
  /// Images without a file, the oldest first.
  private var inMemory: [MemoryImage] = []

  /// Creates a store of images that `fetcher` gets. `mailbox` receives the results; the caller must
  /// drain it.
  public convenience init(fetcher: any Fetcher, mailbox: Mailbox) {
    self.init(fetcher: fetcher, mailbox: mailbox, cache: .standard)
  }

  /// - Parameter cache: Nil keeps images in memory only.
  init(fetcher: any Fetcher, mailbox: Mailbox, cache: ImageCache?) {
    self.fetcher = fetcher
    self.mailbox = mailbox
    self.cache = cache
  }

  /// The number of images that are being fetched.
  var pending: Int { images.values.count { $0.task != nil } }

  /// The state of the image at `address` for a screen that trusts `trust`. An image from an
  /// earlier run is there immediately.
  func state(of address: WebAddress, trust: PrivateServers) -> State {
    state(of: Key(address, trust))
  }

  private func state(of key: Key) -> State {
    if let known = images[key] { return known.state }
    // A screen that keeps naming other images must not fill the memory with their names.
    if images.count >= 20_000 { images = images.filter { $0.value.task != nil } }
    let kept = cache?.entry(for: key.address).flatMap { entry in
      key.mayBePrivate || !entry.isPrivate ? entry : nil
    }
    let image = Image(
      state: kept.map { .kept(.file($0.path)) } ?? .coming, validators: kept?.validators)
    images[key] = image
    return image.state
  }

  /// Fetches those of `addresses` that are not known to be current, in their order, and cancels all
  /// other fetches.
  ///
  /// - Parameter otherPlaces: Returns further addresses of an image, tried in their order where the
  ///   server has nothing at the ones before.
  func fetch(
    _ addresses: [WebAddress], trust: PrivateServers,
    otherPlaces: (WebAddress) -> [WebAddress] = { _ in [] }
  ) {
    let wanted = Set(addresses.map { Key($0, trust) })
    for (key, image) in images where image.task != nil && !wanted.contains(key) {
      image.task?.cancel()
      images[key]?.task = nil
      images[key]?.isChecked = false
    }
    for key in addresses.map({ Key($0, trust) }) {
      _ = state(of: key)
      guard let image = images[key], !image.isChecked, image.task == nil else { continue }
      images[key]?.isChecked = true
      start(key, at: [key.address] + otherPlaces(key.address), image.validators, trust)
    }
  }

  /// Marks every image to be checked with its server again when it is next in view. It stays
  /// visible meanwhile.
  public func invalidate() {
    for key in images.keys { images[key]?.isChecked = false }
  }

  /// Forgets an image whose bytes are gone, so that it is fetched again.
  func forget(_ address: WebAddress, trust: PrivateServers) {
    let key = Key(address, trust)
    guard images[key]?.task == nil else { return }
    images[key] = nil
  }

  private func start(
    _ key: Key, at places: [WebAddress], _ validators: Validators?, _ trust: PrivateServers
  ) {
    guard let place = places.first else { return }
    let request = FetchRequest(place, validators: validators, trust: trust)
    let (cache, mailbox) = (cache, mailbox)
    let task = fetcher.start(request) { [weak self] result in
      if case .failure(.status(404)) = result, places.count > 1 {
        return mailbox.post {
          // The fetch may have been canceled meanwhile.
          guard let self, self.images[key]?.task != nil else { return }
          self.start(key, at: Array(places.dropFirst()), validators, trust)
        }
      }
      let arrival = Self.keep(result, key.address, in: cache)
      mailbox.post { self?.arrived(key, arrival) }
    }
    images[key]?.task = task
  }

  /// Keeps a fetched image in a file, or in memory when that fails. Nil when the version at hand
  /// is current.
  private nonisolated static func keep(
    _ result: Result<FetchResponse, FetchError>, _ address: WebAddress, in cache: ImageCache?
  ) -> Result<Arrival?, ImageError> {
    switch result {
    case .failure(let error): return .failure(.notFetched("\(error)"))
    case .success(let response):
      guard let body = response.body else { return .success(nil) }
      do throws(FileError) {
        let entry = try cache?.save(
          body, validators: response.validators, isPrivate: response.isPrivate, for: address)
        if let entry {
          return .success(Arrival(kept: .file(entry.path), validators: entry.validators))
        }
      } catch {
        // The cache only saves fetching it once more.
      }
      return .success(Arrival(kept: .memory(MemoryImage(body)), validators: response.validators))
    }
  }

  private func arrived(_ key: Key, _ result: Result<Arrival?, ImageError>) {
    // The fetch may have been canceled meanwhile.
    guard var image = images[key], image.task != nil else { return }
    image.task = nil
    let old = image.state
    switch result {
    case .success(let arrival?):
      (image.state, image.validators) = (.kept(arrival.kept), arrival.validators)
      if case .memory(let image) = arrival.kept { keepInMemory(image) }
    case .success(nil): break
    // An old image is better than none.
    case .failure(let error): if case .kept = old {} else { image.state = .failed(error) }
    }
    images[key] = image
    if case .success(nil) = result, case .kept = old { return }
    onChange(key.address)
  }

  private func keepInMemory(_ image: MemoryImage) {
    inMemory.append(image)
    var total = inMemory.reduce(0) { $0 + $1.count }
    while total > memoryBudget, inMemory.count > 1 {
      let oldest = inMemory.removeFirst()
      total -= oldest.count
      oldest.drop()
    }
  }
}
