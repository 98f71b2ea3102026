import Spots

// The sources of a store's pictures: files that may change, and the network.

extension ImageStore {
  /// The files that the pictures requested so far may be in, whether they exist or not.
  ///
  /// - Complexity: O(sources).
  public var candidatePaths: Set<String> {
    Set(catalog.sources.keys.flatMap(locator.candidates))
  }

  /// Fetches the pictures in `list`, and cancels all other fetches.
  func fetchPictures(of list: DrawList) {
    guard let web, catalog.hasWebSources else { return }
    var addresses: [WebAddress] = []
    for entry in list.entries {
      guard case .image(let name, _, _, _, _, _) = entry.command else { continue }
      if let address = catalog.sources[name]?.address { addresses.append(address) }
    }
    web.fetch(addresses, trust: locator.trust)
  }

  func followWeb() {
    web?.onChange = { [weak self] address in
      guard let self else { return }
      let changed = catalog.sources.filter { $0.value.address == address }
      for name in changed.keys.sorted() { lookUp(name) }
    }
  }
}
