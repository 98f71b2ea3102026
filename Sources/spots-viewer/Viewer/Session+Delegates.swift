import Spots

// The session as the delegate of its controllers.

extension Session: ComponentDelegate {
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath) {
    log.itemSelected(item, at: path)
    guard let action = item.action else { return }
    perform(Action(action), of: page.document(ofComponent: path.component).file)
    if let program = actionProgram { start(program, [action]) }
    needsFrame = true
  }
}

extension Session: ScrollDelegate {
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    log.reachedEnd()
    guard let page = pages.first(where: { $0.controller === controller }) else {
      return completion()
    }
    appendNextPage(to: page, completion: completion)
  }

  func controllerDidScroll(_ controller: SpotsController) {
    if page.controller === controller { retryNextPage(of: page) }
  }
}

extension Session: RefreshDelegate {
  func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    let page = page
    if page.feed is WebFeed {
      page.onFresh.append(completion)
      refresh()
    } else {
      refresh()
      completion()
    }
  }
}

extension Session: CarouselScrollDelegate {
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling path: ComponentPath, item: Int,
    animated: Bool
  ) {
    log.carouselEnded(at: path.item(item))
  }
}
