import SpotsModel
import Testing

/// Whatever happens to the bytes of a document, reading gives a result that keeps its promises.
@Suite struct RobustnessTests {
  static let documents = [
    #"""
    {"components":[{"title":"Hyper iOS","type":"list","span":"1","items":[{"title":"John é🙂",
    "subtitle":"Build","type":"profile","image":"{image url}","action":"profile:1",
    "meta":{"nationality":"Apple"}}]}]}
    """#,
    #"""
    {"$schema":"s","title":"W","theme":{"accent":"#2458D6"},"components":[{"header":{"title":"H",
    "kind":"header"},"kind":"grid","layout":{"span":3.5e0,"items-per-row":2,"inset":{"top":8},
    "page-indicator":"below","dynamic-span":true},"interaction":{"paginate":"page"},
    "items":[{"identifier":17,"size":{"width":88},"relations":{"a":[{}]},"model":null},
    {"children":[{"items":[]}],"text":"\u00e9\n\uD83D\uDE42"}]}],"meta":{"a":[1,-2.5,null]}}
    """#,
    "// a\n[\n\t{ /* é */ \"items\" : [ {\"title\":\"x\",}, ], },\r\n]\n",
  ]

  private func check(_ bytes: [UInt8], _ dialect: ScreenReader.Dialect) {
    let reading = ScreenReader(
      dialect: dialect, itemKinds: ["header"], componentKinds: ["list", "grid"]
    ).read(bytes)
    if let fault = fault(reading, bytes) {
      Issue.record("\(fault): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// The promise that `reading` breaks; nil when it keeps them all.
  private func fault(_ reading: ParsedScreen, _ bytes: [UInt8]) -> String? {
    let isRefused = reading.diagnostics.contains { $0.code == .syntax || $0.code == .limit }
    guard reading.screen == nil ? reading.hasErrors : !isRefused else { return "refused or not" }
    let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
    for diagnostic in reading.diagnostics {
      let isInside =
        (1...lines).contains(diagnostic.line) && (1...bytes.count + 1).contains(diagnostic.column)
      if !isInside || diagnostic.message.isEmpty { return "\(diagnostic)" }
    }
    guard let screen = reading.screen else { return nil }
    let map = reading.sourceMap
    if map.component(screen.components.count) != nil { return "one component too many" }
    for (index, component) in screen.components.enumerated() {
      let last = component.items.count
      let isKnown =
        map.component(index) != nil
        && (component.header == nil) == (map.header(ofComponent: index) == nil)
        && (component.footer == nil) == (map.footer(ofComponent: index) == nil)
        && (map.item(last, inComponent: index) == nil)
          == (last > 0 || component.rows.item == nil)
        && (last == 0 || map.item(last - 1, inComponent: index) != nil)
      if !isKnown { return "positions of component \(index)" }
    }
    return nil
  }

  private func eachDocument(_ body: ([UInt8], ScreenReader.Dialect) -> Void) {
    for document in Self.documents {
      body(Array(document.utf8), document.hasPrefix("/") ? .jsonc : .json)
    }
  }

  @Test func theDocumentsAreSound() {
    eachDocument { bytes, dialect in
      #expect(!ScreenReader(dialect: dialect).read(bytes).hasErrors)
    }
  }

  @Test func everyTruncationIsAnError() {
    eachDocument { bytes, dialect in
      let end = bytes.lastIndex { $0 > 0x20 } ?? 0
      for length in 0...end {
        let cut = Array(bytes[..<length])
        check(cut, dialect)
        #expect(ScreenReader(dialect: dialect).read(cut).screen == nil)
      }
    }
  }

  @Test func everyChangeOfAByteIsSurvived() {
    let replacements: [UInt8] =
      Array("\"\\/{}[],:0-+.eEtfnu'#*a ".utf8) + [
        0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x7F, 0x80, 0xBF, 0xC2, 0xE2, 0xED, 0xF0, 0xFF,
      ]
    eachDocument { bytes, dialect in
      var changed = bytes
      for index in bytes.indices {
        for replacement in replacements {
          changed[index] = replacement
          check(changed, dialect)
        }
        changed[index] = bytes[index]
      }
    }
  }

  @Test func everyBitFlipAndEveryRemovalIsSurvived() {
    eachDocument { bytes, dialect in
      for index in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[index] ^= 1 << UInt8(bit)
          check(changed, dialect)
        }
        var shorter = bytes
        shorter.remove(at: index)
        check(shorter, dialect)
      }
    }
  }
}
