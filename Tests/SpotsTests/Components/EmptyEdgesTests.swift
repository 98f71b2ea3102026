import Testing

@testable import Spots

/// A header or footer with nothing to show is none, however a document spells it.
@Suite @MainActor struct EmptyEdgesTests {
  private func rig(_ component: String) throws -> ScreenRig {
    let reading = ScreenReader().read(Array("[{\(component),\"items\":[{\"title\":\"A\"}]}]".utf8))
    #expect(!reading.hasErrors, "\(component)")
    let rig = ScreenRig([], size: Size(width: 400, height: 600))
    rig.controller.reload(try #require(reading.screen), animation: .none)
    rig.settle()
    return rig
  }

  @Test func everySpellingOfNoneTakesNoRoom() throws {
    let spellings = [
      "null", "{}", #""""#, #"{"title":""}"#, #"{"title":" \u00a0"}"#, #"{"title":null}"#,
      #"{"title":"","subtitle":"","text":"","image":"","action":null,"meta":{},"index":0}"#,
      #"{"kind":"header","title":""}"#, #"{"kind":"footer","size":{"width":0,"height":0}}"#,
      #""header""#, #""default-footer-view""#, #"{"identifier":"h","relations":{}}"#,
      #"{"kind":"unknown","title":""}"#,
    ]
    for spelling in spellings {
      for component in [#""header":\#(spelling)"#, #""footer":\#(spelling)"#] {
        let geometry = try rig(component).components[0].geometry
        #expect(
          geometry.headerFrame(inner: 0) == nil && geometry.footerFrame == nil, "\(component)")
        #expect(geometry.frame(ofItem: 0).y == 0)
      }
    }
    for component in [#""title":"""#, #""title":"","header":"header""#, #""title":null"#] {
      #expect(try rig(component).components[0].geometry.headerFrame(inner: 0) == nil)
    }
  }

  @Test func whatIsSeenOrUsedStays() throws {
    let edges = [
      #"{"title":"T"}"#, #"{"subtitle":"S"}"#, #"{"size":{"height":20}}"#, #"{"action":"a"}"#,
      #"{"meta":{"actionTitle":"All"}}"#, #"{"image":"a.png"}"#,
    ]
    for edge in edges {
      let geometry = try rig(#""header":\#(edge)"#).components[0].geometry
      #expect(geometry.headerFrame(inner: 0) != nil, "\(edge)")
    }
  }

  @Test func anEmptyHeaderCanBeFilledLater() throws {
    let rig = try rig(#""header":{"title":""}"#)
    try rig.controller.component(at: 0)?.change(animation: .none) { edit in
      edit.update { $0.header?.title = "T" }
    }
    rig.settle()
    #expect(rig.components[0].geometry.headerFrame(inner: 0) != nil)
  }
}
