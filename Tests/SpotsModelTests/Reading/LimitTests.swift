import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct LimitTests {
  private func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
    let head = String(repeating: open, count: depth)
    return Array((head + "0" + String(repeating: close, count: depth)).utf8)
  }

  @Test func bracketsNest128TimesAndNotOnceMore() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let fits = ScreenReader().read(
        Array(#"{"components":[],"meta":{"v":"#.utf8) + nested(126, open, close)
          + Array("}}".utf8))
      #expect(fits.diagnostics == [])
      let tooDeep = ScreenReader().read(
        Array(#"{"components":[],"meta":{"v":"#.utf8) + nested(127, open, close)
          + Array("}}".utf8))
      #expect(tooDeep.diagnostics.map(\.code) == [.limit])
      #expect(tooDeep.diagnostics.first?.column == 30 + 126 * open.count)
      #expect(tooDeep.screen == nil)
    }
  }

  @Test func depthCountsInEveryPlace() {
    let unknown = Array(#"{"components":[],"x":"#.utf8) + nested(127, "[", "]") + [0x7D]
    #expect(ScreenReader().read(unknown).diagnostics.map(\.code) == [.unknownKey])
    let deep = Array(#"{"components":[],"x":"#.utf8) + nested(128, "[", "]") + [0x7D]
    #expect(ScreenReader().read(deep).diagnostics.last?.code == .limit)
    let children = String(repeating: #"[{"items":[{"children":"#, count: 40)
    #expect(ScreenReader().read(Array(children.utf8)).diagnostics.last?.code == .limit)
    let endless = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
    #expect(ScreenReader().read(endless).diagnostics.map(\.code) == [.limit])
  }

  @Test func chartsHaveSoManySeriesAndMarks() throws {
    func list(_ count: Int, _ element: String) -> String {
      Array(repeating: element, count: count).joined(separator: ",")
    }
    func read(_ more: Int) -> (chart: Chart?, messages: [String]) {
      let text =
        #"[{"items":[{"chart":{"series":[\#(list(64 + more, #"{"values":[1]}"#))],"#
        + #""thresholds":[\#(list(100 + more, #"{"value":1}"#))]}}]}]"#
      let reading = ScreenReader().read(Array(text.utf8))
      return (reading.screen?.components[0].items[0].chart, reading.diagnostics.map(\.message))
    }
    #expect(read(0).messages == [])
    let (chart, messages) = read(1)
    #expect(chart?.series.count == 64 && chart?.thresholds.count == 100)
    #expect(
      messages == [
        "a chart has at most 64 series; the others are left out",
        "a chart has at most 100 thresholds; the others are left out",
      ])
  }

  @Test func tooManyBytesAreRefused() {
    var reader = ScreenReader()
    #expect(reader.maximumBytes == 512 * 1024 * 1024)
    reader.maximumBytes = 1 << 20
    let blanks = [UInt8](repeating: 0x20, count: (1 << 20) - 2) + Array("[]".utf8)
    #expect(reader.read(blanks).screen == Screen())
    let reading = reader.read([0x20] + blanks)
    #expect(reading.screen == nil)
    #expect(reading.diagnostics.map(\.code) == [.limit])
    #expect(reading.diagnostics.first?.message == "the document is larger than 1 MiB")
  }

  @Test func numbersOfAnySizeGiveFiniteLayouts() throws {
    let huge = "1" + String(repeating: "0", count: 400)
    let numbers = [
      "1e308", "-1e308", "-1", "0", "1e-320", "9223372036854775808", huge, "-\(huge)", "1e400",
      "\"1e999\"", "-0.0",
    ]
    for number in numbers {
      let text = """
        [{"span":\(number),"size":{"width":\(number),"height":\(number)},"layout":{\
        "span":\(number),"item-spacing":\(number),"line-spacing":\(number),\
        "items-per-row":\(number),"inset":{"top":\(number),"left":\(number),\
        "bottom":\(number),"right":\(number)}},\
        "items":[{"size":{"width":\(number),"height":\(number)}}]}]
        """
      let component = try #require(ScreenReader().read(Array(text.utf8)).screen?.components.first)
      let layout = component.layout
      let lengths = [
        layout.itemSpacing, layout.lineSpacing, layout.inset.top, layout.inset.left,
        layout.inset.bottom, layout.inset.right, component.size.width, component.size.height,
        component.items[0].size.width, component.items[0].size.height,
      ]
      #expect(lengths.allSatisfy { (0...1e7).contains($0) }, "\(number)")
      #expect((0...1e6).contains(layout.span))
      #expect((1...1000).contains(layout.itemsPerRow))
    }
  }

  // MARK: Components

  /// A reader of at most ten components.
  private func few() -> ScreenReader {
    var reader = ScreenReader()
    reader.maximumComponents = 10
    reader.onDemandBytes = 0
    return reader
  }

  private func components(_ count: Int) -> String {
    Array(repeating: "{}", count: count).joined(separator: ",")
  }

  @Test func aHundredThousandComponentsAndNotOnceMore() {
    #expect(Screen.maximumComponents == 100_000)
    let fits = ScreenReader().read(Array("[\(components(100_000))]".utf8))
    #expect(fits.diagnostics == [])
    #expect(fits.componentCount == 100_000)
    let tooMany = ScreenReader().read(Array("[\(components(100_003))]".utf8))
    #expect(tooMany.screen?.components.count == 100_000)
    #expect(tooMany.diagnostics.map(\.code) == [.limit])
    #expect(tooMany.diagnostics.first?.severity == .error)
    #expect(tooMany.diagnostics.first?.column == 2 + 3 * 100_000)
    #expect(tooMany.diagnostics.first?.path == "/100000")
  }

  @Test func whatIsLeftOutIsStillChecked() {
    let text = "[\(components(10)),{\"items\":[}]"
    #expect(few().read(Array(text.utf8)).diagnostics.last?.code == .syntax)
    #expect(few().read(Array(text.utf8)).screen == nil)
  }

  @Test func componentsInsideItemsCountToo() {
    let inner = "{\"items\":[{\"children\":[\(components(4))]}]}"
    let fits = few().read(Array("[\(inner),\(inner)]".utf8))
    #expect(fits.diagnostics == [])
    #expect(fits.componentCount == 10)
    let reading = few().read(Array("[\(inner),\(inner),{}]".utf8))
    #expect(reading.screen?.components.count == 2)
    #expect(reading.diagnostics.map(\.path) == ["/2"])
    let nested = few().read(Array("[{},{},{},\(inner),\(inner)]".utf8))
    #expect(
      nested.screen?.components.map { $0.items.first?.children.count } == [nil, nil, nil, 4, 1])
    #expect(nested.diagnostics.map(\.path) == ["/4/items/0/children/1"])
  }

  /// Items of large documents are read on demand; that must not hide components inside them.
  @Test func itemsThatAreReadOnDemandCountToo() {
    let text = String(repeating: "t", count: 600)
    let inner = "{\"items\":[{\"text\":\"\(text)\",\"children\":[\(components(4))]}]}"
    // Five components each; of the last two the limit is met between items, and inside of one.
    for (count, more) in [(1, ""), (2, ""), (3, ""), (2, "{},{},{},")] {
      let document = Array(
        "[\(more)\(Array(repeating: inner, count: count).joined(separator: ","))]".utf8)
      let (eager, lazy) = (few().read(document), few().readOnDemand(document))
      #expect(eager.screen == lazy.screen)
      #expect(eager.componentCount == lazy.componentCount)
      #expect(lazy.areItemsChecked == !more.isEmpty)
      #expect(lazy.diagnostics.map(\.code) == (count < 3 && more.isEmpty ? [] : [.limit]))
      #expect(few().diagnostics(of: document).diagnostics == eager.diagnostics)
    }
  }

  @Test func hostileDocumentsTakeLinearTime() {
    let key = String(repeating: "k", count: 200_000)
    let duplicates = (0..<20_000).map { "\"\($0 % 100)\":0" }.joined(separator: ",")
    let documents = [
      "[{\"\(key)\":1,\"meta\":{\"\(key)\":{\(duplicates)}}}]",
      "[{\(duplicates)}]",
      "{\"components\":[],\"meta\":{\"a\":" + String(repeating: "9", count: 200_000) + "}}",
      "{\"components\":[],\"meta\":{\"a\":0." + String(repeating: "9", count: 200_000) + "}}",
      "[{\"kind\":\"" + String(repeating: "\\u0041", count: 50_000) + "\"}]",
    ]
    let clock = ContinuousClock()
    for document in documents {
      let bytes = Array(document.utf8)
      var screen: Screen?
      let time = clock.measure {
        screen = ScreenReader(componentKinds: ["list"]).read(bytes).screen
      }
      #expect(screen != nil)
      #expect(time < Allowance.elapsed(.seconds(5)))
    }
  }
}
