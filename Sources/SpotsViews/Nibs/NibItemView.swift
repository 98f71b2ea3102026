/// Shows items as a nib describes them.
package final class NibItemView: ElementCell {
  /// A registered nib, shared by all its views.
  @MainActor
  package final class Source {
    let nib: Nib
    /// The names of the answers that the nib reads for any item.
    package let valueNames: Set<String>

    package init(nib: Nib) {
      self.nib = nib
      valueNames = nib.valueNames
    }
  }

  package override class var measuresUnconfigured: Bool { true }

  private var source: Source?

  package convenience init(source: Source) {
    self.init()
    self.source = source
  }

  private var widthClass: WidthClass {
    (environment?.breakpoints ?? Breakpoints()).widthClass(of: cellStyle.componentWidth)
  }

  package override func body(for item: Item) -> (any Element)? {
    // Holes and controls show what the user gave.
    var item = item
    if let value = environment?.value(of: item) { item.input.value = value }
    let body = source?.nib.body[widthClass].root.element(
      NibFilling(
        item, width: cellStyle.componentWidth, textScale: environment?.textScale ?? 1,
        values: environment?.values, language: environment?.language ?? .standard))
    guard let body, let sentence = environment?.fault(of: item) else { return body }
    let fault = LabelElement(sentence, font: .caption, color: .role(.error), lineLimit: 0)
    return Column(spacing: 2, [body, fault])
  }

  package override var surface: ItemSurface { source?.nib.surface ?? .automatic }

  package override var insets: EdgeInsets { source?.nib.body[widthClass].padding ?? super.insets }
}
