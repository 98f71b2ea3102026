import Foundation
import Testing

@testable import Spots
@testable import SpotsViewer

/// What the lines of a stream make of a page, without a window.
@Suite @MainActor struct PageUpdaterTests {
  private let session: Session
  private var reader: StreamUpdateReader

  init() throws {
    let context = try ViewerContext(test: "-")
    session = Session(context: context, size: Size(width: 400, height: 300))
    session.start(.empty("-", kinds: context.kinds))
    _ = session.renderFrame(at: 0)
    session.didShow()
    reader = StreamUpdateReader(path: "-", kinds: context.kinds)
  }

  /// The events of lines that come in one burst.
  private mutating func events(_ lines: String...) -> [String] {
    var events: [String] = []
    session.context.onEvent = { event in
      switch event {
      case .lineApplied(let number): events.append("\(number)")
      case .lineRefused(let number, let error): events.append("\(number) \(error)")
      case .snapshot(let document, _): events.append(String(decoding: document, as: UTF8.self))
      case .reloaded: events.append("reloaded")
      default: break
      }
    }
    var read: [StreamUpdate] = []
    for (index, line) in lines.enumerated() {
      read.append(reader.read(StreamedText(line: index + 1, bytes: Array(line.utf8))))
    }
    PageUpdater(session, session.page).receive(read)
    _ = session.renderFrame(at: 1)
    return events
  }

  private var titles: [String] {
    session.page.controller.components.flatMap { $0.model.items.map(\.title) }
  }

  @Test mutating func eachLineIsMadeOrNotAndAnswered() {
    let answers = events(
      #"{"title":"T","components":[{"identifier":"log"}]}"#,
      #"{"append":[{"identifier":1,"title":"one"},{"title":"two"}],"to":"log"}"#,
      #"{"patch":[{"op":"remove","path":"/components/0"},{"op":"remove","path":"/x"}]}"#,
      #"{"update":1,"with":{"title":"ONE"}}"#, #"{"snapshot":true}"#, #"{"remove":1}"#,
      #"{"set":"/title","value":"U"}"#)
    #expect(
      answers == [
        "reloaded", "1", "2", "3 /patch/1/path: there is no 'x'", "4",
        #"{"title":"T","components":[{"identifier":"log","items":[{"identifier":1,"title":"ONE"},"#
          + #"{"title":"two"}]}]}"#,
        "5", "6", "7",
      ])
    #expect(titles == ["two"])
    #expect(session.page.title == "U")
  }

  /// A screen can be made of nothing but changes, and they are not lost when nibs change.
  @Test mutating func changesBelongToTheDocument() {
    let answers = events(
      #"{"append":[{"identifier":"a","items":[{"title":"one"}]}]}"#,
      #"{"append":[{"title":"two"}],"to":"a"}"#)
    #expect(answers == ["1", "2"])
    #expect(session.page.file.reading.sourceMap == SourceMap())
    session.reload(session.page, session.page.file.withPresentNibs(kinds: session.context.kinds))
    #expect(titles == ["one", "two"])
  }

  /// The item at the top of the window stays there, and what was answered is kept.
  @Test mutating func placesAndAnswersAreKept() throws {
    let rows = (0..<40).map { #"{"identifier":\#($0),"title":"\#($0)","size":{"height":50}}"# }
    _ = events(
      #"{"components":[{"identifier":"l","items":[{"kind":"toggle","identifier":"t","name":"w"},"#
        + rows.joined(separator: ",") + "]}]}")
    let controller = session.page.controller
    controller.values["w"] = true
    controller.scroll(to: 510)
    _ = session.renderFrame(at: 2)
    let path = try #require(controller.path(at: Point(x: 50, y: 20)))
    let item = try #require(controller.item(at: path))
    _ = events(
      #"{"insert":[{"title":"new","size":{"height":50}}],"before":0}"#, #"{"remove":3}"#,
      #"{"insert":[{"title":"new","size":{"height":70}}],"before":"t"}"#)
    let now = try #require(controller.path(at: Point(x: 50, y: 20)))
    #expect(controller.item(at: now) == item)
    #expect(now.item == path.item.map { $0 + 1 })
    #expect(controller.values["w"] == true)
  }
}
