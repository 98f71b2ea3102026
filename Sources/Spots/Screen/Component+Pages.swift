// The pages of a carousel, one for each dot of its indicator: the places at which it can rest, or
// where it rests anywhere, as much of it as is seen at once.

extension Component {
  /// The number of pages of a carousel and the one that is shown.
  var pages: (count: Int, current: Int) {
    if let places = restingPlaces {
      return (places.count, places.nearest(to: horizontal.offset))
    }
    let width = max(geometry.width, 1)
    let length = geometry.period ?? geometry.contentSize.width
    let count = CarouselSnap.pageCount(length: length, viewport: width)
    if let period = geometry.period {
      let page = CarouselSnap.endlessPage(at: contentOffsetX, period: period, viewport: width)
      return (count, page % count)
    }
    let current = CarouselSnap.page(
      at: horizontal.offset, maximum: horizontal.maximum, viewport: width)
    return (count, Int(min(current, Double(count - 1))))
  }

  /// The offset at which a page is shown; of a carousel without ends, the nearest one.
  func offset(ofPage page: Int) -> Double {
    if let places = restingPlaces {
      return places.offset(of: page, near: horizontal.offset)
    }
    let offset = Double(page) * geometry.width
    guard let period = geometry.period else { return min(offset, horizontal.maximum) }
    return offset + ((horizontal.offset - offset) / period).rounded() * period
  }

  private var restingPlaces: RestingPlaces? {
    guard model.interaction.paginate == .item else { return nil }
    return RestingPlaces(geometry, itemCount: model.items.count)
  }
}
