import Glibc

/// The files that the program may still open (see `ulimit -n`).
package enum FreeDescriptors {
  /// Whether `count` more files can be open at the same time. Tries it, at two system calls each.
  package static func areThere(_ count: Int) -> Bool {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < count {
      // Any file will do.
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      taken.append(descriptor)
    }
    return true
  }
}
