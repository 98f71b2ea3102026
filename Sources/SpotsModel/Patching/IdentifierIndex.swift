// The places of components and items by their identifiers.
//
// The index is built on first use, and follows changes from then on. It only says where to look:
// what is found is checked against the screen, so that no entry has to be removed when a part goes
// away or gets another identifier. Once half of the entries are stale, it is rebuilt.

/// The places of the identifiers of a screen that changes.
///
/// Owned by the content of a screen, and lives as long as it does.
package final class IdentifierIndex {
  /// The name of a part of a screen.
  enum Name: Hashable {
    case component(String)
    case item(Item.Identifier)
  }

  /// One of the screen's items with everything inside it, or the rest of a component.
  private struct Place: Hashable {
    /// The component's mark.
    var component: Int32
    /// The item's mark; `rest` for the component itself, its header and its footer.
    var item: Int32

    static let rest: Int32 = -1
  }

  /// How much of the screen the index knows.
  private enum Extent { case nothing, components, all }

  private var extent = Extent.nothing
  private var components = PositionMap(count: 0)
  private var items: [Int32: PositionMap] = [:]
  /// The places of names, by hash. Most names have one.
  private var places: [Int: Place] = [:]
  private var others: [Int: [Place]] = [:]
  /// The hashes of names with more places than are kept.
  private var crowded: Set<Int> = []
  /// The approximate number of places whose part was removed or renamed since the last build.
  private var goneCount = 0
  /// The parts inside composite items and the like, found since the last change.
  private var inside: [Place: Inside] = [:]

  /// The parts at a place by their names; nil until they are asked for a second time.
  private typealias Inside = [Name: [PartPath]]?

  package init() {}

  /// Takes everything that another index knows, and leaves it knowing nothing.
  package func takeOver(_ other: IdentifierIndex) {
    (extent, components, items) = (other.extent, other.components, other.items)
    (places, others, crowded) = (other.places, other.others, other.crowded)
    (goneCount, inside) = (other.goneCount, [:])
    other.forget()
  }

  /// Discards the index, which is rebuilt when it is next needed.
  package func forget() {
    (extent, goneCount) = (.nothing, 0)
    (places, others, items, crowded, inside) = ([:], [:], [:], [], [:])
  }

  // MARK: Searching

  /// The parts that have one of `names`, in the order of the document.
  ///
  /// - Complexity: O(log *r*) for each part that is found, where *r* is the number of runs that
  ///   changes have cut a list into. The first time, and again after thousands of changes in the
  ///   middle of lists, O(bytes) or O(items); for names of components, O(components).
  /// - Throws: Where the index has to be built, and that is too much work.
  func parts(
    named names: [Name], in edited: inout EditedScreen, _ work: PatchWork
  ) throws(PointerFault) -> [PartPath] {
    let isAboutItems = names.contains { if case .item = $0 { true } else { false } }
    let wanted = isAboutItems ? Extent.all : .components
    follow(&edited)
    if extent == .nothing || extent == .components && isAboutItems {
      try build(wanted, edited.screen, work)
    }
    let found = knownParts(named: names, in: edited)
    // Places that were not kept may be the only ones left.
    guard found.count < 2, names.contains(where: { crowded.contains($0.hashValue) }) else {
      return found
    }
    try build(wanted, edited.screen, work)
    return knownParts(named: names, in: edited)
  }

  private func knownParts(named names: [Name], in edited: EditedScreen) -> [PartPath] {
    var found: Set<PartPath> = []
    for name in names {
      for place in known(name.hashValue) {
        guard let index = components.index(of: Int(place.component)) else { continue }
        let component = edited.screen.components[index]
        found.formUnion(parts(named: name, at: place, component, at: index))
      }
    }
    return found.sorted()
  }

  private func parts(
    named name: Name, at place: Place, _ component: ComponentModel, at index: Int
  ) -> [PartPath] {
    if let known = inside[place], let known { return known[name] ?? [] }
    var found: [Name: [PartPath]] = [:]
    // A line that names thousands of parts inside one item must not visit all of it for each.
    let isAsked = inside.updateValue(nil, forKey: place) != nil
    visit(place, component, at: index) {
      if isAsked || $0 == name { found[$0, default: []].append($1) }
    }
    if isAsked { inside[place] = found }
    return found[name] ?? []
  }

  private func known(_ hash: Int) -> [Place] {
    [places[hash]].compactMap(\.self) + (others[hash] ?? [])
  }

  private func visit(
    _ place: Place, _ component: ComponentModel, at index: Int, _ body: (Name, PartPath) -> Void
  ) {
    let path = PartPath([index])
    guard place.item != Place.rest else {
      return visitNames(around: component, at: path, body)
    }
    guard let item = items[place.component]?.index(of: Int(place.item)) else { return }
    visitNames(of: component.items[item], at: path.appending(item), body)
  }

  // MARK: Building

  private func build(
    _ extent: Extent, _ screen: Screen, _ work: PatchWork
  ) throws(PointerFault) {
    let count = screen.components.reduce(0) { $0 + $1.items.count }
    try work.spend((count + screen.components.count) * PatchWork.bytesOfItem)
    forget()
    self.extent = extent
    components = PositionMap(count: screen.components.count)
    if extent == .all {
      places.reserveCapacity(count + screen.components.count)
    }
    for (index, component) in screen.components.enumerated() { add(component, mark: index) }
  }

  private func add(_ component: ComponentModel, mark: Int) {
    let mark = Int32(truncatingIfNeeded: mark)
    addRest(of: component, mark: mark)
    items[mark] = PositionMap(count: component.items.count)
    addItems(component.items, in: 0..<component.items.count, of: mark)
  }

  private func addRest(of component: ComponentModel, mark: Int32) {
    visitNames(around: component, at: PartPath([0])) { name, _ in
      add(name, at: Place(component: mark, item: Place.rest))
    }
  }

  /// - Parameter first: The mark of the first item.
  private func addItems(
    _ list: ItemList, in range: Range<Int>, of component: Int32, first: Int = 0
  ) {
    func place(_ index: Int) -> Place {
      Place(component: component, item: Int32(truncatingIfNeeded: first + index - range.lowerBound))
    }
    guard extent == .all else {
      var rest = range
      while let index = list.first(.components, in: rest) {
        add(list[index], at: place(index))
        rest = index + 1..<range.upperBound
      }
      return
    }
    list.visitIdentifiers(in: range) { index, identifier, mayHaveChildren in
      if mayHaveChildren {
        add(list[index], at: place(index))
      } else if let identifier {
        add(.item(identifier), at: place(index))
      }
    }
  }

  private func add(_ item: Item, at place: Place) {
    visitNames(of: item, at: PartPath([0, 0])) { name, _ in add(name, at: place) }
  }

  private func add(_ name: Name, at place: Place) {
    if extent == .components, case .item = name { return }
    let hash = name.hashValue
    // A name that is removed and added again and again must not gather ever more places.
    guard let first = places[hash], exists(first) else {
      places[hash] = place
      return
    }
    var more = others[hash] ?? []
    guard first != place, !more.contains(place) else { return }
    if more.count.isPowerOfTwo { more.removeAll { !exists($0) } }
    guard more.count < Self.mostPlaces else {
      crowded.insert(hash)
      return
    }
    others[hash] = more + [place]
  }

  /// How many places of a name are kept, a power of two. The name is ambiguous anyway, unless parts
  /// are removed or renamed.
  private static let mostPlaces = 64

  private func exists(_ place: Place) -> Bool {
    guard components.index(of: Int(place.component)) != nil else { return false }
    return place.item == Place.rest || items[place.component]?.index(of: Int(place.item)) != nil
  }

  // MARK: Following

  /// Follows the steps by which the screen was changed since the last time.
  package func follow(_ edited: inout EditedScreen) {
    let steps = edited.log[edited.followed...]
    guard !steps.isEmpty else { return }
    edited.followed = edited.log.count
    inside = [:]
    var touched: Set<Int32> = []
    for step in steps where extent != .nothing {
      switch step {
      case .properties: continue
      case .replaced: forget()
      case .components(let edit):
        if case .remove(let gone) = edit { forgetItems(ofComponents: gone) }
        components.follow(edit)
      case .items(let edit, let component):
        let mark = Int32(truncatingIfNeeded: components.mark(of: component))
        touched.insert(mark)
        items[mark]?.follow(edit)
      }
    }
    if components.isReplaced { forget() }
    if extent != .nothing { addNames(in: touched, edited.screen) }
    if goneCount > Swift.max(Self.mostGone, places.count / 2) { forget() }
  }

  private static let mostGone = 4096

  private func forgetItems(ofComponents gone: RangeSet<Int>) {
    for index in gone.indexes {
      let map = items.removeValue(forKey: Int32(truncatingIfNeeded: components.mark(of: index)))
      goneCount += map?.count ?? 0
    }
  }

  /// Adds the names of the parts that are new or changed.
  ///
  /// - Parameter touched: The marks of the components whose items were edited.
  private func addNames(in touched: Set<Int32>, _ screen: Screen) {
    for mark in components.changed {
      guard let index = components.index(of: mark) else { continue }
      addRest(of: screen.components[index], mark: Int32(truncatingIfNeeded: mark))
    }
    goneCount += components.changed.count + components.removedCount
    let inserted = components.inserted
    components.settle()
    for run in inserted {
      for offset in 0..<run.count {
        add(screen.components[run.index + offset], mark: run.mark + offset)
      }
    }
    for mark in touched {
      guard let index = components.index(of: Int(mark)), let map = items[mark] else { continue }
      let list = screen.components[index].items
      goneCount += map.changed.count + map.removedCount
      let inserted = map.inserted
      items[mark]?.settle()
      for run in inserted {
        addItems(list, in: run.index..<run.index + run.count, of: mark, first: run.mark)
      }
      for item in map.changed {
        guard let place = map.index(of: item) else { continue }
        add(list[place], at: Place(component: mark, item: Int32(truncatingIfNeeded: item)))
      }
    }
  }
}

extension Int {
  fileprivate var isPowerOfTwo: Bool { self > 0 && self & (self - 1) == 0 }
}

/// Calls `body` with the names of an item and of everything inside it.
private func visitNames(
  of item: Item, at path: PartPath, _ body: (IdentifierIndex.Name, PartPath) -> Void
) {
  if let identifier = item.identifier { body(.item(identifier), path) }
  for (index, component) in item.children.enumerated() {
    let inner = path.appending(index)
    visitNames(around: component, at: inner, body)
    for (index, item) in component.items.enumerated() {
      visitNames(of: item, at: inner.appending(index), body)
    }
  }
}

/// Calls `body` with the names of a component, its header and its footer.
private func visitNames(
  around component: ComponentModel, at path: PartPath,
  _ body: (IdentifierIndex.Name, PartPath) -> Void
) {
  if let identifier = component.identifier { body(.component(identifier), path) }
  for (edge, step) in [(component.header, PartPath.header), (component.footer, PartPath.footer)] {
    if let edge { visitNames(of: edge, at: path.appending(step), body) }
  }
}
