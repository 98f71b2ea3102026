import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct ServerEventsTests {
  /// The events of a stream, abbreviated; its bytes arrive in pieces of the sizes `pieces` gives.
  private func events(
    _ bytes: [UInt8], pieces: () -> Int = { .max }, limit: Int = 1000
  ) -> [String] {
    var parser = ServerEventParser(identifier: "0", limit: limit)
    var (rest, events) = (bytes[...], [ServerEvent]())
    while !rest.isEmpty {
      let piece = rest.prefix(pieces())
      events += parser.append(Array(piece))
      rest = rest[piece.endIndex...]
    }
    return events.map { event in
      let data = event.data.map { String(decoding: $0, as: UTF8.self) } ?? "too large"
      return "\(event.name)|\(data)|\(event.identifier)\(event.isLine ? "" : " no line")"
    } + ["last \(parser.identifier), again after \(parser.retryTime ?? -1)"]
  }

  /// They include the examples of the HTML standard.
  @Test func eventsAreThoseOfTheStandard() {
    let streams: [(text: String, events: [String], end: String)] = [
      ("", [], "0"),
      ("data: a", [], "0"),
      ("data: a\n", [], "0"),
      ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message|YHOO\n+2\n10|0"], "0"),
      (
        ": test\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n",
        ["message|first|1", "message|second|", "message| third|"], ""
      ),
      ("data\n\ndata\ndata\n\ndata:", ["message||0 no line", "message|\n|0 no line"], "0"),
      ("data:test\n\ndata: test\n\n", ["message|test|0", "message|test|0"], "0"),
      ("event: add\ndata: 1\n\ndata: 2\n\n", ["add|1|0 no line", "message|2|0"], "0"),
      ("event: message\ndata: 1\n\nevent: x\n\ndata: 2\n\n", ["message|1|0", "message|2|0"], "0"),
      // An event without data still says where to resume.
      ("id: 7\n\nid: 8\ndata: cut", [], "7"),
      ("id: 7\u{0}\ndata: a\n\n", ["message|a|0"], "0"),
      ("Data: a\n data: b\ndata : c\nfoo: d\nfoo\n\n", [], "0"),
      ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", ["message|a|0"], "0"),
      ("\u{FEFF}\u{FEFF}data: a\n\n\u{FEFF}", [], "0"),
      ("a\n\u{FEFF}\ndata: ü😀\n\n", ["message|ü😀|0"], "0"),
    ]
    for (text, expected, end) in streams {
      #expect(events(Array(text.utf8)) == expected + ["last \(end), again after -1.0"], "\(text)")
    }
    for (text, time) in [("10", 0.01), ("2500", 2.5), ("1e3", -1), ("-1", -1), ("", -1)] {
      #expect(events(Array("retry: \(text)\n".utf8)) == ["last 0, again after \(time)"])
    }
  }

  @Test func doneIsNoLine() {
    for text in ["[DONE]", " [DONE] "] {
      #expect(events(Array("data: \(text)\n\n".utf8))[0].hasSuffix("no line"))
    }
    #expect(!events(Array("data: [DONE]]\n\n".utf8))[0].hasSuffix("no line"))
  }

  @Test func linesCountAsEvents() {
    var parser = ServerEventParser(areLines: true)
    let text = "\u{1E}{\"a\":1}\nnoise\n\n{\"b\":2}\r\n[DONE]\n{\"c\":3}"
    var events = parser.append(Array(text.utf8))
    events += [parser.finish()].compactMap(\.self)
    #expect(events.map(\.line) == [1, 2, 4, 5, 6])
    #expect(events.map(\.isLine) == [true, true, true, false, true])
  }

  /// Neither the kind of line endings nor the sizes of pieces make a difference.
  @Test func eventsDependOnNothingElse() {
    let lines = [
      "data", "data:", "data: {\"a\":1}", "data:x: y", ":", ": comment", "id: 1", "id:2",
      "event: e",
      "retry: 5", "data: ü", "other: z", "", "", "",
    ]
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      var (plain, mixed) = (random.next() % 4 == 0 ? "\u{FEFF}" : "", [UInt8]())
      mixed += plain.utf8
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let line = lines.randomElement(using: &random)!
        // A line feed would belong to a carriage return before it.
        let ends = line.isEmpty && mixed.last == 0x0D ? ["\r", "\r\n"] : ["\n", "\r", "\r\n"]
        let end = ends.randomElement(using: &random)!
        plain += line + "\n"
        mixed += (line.isEmpty && mixed.last == 0x0D && end == "\r\n" ? "\r" : line + end).utf8
      }
      let whole = events(Array(plain.utf8))
      let cut = events(mixed) { Int.random(in: 1...5, using: &random) }
      #expect(cut == whole, "seed \(seed)")
    }
  }

  @Test func whatIsTooLargeCostsOnlyItself() {
    let long = String(repeating: "x", count: 250)
    let streams = [
      "data: \(long)\ndata: \(long)\n\n", "data: \(long)\(long)\n\n", "id: \(long)\(long)\n\n",
    ]
    for text in streams {
      let bytes = Array((text + ": \(long)\(long)\nid: 2\ndata: next\n\n").utf8)
      let expected = ["message|too large|0", "message|next|2", "last 2, again after -1.0"]
      #expect(events(bytes, pieces: { 7 }, limit: 400) == expected)
    }
  }
}
