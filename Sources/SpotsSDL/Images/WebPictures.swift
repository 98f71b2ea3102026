import Spots

/// Pictures from the network: fetched when they are to be seen, kept in files, and from then on
/// shown like any others.
///
/// There is one request for each address, however many places show it, and none any more when
/// nothing does.
@MainActor
public final class WebPictures {
  /// What is known of a picture.
  enum State {
    /// It is not there yet.
    case coming
    case file(String)
    case failed(ImageFault)
  }

  private struct Picture {
    var state: State
    var validators: Validators?
    /// Whether its server was asked since the program began, or since the last `invalidate`.
    var isChecked = false
    var task: FetchTask?
  }

  /// Called when a picture has come, cannot be had, or has changed.
  var onChange: (WebAddress) -> Void = { _ in }
  /// Hosts in private networks that pictures may come from.
  public var trustedHosts: Set<String> = []

  private let fetcher: any Fetcher
  private let cache: PictureCache?
  private let mailbox: Mailbox
  private var pictures: [WebAddress: Picture] = [:]

  /// - Parameter mailbox: Where results arrive; somebody must drain it.
  public convenience init(fetcher: any Fetcher, mailbox: Mailbox) {
    self.init(fetcher: fetcher, mailbox: mailbox, cache: .standard)
  }

  init(fetcher: any Fetcher, mailbox: Mailbox, cache: PictureCache?) {
    self.fetcher = fetcher
    self.mailbox = mailbox
    self.cache = cache
  }

  /// How many pictures are being fetched.
  var pending: Int { pictures.values.count { $0.task != nil } }

  /// What is known of the picture at `address`. What was kept from earlier is shown at once.
  func state(of address: WebAddress) -> State {
    if let known = pictures[address] { return known.state }
    // A screen that keeps naming other pictures must not fill the memory with their names.
    if pictures.count >= 20_000 { pictures = pictures.filter { $0.value.task != nil } }
    let kept = cache?.entry(for: address)
    let picture = Picture(
      state: kept.map { .file($0.path) } ?? .coming, validators: kept?.validators)
    pictures[address] = picture
    return picture.state
  }

  /// Fetches `addresses`, the first ones first, as far as it is not known that they are up to date,
  /// and nothing else.
  func fetch(_ addresses: [WebAddress]) {
    let wanted = Set(addresses)
    for (address, picture) in pictures where picture.task != nil && !wanted.contains(address) {
      picture.task?.cancel()
      pictures[address]?.task = nil
      pictures[address]?.isChecked = false
    }
    for address in addresses {
      _ = state(of: address)
      guard let picture = pictures[address], !picture.isChecked, picture.task == nil else {
        continue
      }
      start(address, picture.validators)
    }
  }

  /// Has every picture checked with its server again when it is next to be seen. Those there are
  /// stay meanwhile.
  public func invalidate() {
    for address in pictures.keys { pictures[address]?.isChecked = false }
  }

  private func start(_ address: WebAddress, _ validators: Validators?) {
    let request = FetchRequest(address, validators: validators, trustedHosts: trustedHosts)
    let (cache, mailbox) = (cache, mailbox)
    pictures[address]?.isChecked = true
    let task = fetcher.start(request) { [weak self] result in
      let kept = Self.keep(result, address, in: cache)
      mailbox.post { self?.arrived(address, kept) }
    }
    pictures[address]?.task = task
  }

  /// Writes what has come into a file. Nil: the file there is is the present one.
  private nonisolated static func keep(
    _ result: Result<FetchResponse, FetchFault>, _ address: WebAddress, in cache: PictureCache?
  ) -> Result<PictureCache.Entry?, ImageFault> {
    do {
      let response = try result.get()
      guard let body = response.body else { return .success(nil) }
      guard let cache else { throw ImageFault.notFetched("there is no cache folder") }
      return .success(try cache.save(body, validators: response.validators, for: address))
    } catch let fault as ImageFault {
      return .failure(fault)
    } catch {
      return .failure(.notFetched("\(error)"))
    }
  }

  private func arrived(_ address: WebAddress, _ result: Result<PictureCache.Entry?, ImageFault>) {
    // Nobody may want it any more.
    guard var picture = pictures[address], picture.task != nil else { return }
    picture.task = nil
    let old = picture.state
    switch result {
    case .success(let entry?):
      (picture.state, picture.validators) = (.file(entry.path), entry.validators)
    case .success(nil): break
    // A picture from earlier is better than none.
    case .failure(let fault): if case .file = old {} else { picture.state = .failed(fault) }
    }
    pictures[address] = picture
    if case .success(nil) = result, case .file = old { return }
    onChange(address)
  }
}
