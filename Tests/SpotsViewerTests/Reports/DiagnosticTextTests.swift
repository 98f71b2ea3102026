import Spots
import Testing

@testable import SpotsViewer

@Suite struct DiagnosticTextTests {
  private func text(_ document: String, firstLine: Int = 1, path: String = "a.json") -> String {
    var reader = ScreenReader()
    reader.firstLine = firstLine
    let reading = reader.read(Array(document.utf8))
    return DiagnosticText(path: path, showsExcerpt: false).text(reading.diagnostics)
  }

  @Test func aDocumentOfOneLineGetsThePathOfTheValue() {
    let message = "'step' expects a number, not the string 'x'"
    let line = #"{"components":[{"items":[{},{"step":"x"}]}]}"#
    let member = "(components[0].items[1].step)"
    #expect(text(line) == "a.json:1:37: error: \(message) \(member)\n")
    #expect(text(line + "\n", firstLine: 7) == "a.json:7:37: error: \(message) \(member)\n")
    let lines = "{\n\"components\":[\n  {\"items\":[\n    {\"step\":\"x\"}]}]}"
    #expect(text(lines) == "a.json:4:13: error: \(message)\n")
    let long = #"  "note": "\#(String(repeating: "a", count: 300))", "step": "x"}"#
    #expect(text("[{\"items\":[{\n\(long)]}]").contains(" ([0].items[0].step)\n"))
  }

  @Test func placesThatAreNotKnownAreNotMadeUp() {
    let fault = Diagnostic(
      severity: .warning, code: .missingImage, line: 0, column: 0, path: "/components/0/items/3",
      message: "image 'a': no such file")
    #expect(
      DiagnosticText(path: "-", showsExcerpt: false).text([fault])
        == "-: warning: image 'a': no such file (components[0].items[3])\n")
    #expect(
      DiagnosticText(path: "", showsExcerpt: false).text([fault])
        == "warning: image 'a': no such file (components[0].items[3])\n")
  }
}
