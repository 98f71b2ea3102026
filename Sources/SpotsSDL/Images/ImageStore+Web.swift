import Spots

// Where a store's pictures come from: files that may change, and the network.

extension ImageStore {
  /// The files the pictures asked for so far may be in, whether they are there or not.
  ///
  /// - Complexity: O(sources).
  public var candidatePaths: Set<String> {
    Set(sources.keys.flatMap(locator.candidates))
  }

  /// Where the picture of a source is now: in a file, on its way, or nowhere.
  func makeSource(_ name: String, version: Int) -> ImageSource {
    guard let web, let address = locator.webAddress(of: name) else {
      return ImageSource(name, locator: locator, version: version)
    }
    hasWebSources = true
    return ImageSource(web.state(of: address), at: address, version: version)
  }

  /// Has what `list` shows fetched, and nothing else.
  func fetchPictures(of list: DrawList) {
    guard let web, hasWebSources else { return }
    var addresses: [WebAddress] = []
    for entry in list.entries {
      guard case .image(let name, _, _, _, _, _) = entry.command else { continue }
      if let address = sources[name]?.address { addresses.append(address) }
    }
    web.fetch(addresses)
  }

  func followWeb() {
    web?.onChange = { [weak self] address in
      guard let self else { return }
      let changed = sources.filter { $0.value.address == address }
      for (name, source) in changed.sorted(by: { $0.key < $1.key }) {
        replace(name, with: makeSource(name, version: source.version))
      }
    }
  }
}
