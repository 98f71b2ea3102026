import Spots
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
    let isRefused = reading.diagnostics.contains { $0.code == .syntax || $0.code == .limit }
    #expect(reading.screen == nil ? reading.hasErrors : !isRefused)
    let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
    for diagnostic in reading.diagnostics {
      #expect((1...lines).contains(diagnostic.line))
      #expect((1...bytes.count + 1).contains(diagnostic.column))
      #expect(!diagnostic.message.isEmpty)
    }
    guard let screen = reading.screen else { return }
    #expect(reading.sourceMap.component(screen.components.count) == nil)
    for (index, component) in screen.components.enumerated() {
      #expect(reading.sourceMap.component(index) != nil)
      #expect((component.header == nil) == (reading.sourceMap.header(ofComponent: index) == nil))
      #expect((component.footer == nil) == (reading.sourceMap.footer(ofComponent: index) == nil))
      let last = component.items.count
      #expect(reading.sourceMap.item(last, inComponent: index) == nil)
      #expect(last == 0 || reading.sourceMap.item(last - 1, inComponent: index) != nil)
    }
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
