import Testing

@testable import SpotsModel

/// What the lists share is not looked at, and items of documents are read where their bytes differ.
@Suite struct ItemDiffCostTests {
  private func many() -> ItemList {
    ItemList((0..<20_000).map { Item(title: "item \($0)") }).onDemand()
  }

  @Test func oneChangedTitleIsOneUpdateAndReadsOneItem() {
    let many = many()
    var changed = many
    changed[7000].title = "changed"
    // As a reload: another document.
    let new = changed.onDemand()
    let before = many.readItems
    let diff = ItemDiff(from: many, to: new)
    #expect(diff.changes.count == 1 && diff.changes[0] == (7000, 7000, .soft))
    #expect(diff.isInPlace)
    #expect(many.readItems - before <= 10)
    #expect(new.readItems <= 10)
  }

  @Test func anEditOfASharedListLooksAtLittle() {
    let many = many()
    var new = many
    new.insert(Item(title: "new"), at: 0)
    new.remove(at: 10_000)
    new[19_000].title = "changed"
    let before = many.readItems
    let diff = ItemDiff(from: many, to: new)
    #expect(diff.insertions == [0..<1] && diff.deletions == [9999..<10_000])
    #expect(diff.changes.count == 1)
    #expect(many.readItems - before <= 3 * 64)
  }

  @Test func changesFarApartReadLittle() {
    let many = many()
    var changed = many
    for index in [3, 9000, 19_990] { changed[index].title = "changed" }
    changed.insert(Item(title: "new"), at: 5000)
    changed.remove(at: 15_000)
    let new = changed.onDemand()
    let before = many.readItems
    let diff = ItemDiff(from: many, to: new)
    #expect(diff.changes.map(\.old) == [3, 9000, 19_990])
    #expect(diff.insertions == [5000..<5001] && diff.deletions == [14_999..<15_000])
    #expect(many.readItems - before <= 500)
    #expect(new.readItems <= 500)
  }

  @Test func itemsThatMovedInADocumentAreNotRead() {
    let many = many()
    let half = many.count / 2
    let moved = ItemList(many[half...] + many[..<half]).onDemand()
    let before = many.readItems
    let diff = ItemDiff(from: many, to: moved)
    #expect(diff.origin(of: 0) == half && diff.newIndex(of: 0) == half)
    #expect(diff.changes.isEmpty && diff.insertions.isEmpty && diff.deletions.isEmpty)
    // A few to see that nothing near is the same.
    #expect(many.readItems - before <= 50)
    #expect(moved.readItems <= 50)
  }
}
