import Glibc
import SpotsModel
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer

/// Answers in turn, and remembers what was asked.
private final class DataServer: Fetcher {
  private let answers: Mutex<[String]>
  let requests = Mutex<[FetchRequest]>([])

  init(_ answers: [String]) { self.answers = Mutex(answers) }

  func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) -> FetchTask {
    let number = requests.withLock { requests in
      requests.append(request)
      return requests.count
    }
    let answer = answers.withLock { $0.isEmpty ? "404" : $0.removeFirst() }
    var validators = Validators()
    validators.entityTag = "\(number)"
    completion(
      answer == "404"
        ? .failure(.status(404))
        : .success(
          FetchResponse(
            address: request.address, body: answer == "304" ? nil : Array(answer.utf8),
            validators: validators, isPrivate: false)))
    return FetchTask {}
  }
}

/// The data beside a screen comes from files, servers and streams.
@Suite struct DataLoaderTests {
  private func file(
    _ screen: String, at source: String = "https://example.org/a/screen.json",
    _ loader: DataLoader
  ) -> ScreenFile {
    let place = DocumentSource(source)
    let bytes = Array(screen.utf8)
    return ScreenFile(
      place, bytes: bytes,
      kinds: KnownKinds(items: ["default"], components: ["list"], viewFolders: []),
      origin: place.address.map { ScreenOrigin(address: $0) }
    ).withData(by: loader, of: bytes)
  }

  private func loader(
    _ server: DataServer, waits: Bool = true, given: DataLoader.Given? = nil
  ) -> DataLoader {
    DataLoader(
      access: DocumentAccess(named: nil, folders: ReadableFolders([])), fetcher: server,
      allowedHosts: ["nas"], given: given, waits: waits)
  }

  private static let screen =
    #"{"data":{"from":"rows.csv"},"components":[{"each":"","item":{"title":"{t}"}}]}"#

  private func rows(_ file: DataFile?) -> [JSONValue]? {
    guard case .rows(let rows)? = file?.data else { return nil }
    return rows.map(\.value)
  }

  /// A screen whose data comes from elsewhere is checked by the schema of it, which also decides
  /// about the columns of a table.
  @Test func schemasStandInForData() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      #"{"items":{"properties":{"zip":{"type":"string"}}}}"#, to: "schema.json")
    try folder.write("[", to: "bad.json")
    let loader = DataLoader(
      access: DocumentAccess(named: nil, folders: ReadableFolders([folder.path])),
      fetcher: DataServer([]), allowedHosts: [])
    func check(_ schema: String, _ hole: String) -> ScreenFile {
      file(
        #"{"data":{"from":"rows.csv","schema":"\#(schema)"},"components":[{"each":"","#
          + #""item":{"title":"{\#(hole)}"}}]}"#, at: folder.path + "/screen.json", loader)
    }
    #expect(check("schema.json", "zip").reading.diagnostics.isEmpty)
    #expect(
      check("schema.json", "zpi").reading.diagnostics.map(\.message) == [
        "by the schema: no field 'zpi'; did you mean 'zip'?"
      ])
    #expect(
      check("bad.json", "zip").reading.diagnostics.map(\.message) == [
        "no such file", "is no JSON Schema",
      ])
    try folder.write("zip\n01234\n12345\n", to: "rows.csv")
    #expect(rows(check("schema.json", "zip").data) == [["zip": "01234"], ["zip": "12345"]])
  }

  @Test func dataOfAServerIsBesideItsScreen() {
    let server = DataServer(["t\none\n"])
    let file = file(Self.screen, loader(server))
    #expect(
      server.requests.withLock { $0.map(\.address.description) } == [
        "https://example.org/a/rows.csv"
      ])
    #expect(rows(file.data) == [["t": "one"]])
    #expect(!file.hasErrors)
    // Where a window would show it later, nobody waits.
    let other = DataServer(["t\none\n"])
    #expect(self.file(Self.screen, loader(other, waits: false)).data == nil)
    #expect(other.requests.withLock { $0.isEmpty })
  }

  @Test func dataThatCannotBeFetchedIsTold() {
    let file = file(Self.screen, loader(DataServer([])))
    #expect(file.hasErrors)
    #expect(
      file.reading.diagnostics.map(\.message) == [
        FileError.unreachable("\(FetchError.status(404))").description
      ])
  }

  /// What the user names is in place of what the document says; without any data there it is an
  /// error rather than a screen full of braces.
  @Test func namedDataReplacesThatOfTheScreen() {
    let address = "http://nas:8080/d.jsonl"
    let given = DataLoader.Given(screen: DocumentSource("screen.json"), data: address)
    for data in ["null", #"{"from":"rows.csv"}"#, #"[{"t":"own"}]"#] {
      let server = DataServer([#"{"t":"given"}"#])
      let screen = #"{"data":\#(data),"components":[{"each":"","item":{"title":"{t}"}}]}"#
      let file = file(screen, at: "screen.json", loader(server, given: given))
      #expect(rows(file.data) == [["t": "given"]], "\(data)")
      #expect(
        file.shownScreen(in: .standard)?.components[0].items.map(\.title) == ["given"], "\(data)")
      // The user may name servers in private networks.
      #expect(
        server.requests.withLock { $0[0].trust.includes($0[0].address) })
      let other = self.file(screen, at: "other.json", loader(DataServer([]), given: given))
      #expect(rows(other.data) == nil, "\(data)")
    }
    let none = file(
      #"{"components":[]}"#, at: "screen.json", loader(DataServer([]), given: given))
    #expect(none.reading.diagnostics.map(\.code) == [.missingValue])
    let missing = file(
      #"{"data":null,"components":[]}"#, at: "screen.json",
      loader(DataServer([]), given: .init(screen: DocumentSource("screen.json"), data: "no.csv")))
    #expect(missing.reading.diagnostics.map(\.message) == ["data 'no.csv': no such file"])
  }

  /// A server is asked for what is new, and what is broken, unchanged or gone is told apart.
  @Test(.timeLimit(.minutes(5))) func dataOfAServerIsFollowed() async throws {
    let server = DataServer(["[1]", "304", "[", "404", "[2]"])
    let screen = #"{"data":{"from":"d.json"},"components":[{"each":"","item":{"title":"{row}"}}]}"#
    let file = file(screen, loader(server, waits: false))
    let (deliveries, told) = AsyncStream<String>.makeStream()
    let feed = try loader(server).follow(for: file, watches: true, every: 0.01) { delivery in
      switch delivery {
      case .good(let data): told.yield("good \(data.data?.json ?? .null)")
      case .broken(let data): told.yield("broken \(data.diagnostics.count)")
      case .unchanged: told.yield("unchanged")
      case .unreachable: told.yield("unreachable")
      case .missing, .unreadable: told.yield("file")
      }
    }
    var found: [String] = []
    for await delivery in deliveries {
      found.append(delivery)
      if found.count == 5 { break }
    }
    withExtendedLifetime(feed) {}
    #expect(
      found == [
        "good \(JSONValue.array([1]))", "unchanged", "broken 1", "unreachable",
        "good \(JSONValue.array([2]))",
      ])
    #expect(server.requests.withLock { $0[1].validators?.entityTag } == "1")
  }

  private static let streams: [(String, JSONValue)] = [
    ("{\"a\":1}\n{\"a\":2}\n", [["a": 1], ["a": 2]]),
    ("{\"a\":1}\n\n{\"a\":2}", [["a": 1], ["a": 2]]),
    ("{\"a\":1}\n", ["a": 1]), ("[1,\n2]\n", [1, 2]), ("[1,2]\n", [1, 2]),
    ("{\n\"a\":[3]}\n", ["a": [3]]),
  ]

  /// Rows are there as lines come; a value on several lines, or one line alone, is all of the data.
  @Test(arguments: streams)
  func streamsOfDataAreLinesOrOneValue(text: String, value: JSONValue) async throws {
    #expect(DataFile(stream: "-", format: nil, bytes: Array(text.utf8)).data?.json == value)
    var pipe: [Int32] = [0, 0]
    #expect(Glibc.pipe(&pipe) == 0)
    let given = DataLoader.Given(
      screen: DocumentSource("screen.json"), data: "/dev/fd/\(pipe[0])")
    try #require(DocumentSource("/dev/fd/\(pipe[0])").isStream)
    let loader = loader(DataServer([]), waits: false, given: given)
    let file = file(#"{"data":null,"components":[]}"#, at: "screen.json", loader)
    let (deliveries, told) = AsyncStream<JSONValue>.makeStream()
    let feed = try loader.follow(for: file, watches: false, every: nil) { delivery in
      if case .good(let data) = delivery { told.yield(data.data?.json ?? .null) }
    }
    for byte in text.utf8 { withUnsafeBytes(of: byte) { _ = write(pipe[1], $0.baseAddress, 1) } }
    close(pipe[1])
    for await delivery in deliveries where delivery == value { break }
    withExtendedLifetime(feed) {}
    close(pipe[0])
  }
}
