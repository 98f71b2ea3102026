/// A scroll position of a carousel that can be found again in another layout.
struct CarouselPosition {
  /// The offset at which the motion ends, in points.
  var target: Double
  /// Nil where the carousel rests anywhere.
  var place: SnapTarget?
  /// The layout of that time.
  var layout: Layout

  /// All that resting places depend on.
  struct Layout: Equatable {
    var paginate: Interaction.Paginate
    var width: Double
    var range: Double
    var period: Double?
    /// The offset of the present place.
    var rest: Double?
  }

  /// The offset to scroll to after a change of the layout that moved the resting place to `rest`.
  /// Without such a change the offset stays, even between resting places, since somebody chose it.
  func target(restingAt rest: Double, in present: Layout) -> Double {
    present == layout ? target : rest
  }
}
