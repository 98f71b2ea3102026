import SpotsModelTestSupport
import Synchronization
import Testing

@testable import SpotsModel

/// Rows that a program keeps.
@Suite struct ProgramRowsTests {
  private struct Track: Encodable {
    var id: Int
    var title: String
  }

  private final class Tracks: RowProvider {
    let all: Mutex<[Track]>
    let reads = Mutex<[Int]>([])

    init(_ count: Int) {
      all = Mutex((0..<count).map { Track(id: $0, title: "t\($0)") })
    }

    var count: Int { all.withLock { $0.count } }

    func row(at index: Int) -> (any Encodable)? {
      reads.withLock { $0.append(index) }
      return all.withLock { $0.indices.contains(index) ? $0[index] : nil }
    }

    var values: [JSONValue] {
      all.withLock { $0.map { ["id": .integer($0.id), "title": .string($0.title)] } }
    }

    /// Makes a change, and returns it.
    func change(_ random: inout SplitMix64) -> RowChange {
      func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
      return all.withLock { tracks in
        let start = below(tracks.count + 1)
        let range = start..<start + below(min(tracks.count - start, 3) + 1)
        switch below(4) {
        case 0:
          let new = (0..<below(4)).map { _ in Track(id: below(1 << 30), title: "new") }
          tracks.insert(contentsOf: new, at: start)
          return .inserted(start..<start + new.count)
        case 1:
          tracks.removeSubrange(range)
          return .removed(range)
        case 2:
          for index in range { tracks[index].title += "!" }
          return .changed(range)
        default:
          let moved = tracks[range]
          tracks.removeSubrange(range)
          let place = below(tracks.count + 1)
          tracks.insert(contentsOf: moved, at: place)
          return .moved(range, to: place)
        }
      }
    }
  }

  private static let screen = """
    {"data":null,"components":[{"each":"/tracks","key":"id","item":{"title":"{title}"}},
    {"each":"/tracks","where":"id % 2 == 0","sort":["-title"],"item":{"title":"{id}"}}]}
    """

  /// After each change the list is that of the program's rows, and the screen, and the difference
  /// that is told, are those of a screen whose data has the rows.
  @Test func changesLeadToTheRowsOfTheProgram() throws {
    let reader = ScreenReader()
    let screen = try #require(reader.read(Array(Self.screen.utf8)).screen)
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let tracks = Tracks(Int.random(in: 0..<40, using: &random))
      let data = DataValue.object(["tracks": .rows(RowList(tracks))])
      var binding = try #require(ScreenBinding(screen, data: ScreenData(data), reader: reader))
      for step in 0..<30 {
        var edited = EditedScreen(screen, binding)
        let changes = (0...Int.random(in: 0..<3, using: &random)).map { _ in
          tracks.change(&random)
        }
        try edited.follow(changes, at: "/tracks")
        let result = edited.result(reader)
        let whole = DataValue(.object(["tracks": .array(tracks.values)]))
        let expected = ScreenBinding(screen, data: ScreenData(whole), reader: reader)
        guard case .rows(let rows)? = result.binding?.data.value[pointer: ["tracks"]],
          rows.map(\.value) == tracks.values,
          result.screen.components == expected?.screen.components,
          result.diff.fault(from: binding.screen, to: result.screen) == nil
        else {
          Issue.record("seed \(seed), step \(step): \(changes)")
          return
        }
        binding = try #require(result.binding)
      }
    }
  }

  /// Thousands of changes leave rows as fast to find as before, and what has not changed is known.
  @Test func rowsGetNewNumbersAfterManyChanges() throws {
    let tracks = Tracks(20_000)
    var (list, before) = (RowList(tracks), RowList())
    for index in 0..<4500 {
      tracks.all.withLock { $0[index * 4].title = "changed" }
      before = list
      list = try #require(list.programRows?.follow([.changed(index * 4..<index * 4 + 1)]))
      let run = list.equalRun(0, before, 0, step: 1, atMost: 20_000)
      guard run == index * 4 else {
        Issue.record("\(run) of \(index * 4)")
        return
      }
    }
    #expect(list.map(\.value) == tracks.values)
  }

  /// One row that has changed is one item that has, and no other row is encoded for that.
  @Test func aChangedRowIsOneChangedItem() throws {
    let reader = ScreenReader()
    let text = #"{"data":null,"components":[{"each":"","key":"id","item":{"title":"{title}"}}]}"#
    let screen = try #require(reader.read(Array(text.utf8)).screen)
    let tracks = Tracks(100_000)
    let data = ScreenData(.rows(RowList(tracks)))
    let binding = try #require(ScreenBinding(screen, data: data, reader: reader))
    #expect(binding.screen.components[0].items[500].title == "t500")
    tracks.all.withLock { $0[500].title = "new" }
    tracks.reads.withLock { $0 = [] }
    var edited = EditedScreen(screen, binding)
    try edited.follow([.changed(500..<501)], at: "")
    let result = edited.result(reader)
    let (old, new) = (binding.screen.components[0].items, result.screen.components[0].items)
    let diff = ItemDiff(from: old, to: new)
    #expect(diff.changes.map(\.new) == [500] && diff.isInPlace)
    #expect(tracks.reads.withLock { Set($0) } == [500])
  }

  @Test func changesThatDoNotFitAreRefused() throws {
    let list = RowList(encoding: [1, 2, 3])
    #expect(list.map(\.value) == [1, 2, 3])
    let source = try #require(list.programRows)
    for change in [
      RowChange.removed(2..<4), .inserted(4..<5), .changed(-1..<1), .moved(0..<2, to: 2),
      .moved(1..<9, to: 0),
    ] {
      #expect(source.follow([change]) == nil, "\(change)")
    }
    #expect(list.map(\.value) == [1, 2, 3])
    #expect(RowList(encoding: [Double.nan]).map(\.value) == [.null])
  }
}
