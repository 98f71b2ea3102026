import Foundation
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// What the lines of a stream make of a page, without a window.
@Suite @MainActor struct PageUpdaterTests {
  private let session: Session
  private var reader: StreamUpdateReader

  init() throws {
    (session, reader) = try ViewerContext.sessionOfStream()
  }

  /// The events of lines that come in one burst.
  private mutating func events(_ lines: String...) -> [String] {
    var events: [String] = []
    session.context.onEvent = { event in
      switch event {
      case .lineApplied(let number): events.append("\(number)")
      case .lineRefused(let number, let error): events.append("\(number) \(error)")
      case .snapshot(let document, _, _): events.append(String(decoding: document, as: UTF8.self))
      case .reloaded: events.append("reloaded")
      default: break
      }
    }
    var read: [StreamUpdate] = []
    for (index, line) in lines.enumerated() {
      read.append(reader.read(StreamedText(line: index + 1, bytes: Array(line.utf8))))
    }
    PageUpdater(session).receive(read)
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
    session.page.reload(session.page.file.with(NibFiles()))
    #expect(titles == ["one", "two"])
  }

  /// Lines change the data, and what depends on it; the document keeps its holes and its data.
  @Test mutating func linesChangeTheData() {
    let screen =
      #"{"data":{"cpu":1,"log":[]},"components":[{"identifier":"h","header":{"title":"{cpu} %"},"#
      + #""each":"/log","item":{"title":"{index}: {t} at {cpu}"},"empty":{"title":"none"}}]}"#
    #expect(events(screen) == ["reloaded", "1"] && titles == ["none"])
    let answers = events(
      #"{"append":[{"t":"a"},{"t":"{cpu}"}],"to":"/data/log"}"#,
      #"{"patch":[{"op":"add","path":"/data/log/0","value":{"t":"first"}}]}"#,
      #"{"set":"/data/cpu","value":41}"#, #"{"patch":[{"op":"remove","path":"/data/log/9"}]}"#,
      #"{"append":[{"title":"x"}],"to":"h"}"#,
      #"{"append":[{"items":[{"title":"of {cpu}"}]}]}"#, #"{"snapshot":true}"#)
    #expect(
      answers == [
        "1", "2", "3", "4 /patch/0/path: there is no 9; the end is 3",
        "5 /to: the items are made of data; add rows to '/data/log'", "6",
        #"{"data":{"cpu":1,"log":[]},"components":[{"identifier":"h","header":{"title":"{cpu} %"},"#
          + #""each":"/log","item":{"title":"{index}: {t} at {cpu}"},"empty":{"title":"none"}},"#
          + #"{"items":[{"title":"of {cpu}"}]}]}"#, "7",
      ])
    #expect(titles == ["0: first at 41", "1: a at 41", "2: {cpu} at 41", "of 41"])
    #expect(session.page.controller.components[0].model.header?.title == "41 %")
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

  /// The events of lines that come to a window, and the longest time the main thread was busy with
  /// them at once, in seconds of the processor; `act` is called while another thread works on one.
  private mutating func windowEvents(
    _ lines: [String], whileWorking act: () -> Void = {}
  ) throws -> (events: [String], longest: Double) {
    var events: [String] = []
    session.context.onEvent = { event in
      switch event {
      case .lineApplied(let number): events.append("\(number)")
      case .lineRefused(let number, let error): events.append("\(number) \(error)")
      default: break
      }
    }
    var read: [StreamUpdate] = []
    for (index, line) in lines.enumerated() {
      read.append(reader.read(StreamedText(line: index + 1, bytes: Array(line.utf8))))
    }
    let updater = PageUpdater(session)
    var longest = 0.0
    var hasActed = false
    updater.receive(read, for: 0)
    while updater.isBehind || updater.isWorking {
      if updater.isWorking {
        if !hasActed { act() }
        hasActed = true
        session.context.mailbox.wait(timeout: 1)
        _ = session.context.mailbox.drain()
      } else {
        longest = max(longest, ProcessorTime.of { updater.receive([], for: 0.008) })
      }
    }
    _ = session.renderFrame(at: 1)
    return (events, longest)
  }

  private static let tooMuch: String = {
    let meta = "/components/0/items/0/meta"
    let copies = (0..<40).map { #"{"op":"copy","from":"\#(meta)","path":"\#(meta)/k\#($0)"}"# }
    return #"{"patch":[\#(copies.joined(separator: ","))]}"#
  }()

  /// A line that is too much work is refused after another thread has tried, and those after it are
  /// made after it.
  @Test mutating func whatTakesLongIsWorkedOutElsewhere() throws {
    let long = String(repeating: "x", count: 200_000)
    let (events, longest) = try windowEvents([
      #"{"append":[{"identifier":"a","items":[{"identifier":"i","title":"one","meta":{"a":1}}]}]}"#,
      Self.tooMuch, #"{"update":"i","with":{"text":"\#(long)"}}"#,
      #"{"append":[{"title":"two"}],"to":"a"}"#, #"{"update":"i","with":{"title":"ONE"}}"#,
    ])
    #expect(events.count == 5)
    #expect([0, 2, 3, 4].map { events[$0] } == ["1", "3", "4", "5"])
    #expect(events[1].hasSuffix("the change is too much work: more than 64 MiB are written"))
    #expect(titles == ["ONE", "two"])
    #expect(session.page.controller.components[0].model.items[0].text.utf8.count == 200_000)
    #expect(longest < Allowance.of(0.05))
  }

  /// What changes the screen meanwhile is not lost: the line is made of the screen as it is then.
  @Test mutating func whatHappensMeanwhileComesFirst() throws {
    let long = String(repeating: "x", count: 200_000)
    let session = session
    let (events, _) = try windowEvents(
      [
        #"{"append":[{"identifier":"a","items":[{"identifier":"i"},{"identifier":"j"}]}]}"#,
        #"{"update":"i","with":{"text":"\#(long)","title":"one"}}"#,
      ],
      whileWorking: {
        session.page.controller.change(animation: .none) { edit in
          #expect(throws: Never.self) { try edit[0].move(from: 0, to: 1) }
        }
      })
    #expect(events == ["1", "2"])
    #expect(titles == ["", "one"])
  }

  /// A batch of lines ends after 8 ms, however many there are.
  @Test mutating func manySmallLinesLeaveTimeForOthers() throws {
    let lines =
      [#"{"append":[{"identifier":"a","items":[{"identifier":"i"}]}]}"#]
      + (0..<5000).map {
        switch $0 % 3 {
        case 0: #"{"append":[{"title":"\#($0)"}],"to":"a"}"#
        case 1: #"{"update":"i","with":{"title":"\#($0)"}}"#
        default: #"{"remove":"nothing"}"#
        }
      }
    let (events, longest) = try windowEvents(lines)
    #expect(events.count == 5001)
    #expect(longest < Allowance.of(0.05), "\(longest) s")
  }
}
