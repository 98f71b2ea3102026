/// Shows items as a nib describes them.
final class NibItemView: ElementCell {
  /// A registered nib, shared by all its views.
  @MainActor
  final class Source {
    let nib: Nib

    init(nib: Nib) {
      self.nib = nib
    }
  }

  override class var measuresUnconfigured: Bool { true }

  private var source: Source?

  convenience init(source: Source) {
    self.init()
    self.source = source
  }

  override func body(for item: Item) -> (any Element)? { source?.nib.root.element(for: item) }

  override var surface: ItemSurface { source?.nib.surface ?? .automatic }

  override var insets: EdgeInsets { source?.nib.padding ?? super.insets }
}
