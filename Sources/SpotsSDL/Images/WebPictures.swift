import Spots

/// Pictures from the network: fetched when they come into view, kept in files, and from then on
/// shown like any others.
///
/// Each address has one request, however many places show it. It is canceled when none does.
@MainActor
public final class WebPictures {
  /// What is known of a picture.
  enum State {
    /// It has not arrived yet.
    case coming
    case kept(Kept)
    case failed(ImageFault)
  }

  /// A picture that has arrived.
  enum Kept: Sendable {
    /// In the cache folder, by its path.
    case file(String)
    case memory(MemoryImage)

    /// The current location of its bytes. Reads from the disk.
    func bytes() throws(ImageFault) -> ImageBytes {
      switch self {
      case .memory(let image): return .memory(image)
      case .file(let path):
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let place: LocatedFile
        do throws(FileError) {
          place = try ReadableFolders([folder]).locate(path)
        } catch {
          throw ImageFault(error)
        }
        return .file(try ImageFile(place))
      }
    }
  }

  /// An address, kept apart for screens that may show pictures from a private network and for those
  /// that may not, so that the latter never show what was fetched for the former.
  private struct Key: Hashable {
    var address: WebAddress
    var mayBePrivate: Bool

    init(_ address: WebAddress, _ trust: PrivateServers) {
      self.address = address
      mayBePrivate = trust.includes(address)
    }
  }

  private struct Picture {
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

  /// Called when a picture has arrived, has failed or has changed.
  var onChange: (WebAddress) -> Void = { _ in }
  /// The most that pictures without a file may take, in bytes.
  var memoryBudget = 64 << 20

  private let fetcher: any Fetcher
  private let cache: PictureCache?
  private let mailbox: Mailbox
  private var pictures: [Key: Picture] = [:]
  /// Pictures without a file, the oldest first.
  private var inMemory: [MemoryImage] = []

  /// - Parameter mailbox: Receives the results; the caller must drain it.
  public convenience init(fetcher: any Fetcher, mailbox: Mailbox) {
    self.init(fetcher: fetcher, mailbox: mailbox, cache: .standard)
  }

  /// - Parameter cache: Nil keeps pictures in memory only.
  init(fetcher: any Fetcher, mailbox: Mailbox, cache: PictureCache?) {
    self.fetcher = fetcher
    self.mailbox = mailbox
    self.cache = cache
  }

  /// The number of pictures that are being fetched.
  var pending: Int { pictures.values.count { $0.task != nil } }

  /// The state of the picture at `address` for a screen that trusts `trust`. A picture from an
  /// earlier run is there immediately.
  func state(of address: WebAddress, trust: PrivateServers) -> State {
    state(of: Key(address, trust))
  }

  private func state(of key: Key) -> State {
    if let known = pictures[key] { return known.state }
    // A screen that keeps naming other pictures must not fill the memory with their names.
    if pictures.count >= 20_000 { pictures = pictures.filter { $0.value.task != nil } }
    let kept = cache?.entry(for: key.address).flatMap { entry in
      key.mayBePrivate || !entry.isPrivate ? entry : nil
    }
    let picture = Picture(
      state: kept.map { .kept(.file($0.path)) } ?? .coming, validators: kept?.validators)
    pictures[key] = picture
    return picture.state
  }

  /// Fetches those of `addresses` that are not known to be current, in their order, and cancels all
  /// other fetches.
  func fetch(_ addresses: [WebAddress], trust: PrivateServers) {
    let wanted = Set(addresses.map { Key($0, trust) })
    for (key, picture) in pictures where picture.task != nil && !wanted.contains(key) {
      picture.task?.cancel()
      pictures[key]?.task = nil
      pictures[key]?.isChecked = false
    }
    for key in addresses.map({ Key($0, trust) }) {
      _ = state(of: key)
      guard let picture = pictures[key], !picture.isChecked, picture.task == nil else { continue }
      start(key, picture.validators, trust)
    }
  }

  /// Makes every picture be checked with its server again when it is next in view. It stays visible
  /// meanwhile.
  public func invalidate() {
    for key in pictures.keys { pictures[key]?.isChecked = false }
  }

  /// Forgets a picture whose bytes are gone, so that it is fetched again.
  func forget(_ address: WebAddress, trust: PrivateServers) {
    let key = Key(address, trust)
    guard pictures[key]?.task == nil else { return }
    pictures[key] = nil
  }

  private func start(_ key: Key, _ validators: Validators?, _ trust: PrivateServers) {
    let request = FetchRequest(key.address, validators: validators, trust: trust)
    let (cache, mailbox) = (cache, mailbox)
    pictures[key]?.isChecked = true
    let task = fetcher.start(request) { [weak self] result in
      let arrival = Self.keep(result, key.address, in: cache)
      mailbox.post { self?.arrived(key, arrival) }
    }
    pictures[key]?.task = task
  }

  /// Keeps a fetched picture in a file, or in memory when that fails. Nil when the version at hand
  /// is current.
  private nonisolated static func keep(
    _ result: Result<FetchResponse, FetchFault>, _ address: WebAddress, in cache: PictureCache?
  ) -> Result<Arrival?, ImageFault> {
    switch result {
    case .failure(let fault): return .failure(.notFetched("\(fault)"))
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

  private func arrived(_ key: Key, _ result: Result<Arrival?, ImageFault>) {
    // The fetch may have been canceled meanwhile.
    guard var picture = pictures[key], picture.task != nil else { return }
    picture.task = nil
    let old = picture.state
    switch result {
    case .success(let arrival?):
      (picture.state, picture.validators) = (.kept(arrival.kept), arrival.validators)
      if case .memory(let image) = arrival.kept { keepInMemory(image) }
    case .success(nil): break
    // A picture from earlier is better than none.
    case .failure(let fault): if case .kept = old {} else { picture.state = .failed(fault) }
    }
    pictures[key] = picture
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
