import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct AnswerHeadTests {
  private func head(_ lines: [String]) -> AnswerHead {
    var head = AnswerHead()
    for line in lines {
      let goesOn = head.take(line + "\r\n")
      #expect(goesOn)
    }
    return head
  }

  @Test func statusAndHeadersAreTaken() {
    let head = head([
      "HTTP/1.1 302 Found", "ETag: \"a\"", "LAST-MODIFIED:  Mon ", "location: /x", "Server: none",
    ])
    #expect(head.status == 302)
    #expect(head.validators == Validators(entityTag: "\"a\"", lastModified: "Mon"))
    #expect(head.location == "/x")
    #expect(head.encoding == nil)
  }

  @Test func anotherStatusStartsAnew() {
    let head = head(["HTTP/1.1 100 Continue", "ETag: x", "HTTP/2 200", "Content-Encoding: gzip"])
    #expect(head.status == 200)
    #expect(head.validators.isEmpty)
    #expect(head.encoding == "gzip")
  }

  @Test func identityIsNoEncoding() {
    #expect(head(["HTTP/1.1 200 OK", "Content-Encoding: identity"]).encoding == nil)
  }

  @Test func streamsAreToldByTheirType() {
    for (type, status, isStream) in [
      ("text/event-stream", 200, true), ("Text/Event-Stream ;charset=utf-8", 200, true),
      ("text/event-stream", 503, false), ("text/event-streams", 200, false),
      ("text/plain", 200, false), ("", 200, false),
    ] {
      let lines = ["HTTP/1.1 100 Continue", "", "HTTP/1.1 \(status) X", "Content-Type: \(type)"]
      #expect(!head(lines).isComplete)
      #expect(head(lines + [""]).isComplete)
      #expect(head(lines).isEventStream == isStream, "\(type)")
    }
  }

  @Test func linesAreToldByTheirTypeOrAsTextWithoutLength() {
    for (headers, areLines, mayBeLines) in [
      (["Content-Type: application/x-ndjson"], true, false),
      (["Content-Type: Application/JSONL; charset=utf-8"], true, false),
      (["Content-Type: application/json-seq"], true, false),
      (["Content-Type: application/json"], false, false),
      (["Content-Type: text/plain"], false, true),
      (["Content-Length: 5", "Content-Type: text/plain"], false, false),
    ] {
      let head = head(["HTTP/1.1 200 OK"] + headers + [""])
      #expect(head.areLines == areLines && head.mayBeLines == mayBeLines, "\(headers)")
    }
    #expect(WebAddress("http://a/b.JSONL?c")?.namesLines == true)
    #expect(WebAddress("http://a/b.json")?.namesLines == false)
  }

  @Test func thereIsAnEnd() {
    var head = AnswerHead()
    let line = "X: " + String(repeating: "a", count: 10_000)
    var count = 0
    while count < 100, head.take(line) { count += 1 }
    #expect(count == AnswerHead.limit / line.utf8.count)
  }

  @Test func valuesHaveNoControlCharacters() {
    #expect(head(["HTTP/1.1 200 OK", "ETag: a\u{1}b\u{7F}"]).validators.entityTag == "ab")
  }
}

@Suite struct CertificateFilesTests {
  private func files(_ environment: [String: String]) -> CertificateFiles {
    CertificateFiles { environment[$0] }
  }

  @Test func theEnvironmentNamesThemAsForCurlAndOpenSSL() {
    #expect(files([:]).file == nil && files([:]).folder == nil)
    let both = files(["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"])
    #expect(both.file == "/f" && both.folder == "/d")
    let own = files(["CURL_CA_BUNDLE": "/c", "SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"])
    #expect(own.file == "/c" && own.folder == nil)
    #expect(files(["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/f"]).file == "/f")
  }
}
