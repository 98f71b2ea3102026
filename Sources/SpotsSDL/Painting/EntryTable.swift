/// Finds entries by a hash. Kept between frames to reuse its memory.
struct EntryTable {
  /// Indexes of entries; -1 in an empty slot.
  private var slots: [Int32] = []

  /// The hash of an entry's content and place.
  static func key(_ content: UInt64, _ x: Int, _ y: Int) -> UInt64 {
    let place = UInt64(truncatingIfNeeded: x &* 0x1_0001) ^ UInt64(truncatingIfNeeded: y &<< 20)
    return (content ^ place) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Replaces the contents with those of `entries` that paint something.
  mutating func fill(_ entries: [PaintedEntry], key: (PaintedEntry) -> UInt64) {
    var size = 16
    while size < entries.count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(-1, count: size))
    for (index, entry) in entries.enumerated() where !entry.reach.isEmpty {
      var slot = Int(truncatingIfNeeded: key(entry)) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The index of the only entry with `content`, when the table is filled by content; nil when
  /// there is none or more than one.
  func single(_ content: UInt64, _ entries: [PaintedEntry]) -> Int? {
    var slot = Int(truncatingIfNeeded: content) & (slots.count - 1)
    var found: Int?
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].content == content {
        guard found == nil else { return nil }
        found = index
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return found
  }

  /// The index of the first entry under `key` that satisfies `isWanted`; nil when there is none.
  func index(of key: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: key) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isWanted(Int(slots[slot])) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
