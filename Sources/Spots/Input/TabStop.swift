/// A place the Tab key stops at: the header of a component, its items as one, or its footer.
struct TabStop: Equatable {
  enum Part: Int, CaseIterable {
    case header, items, footer
  }

  var component: Int
  var part: Part

  static let perComponent = Part.allCases.count

  /// The stop that `path` belongs to.
  init(_ path: ItemPath) {
    component = path.component
    part =
      switch path.part {
      case .header: .header
      case .item: .items
      case .footer: .footer
      }
  }

  /// - Parameter number: Stops are counted from the top of the screen, three for each component.
  init(number: Int) {
    component = number / Self.perComponent
    part = Part.allCases[number % Self.perComponent]
  }

  var number: Int { component * Self.perComponent + part.rawValue }
}
