// A request to a server and its answer, and the certificates the server is checked against.

import CCurl
import Glibc
import SpotsViews

/// One request to one server, and the answer so far. Used on the fetching thread alone.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  private let mayBePrivate: Bool
  /// The proxy that is asked; nil for a direct connection.
  private let proxy: String?
  private let address: WebAddress
  private let request: FetchRequest
  private var limits: FetchLimits { request.limits }
  private var stream: StreamRequest? { request.stream }
  private var post: PostRequest? { request.post }
  private let resume: @Sendable () -> Void
  private var requestHeaders: UnsafeMutablePointer<curl_slist>?

  private(set) var body: [UInt8] = []
  private(set) var answer = AnswerHead()
  /// The error that a callback found; libcurl itself only knows that the callback stopped it.
  private var error: FetchError?
  /// Whether there was a connection for the request.
  private var hasAsked = false
  /// Whether the answer is a stream, which is passed on as it comes.
  private(set) var isStream = false
  /// Whether no more of the stream was wanted.
  private var isSatisfied = false

  /// - Parameters:
  ///   - address: That of the request, or one that it was redirected to.
  ///   - request: What is wanted, and its limits.
  ///   - mayBePrivate: Whether the server may be in a private network.
  ///   - cookies: Those of the server, as libcurl shares them; nil for none.
  ///   - timeLeft: The seconds left for the whole fetch.
  ///   - resume: Continues the transfer once the stream has room again; any thread may call it.
  init?(
    _ address: WebAddress, for request: FetchRequest, mayBePrivate: Bool,
    cookies: UnsafeMutableRawPointer?, timeLeft: Double, resume: @escaping @Sendable () -> Void
  ) {
    guard let easy = loaded_curl_easy_init() else { return nil }
    self.easy = easy
    self.mayBePrivate = mayBePrivate
    (self.address, self.request) = (address, request)
    proxy = ProxySettings().proxy(for: address)
    self.resume = resume
    setPolicy(timeLeft: timeLeft)
    setHeaders()
    if let own = request.credentials.first(where: { $0.areFor(address) }) { show(own) }
    if let cookies {
      loaded_curl_set_pointer(easy, CURLOPT_SHARE, cookies)
      // Reads no file, but turns cookies on.
      loaded_curl_set_string(easy, CURLOPT_COOKIEFILE, "")
    }
    if let post { send(post) }
    setCallbacks(host: address.host)
  }

  deinit {
    loaded_curl_easy_cleanup(easy)
    loaded_curl_list_free(requestHeaders)
  }

  /// Whether the server is in a private network, or on this machine. Behind a proxy, only those are
  /// taken for private that may be.
  var isPrivate: Bool {
    if proxy != nil { return mayBePrivate }
    return loaded_curl_get_string(easy, CURLINFO_PRIMARY_IP).map {
      !NetworkAddress.isPublic(String(cString: $0))
    } ?? true
  }

  /// The error of the whole transfer, which libcurl has ended with `code`; nil when there is none.
  func error(_ code: CURLcode, host: String) -> FetchError? {
    if let error { return error }
    switch code {
    // An answer may end among its headers, without an error of libcurl.
    case CURLE_OK: return answer.isComplete ? nil : .cutOff
    case CURLE_WRITE_ERROR where isSatisfied: return nil
    case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(host)
    case CURLE_COULDNT_CONNECT: return .noConnection
    case CURLE_OPERATION_TIMEDOUT:
      let (whole, first) = (limits.totalTime, min(limits.connectTime, limits.totalTime))
      return .timedOut(seconds: hasAsked ? whole : first)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR: return .cutOff
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(limit: limits.bodySize)
    // libcurl refuses headers of more than 100 kB with this code.
    case CURLE_OUT_OF_MEMORY where hasAsked: return .headersTooLarge
    case CURLE_PEER_FAILED_VERIFICATION: return .untrusted
    default: return .other(String(cString: loaded_curl_strerror(code)).lowercased())
    }
  }

  // MARK: Options

  private func setPolicy(timeLeft: Double) {
    loaded_curl_set_string(easy, CURLOPT_URL, address.description)
    loaded_curl_set_web_only(easy)
    // Redirects are followed one by one, each checked like the first address.
    loaded_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    // Also without one, lest libcurl looks for one itself.
    loaded_curl_set_string(easy, CURLOPT_PROXY, proxy ?? "")
    loaded_curl_set_string(easy, CURLOPT_NOPROXY, "")
    loaded_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    loaded_curl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    loaded_curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
    loaded_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    let certificates = CertificateFiles.environment
    if let file = certificates.file { loaded_curl_set_string(easy, CURLOPT_CAINFO, file) }
    if let folder = certificates.folder { loaded_curl_set_string(easy, CURLOPT_CAPATH, folder) }
    loaded_curl_set_long(easy, CURLOPT_MAXFILESIZE, limits.bodySize)
    loaded_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(limits.connectTime))
    loaded_curl_set_long(easy, CURLOPT_TIMEOUT_MS, Self.milliseconds(timeLeft))
    // Without it, a silent stream would never notice that its server has vanished. Set for all
    // transfers, since a stream may reuse a connection that another transfer opened.
    loaded_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    loaded_curl_set_long(easy, CURLOPT_TCP_KEEPIDLE, 60)
    loaded_curl_set_long(easy, CURLOPT_TCP_KEEPINTVL, 20)
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    // 0 would mean no limit.
    Int(min(max(seconds * 1000, 1), 86_400_000))
  }

  private func setHeaders() {
    let validators = request.validators
    var lines = [
      "Accept-Encoding: identity", "User-Agent: spots-viewer/\(ScreenSchema.version)",
      "Accept-Language: \(Language.user.accepted)", "Spots-Screen: \(ScreenSchema.capabilities)",
    ]
    if let tag = validators?.entityTag { lines.append("If-None-Match: \(tag)") }
    if let date = validators?.lastModified { lines.append("If-Modified-Since: \(date)") }
    if let stream {
      // A server that offers both sends the stream to clients that follow it.
      if stream.isEndless { lines.append("Accept: text/event-stream, */*;q=0.9") }
      if !stream.lastEvent.isEmpty { lines.append("Last-Event-ID: \(stream.lastEvent)") }
    }
    lines += post?.headers ?? []
    for line in lines { requestHeaders = loaded_curl_list_append(requestHeaders, line) }
    loaded_curl_set_pointer(easy, CURLOPT_HTTPHEADER, requestHeaders)
  }

  private func show(_ credentials: Credentials) {
    func printable(_ text: String) -> String {
      String(text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" }.map(Character.init))
    }
    switch credentials.secret {
    case .bearer(let token):
      loaded_curl_set_long(easy, CURLOPT_HTTPAUTH, Int(bitPattern: loaded_curl_bearer))
      loaded_curl_set_string(easy, CURLOPT_XOAUTH2_BEARER, printable(token))
    case .password(let user, let password):
      loaded_curl_set_long(easy, CURLOPT_HTTPAUTH, Int(bitPattern: loaded_curl_basic))
      loaded_curl_set_string(easy, CURLOPT_USERNAME, printable(user))
      loaded_curl_set_string(easy, CURLOPT_PASSWORD, printable(password))
    case nil: break
    }
    guard let certificate = credentials.certificate else { return }
    loaded_curl_set_string(easy, CURLOPT_SSLCERT, certificate)
    loaded_curl_set_string(easy, CURLOPT_SSLKEY, credentials.certificateKey ?? certificate)
  }

  private func send(_ post: PostRequest) {
    loaded_curl_set_long(easy, CURLOPT_POST, 1)
    loaded_curl_set_long(easy, CURLOPT_POSTFIELDSIZE, post.body.count)
    var body = post.body
    body.withUnsafeMutableBytes {
      _ = loaded_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
    }
    // On a connection that was open, libcurl sends a request again that got no answer.
    loaded_curl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
  }

  private func setCallbacks(host: String) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    refusal = .privateHost(host)
    loaded_curl_set_pointer(easy, CURLOPT_WRITEDATA, this)
    loaded_curl_set_data(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
      CurlTransfer.from(this).take(bytes, size * count)
    }
    loaded_curl_set_pointer(easy, CURLOPT_HEADERDATA, this)
    loaded_curl_set_data(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
      CurlTransfer.from(this).takeHeader(bytes, size * count) ? size * count : 0
    }
    loaded_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, this)
    loaded_curl_set_socket(easy) { this, _, address in
      address.map { CurlTransfer.from(this).open(&$0.pointee) } ?? CURL_SOCKET_BAD
    }
    // Also called for a connection that is reused, which may have been opened for another screen.
    loaded_curl_set_pointer(easy, CURLOPT_PREREQDATA, this)
    loaded_curl_set_prerequest(easy) { this, address, _, _, _ in
      let text = address.map { String(cString: $0) } ?? ""
      return CurlTransfer.from(this).mayAsk(text) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    // `setCallbacks` gives every callback a pointer.
    Unmanaged<CurlTransfer>.fromOpaque(pointer!).takeUnretainedValue()
  }

  // MARK: Callbacks

  private var refusal = FetchError.noConnection

  private func open(_ address: inout curl_sockaddr) -> curl_socket_t {
    guard
      proxy != nil || mayBePrivate || withUnsafePointer(to: &address.addr, NetworkAddress.isPublic)
    else {
      error = refusal
      return CURL_SOCKET_BAD
    }
    // Another of the host's addresses may have been refused before this one.
    error = nil
    return socket(
      address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
  }

  private func mayAsk(_ address: String) -> Bool {
    hasAsked = true
    if proxy != nil || mayBePrivate || NetworkAddress.isPublic(address) { return true }
    error = refusal
    return false
  }

  /// - Returns: What libcurl expects: the number of bytes taken, or that it has to pause.
  private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let isDocument =
      answer.status == 200 || post != nil && PostRequest.answers.contains(answer.status)
    guard isDocument else { return count }
    if let encoding = answer.encoding {
      error = .encoded(encoding)
      return 0
    }
    let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
    if isStream, let stream {
      switch stream.onBytes(bytes) {
      case .taken: return count
      case .noRoom: return Int(CURL_WRITEFUNC_PAUSE)
      case .enough:
        isSatisfied = true
        return 0
      }
    }
    guard body.count + count <= limits.bodySize else {
      error = .tooLarge(limit: limits.bodySize)
      return 0
    }
    let lineFeed = UInt8(ascii: "\n")
    let endsFirstLine =
      answer.mayBeLines && bytes.contains(lineFeed) && !body.contains(lineFeed)
    body.append(contentsOf: bytes)
    guard endsFirstLine, let stream, Self.startsWithDocument(body) else { return count }
    begin(stream, areLines: true)
    // Nothing waits yet, so that there is room.
    if case .enough = body.withUnsafeBytes(stream.onBytes) { isSatisfied = true }
    body = []
    return isSatisfied ? 0 : count
  }

  /// Whether the first line is an object or an array.
  private static func startsWithDocument(_ body: [UInt8]) -> Bool {
    switch JSONValue.read(Array(body.prefix { $0 != UInt8(ascii: "\n") })).value {
    case .object?, .array?: true
    default: false
    }
  }

  private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    guard answer.take(line) else {
      error = .headersTooLarge
      return false
    }
    if answer.isComplete, answer.encoding == nil, !isStream, let stream {
      let areLines = answer.areLines || answer.status == 200 && address.namesLines
      if answer.isEventStream || areLines { begin(stream, areLines: areLines) }
    }
    return true
  }

  private func begin(_ stream: StreamRequest, areLines: Bool) {
    isStream = true
    if stream.isEndless {
      loaded_curl_set_long(easy, CURLOPT_TIMEOUT_MS, 0)
      loaded_curl_set_long(easy, CURLOPT_MAXFILESIZE, 0)
    }
    let response = FetchResponse(
      address: address, body: nil, validators: answer.validators, isPrivate: isPrivate,
      isStream: true, areLines: areLines)
    stream.onBegin(response, resume)
  }
}

/// The status of a server's answer, and the headers that are used here.
struct AnswerHead: Equatable {
  private(set) var status = 0
  private(set) var validators = Validators()
  /// The target of a redirect, as the server wrote it.
  private(set) var location: String?
  /// The encoding of the body; nil when it is sent as is.
  private(set) var encoding: String?
  /// Whether the headers say that the body is a stream of events.
  private(set) var isEventStream = false
  /// Whether the headers say that the body is JSON Lines.
  private(set) var areLines = false
  /// Whether the body, a text of unknown length, may be JSON Lines.
  var mayBeLines: Bool { isText && !hasLength }
  private var (isText, hasLength) = (false, false)
  /// Whether all headers of a final answer have come.
  private(set) var isComplete = false
  private var size = 0

  /// The most bytes that all headers may take together. libcurl gives up a little later, as if the
  /// server had closed the connection.
  static let limit = 256 << 10
  /// The longest value, in bytes; headers with longer ones are ignored.
  private static let valueLimit = 8192

  /// Reads the next line.
  ///
  /// - Returns: False when all lines together exceed `limit`.
  mutating func take(_ line: String) -> Bool {
    size += line.utf8.count
    guard size <= Self.limit else { return false }
    if line.hasPrefix("HTTP/") {
      // The lines before belong to an interim answer (100 Continue).
      let size = size
      self = AnswerHead()
      self.size = size
      status =
        Self.trimmed(line[...]).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return true
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      if Self.trimmed(line[...]).isEmpty { isComplete = status >= 200 }
      return true
    }
    let value = Self.trimmed(line[line.utf8.index(after: colon)...])
    guard value.utf8.count <= Self.valueLimit else { return true }
    switch line[..<colon].lowercased() {
    case "etag": validators.entityTag = value
    case "last-modified": validators.lastModified = value
    case "location": location = value
    case "content-type":
      let type = Self.trimmed(value.prefix { $0 != ";" }).lowercased()
      isEventStream = status == 200 && type == "text/event-stream"
      areLines = status == 200 && Self.typesOfLines.contains(type)
      isText = type == "text/plain"
    case "content-length": hasLength = true
    case "content-encoding": encoding = value.lowercased() == "identity" ? nil : value
    default: break
    }
    return true
  }

  /// The content types of JSON Lines, which has never been registered.
  private static let typesOfLines: Set = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
    "application/jsonlines", "application/x-jsonlines", "application/json-lines",
    "application/json-seq", "application/stream+json", "text/x-ndjson", "text/jsonl",
  ]

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    var scalars = text.unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
  }
}

/// The certificates that servers are checked against when the environment names other ones than the
/// system's, as for curl and OpenSSL: those of a company's own authority, for example.
struct CertificateFiles: Equatable {
  /// A file of certificates; nil uses the system's.
  var file: String?
  /// A folder of certificates by their hashes; nil uses the system's.
  var folder: String?

  /// Reads `CURL_CA_BUNDLE` or, without it, `SSL_CERT_FILE` and `SSL_CERT_DIR`. Empty ones are
  /// ignored.
  ///
  /// - Parameter variable: Looks up an environment variable; nil when it is not set.
  init(
    _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    func path(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    file = path("CURL_CA_BUNDLE")
    guard file == nil else { return }
    file = path("SSL_CERT_FILE")
    folder = path("SSL_CERT_DIR")
  }

  /// The files for this process, as its environment was at the first fetch.
  static let environment = CertificateFiles()
}
