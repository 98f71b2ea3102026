import Foundation
import Testing

/// A socket that accepts connections and never says a word, as a stopped server does.
final class SilentSocket {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(descriptor, 8) == 0)
  }

  deinit { close(descriptor) }

  /// Waits for the next connection and returns its descriptor, which the caller closes.
  func accept() -> Int32 { Glibc.accept(descriptor, nil, nil) }
}
