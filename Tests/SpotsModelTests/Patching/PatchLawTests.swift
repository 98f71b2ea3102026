import Testing

@testable import SpotsModel

/// However a screen is changed line by line, it is the one that the changed document describes.
@Suite struct PatchLawTests {
  /// After each line the screen is that of a document which is changed as a whole; a line that is
  /// refused leaves it as it was. What is wrong after one operation may be right after the next one
  /// inside the same part, since they are made together.
  @Test func streamsGiveTheScreenOfTheirDocument() throws {
    var applied = 0
    for seed in 0..<10_000 as Range<UInt64> {
      var patches = RandomPatches(seed: seed)
      let start = patches.screen()
      var reference = PatchReference(start)
      var stream = PatchedStream(start)
      for _ in 0..<(seed % 8 == 0 ? 6 : 1) {
        let line = try patches.line(for: &reference)
        let isApplied = stream.apply(line)
        var whole = reference
        whole.checksEachOperation = false
        let isSame = isApplied == reference.apply(line) && stream.edited.screen == reference.screen
        if !isSame, whole.apply(line) { reference = PatchReference(whole.screen) }
        guard isSame || isApplied && stream.edited.screen == reference.screen else {
          Issue.record("seed \(seed): \(line), \(stream.refusal?.description ?? "applied")")
          return
        }
        applied += isApplied ? 1 : 0
      }
      if let fault = stream.fault(since: start) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
    // The lines are not mostly nonsense.
    #expect(applied > 6000)
  }

  /// A truncated line changes nothing and does no harm.
  @Test func noBeginningOfALineIsAChange() throws {
    var patches = RandomPatches(seed: 1)
    var reference = PatchReference(patches.screen())
    for _ in 0..<40 {
      var writer = JSONWriter()
      writer.value(try patches.line(for: &reference))
      for count in 0..<writer.bytes.count {
        guard case .success? = ScreenReader().readPatch(Array(writer.bytes[..<count]))?.result
        else { continue }
        Issue.record("\(count) bytes of \(writer.text)")
        return
      }
    }
  }
}

/// A screen that is changed line by line.
struct PatchedStream {
  var edited: EditedScreen
  let index = IdentifierIndex()
  /// Why the last line was not applied; nil when it was.
  private(set) var refusal: PatchError?

  init(_ screen: Screen) { edited = EditedScreen(screen) }

  mutating func apply(_ line: JSONValue) -> Bool {
    var writer = JSONWriter()
    writer.value(line)
    do throws(PatchError) {
      guard let parsed = ScreenReader().readPatch(writer.bytes) else { throw .noChange }
      try parsed.result.get().apply(to: &edited, index: index, reader: ScreenReader())
      refusal = nil
    } catch {
      refusal = error
    }
    return refusal == nil
  }

  /// A false claim about the changes since `old`; nil when there is none.
  func fault(since old: Screen) -> String? {
    let known = edited.result(ScreenReader()).diff
    guard let touched = known.touched else { return nil }
    let new = edited.screen.components
    guard known.origins.count == new.count else { return "the number of components" }
    for (index, origin) in known.origins.enumerated() {
      guard let origin else { continue }
      guard touched.contains(index) else {
        if new[index] != old.components[origin] { return "component \(index) is untouched" }
        continue
      }
      guard let diff = known.diffs[index] else { continue }
      let (before, after) = (old.components[origin].items, new[index].items)
      guard diff.oldCount == before.count, diff.newCount == after.count else { return "counts" }
      for place in after.indices {
        guard let source = diff.origin(of: place) else { continue }
        let change = diff.changes.first { $0.new == place }
        if ItemDiff.Change(from: before[source], to: after[place]) != change?.change {
          return "item \(place) of \(index)"
        }
      }
    }
    return nil
  }
}
