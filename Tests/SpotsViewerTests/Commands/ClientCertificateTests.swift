import Foundation
import SpotsTestSupport
import Testing

/// A server that lets in only whoever shows a certificate of its authority.
private final class CertifiedServer {
  let folder: TemporaryDirectory
  let url: String
  private let process = Process()
  private let lifeline: FileHandle

  /// Makes the certificates of an authority, a server, and two users, one of them of another
  /// authority.
  private static let certificates = """
    authority() { openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" \
      -addext basicConstraints=critical,CA:TRUE -keyout $1.key -out $1.pem 2>/dev/null; }
    signed() {
      openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout $1.key -out $1.csr 2>/dev/null
      openssl x509 -req -in $1.csr -CA $2.pem -CAkey $2.key -CAcreateserial -days 2 -out $1.pem \
        -extfile names 2>/dev/null
    }
    echo subjectAltName=DNS:localhost,IP:127.0.0.1 > names
    authority ours; authority theirs
    signed server ours; signed ada ours; signed eve theirs
    cat ada.pem ada.key > both.pem
    """

  /// Answers with the name on the certificate that was shown.
  private static let server = """
    import http.server, json, ssl

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = dict(part[0] for part in self.connection.getpeercert()["subject"])["commonName"]
            body = json.dumps({"components": [{"items": [{"title": name}]}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("server.pem", "server.key")
    context.load_verify_locations("ours.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """

  init() throws {
    folder = try TemporaryDirectory()
    try folder.shell(Self.certificates)
    try folder.write(Self.server, to: "server.py")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let output = Pipe()
    process.standardOutput = output
    lifeline = try process.runWithLifeline(["python3", "server.py"])
    url = "https://localhost:\(try #require(output.firstLine, "the server did not start"))/"
  }

  deinit { try? lifeline.close() }

  /// Shows the screen of the server as a user with credentials; nil knows the server alone.
  func inspect(_ credentials: String?) throws -> CommandRun {
    var arguments = ["inspect", url]
    if let credentials {
      try folder.write(#"{"\#(url)":\#(credentials)}"#, to: "known.json")
      arguments += ["--credentials", folder("known.json")]
    }
    return try CommandRun(arguments, environment: ["CURL_CA_BUNDLE": folder("ours.pem")])
  }
}

/// Certificates by which servers know their users.
@Suite struct ClientCertificateTests {
  @Test func whoShowsACertificateIsLetIn() throws {
    let server = try CertifiedServer()
    for credentials in [
      #"{"certificate":"ada.pem","key":"ada.key"}"#, #"{"certificate":"both.pem"}"#,
      #"{"certificate":"\#(server.folder("both.pem"))","token":"t"}"#,
    ] {
      let run = try server.inspect(credentials)
      #expect(run.status == 0 && run.text.contains(#""title": "ada""#), "\(run.errors)")
    }
    for credentials in [
      nil, #"{"token":"t"}"#, #"{"certificate":"eve.pem","key":"eve.key"}"#,
      #"{"certificate":"ada.pem","key":"eve.key"}"#, #"{"certificate":"missing.pem"}"#,
    ] {
      let run = try server.inspect(credentials)
      #expect(run.status == 3 && run.text.isEmpty, "\(credentials ?? "none"): \(run.errors)")
    }
  }
}
