// The pages of a carousel: as much of it as is seen at once.

extension Component {
  /// The number of pages of a carousel and the one that is shown.
  var pages: (count: Int, current: Int) {
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
    let offset = Double(page) * geometry.width
    guard let period = geometry.period else { return offset }
    return offset + ((horizontal.offset - offset) / period).rounded() * period
  }
}
