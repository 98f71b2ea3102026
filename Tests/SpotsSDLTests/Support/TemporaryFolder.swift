import Glibc
import Testing

/// A folder that goes away with the test.
final class TemporaryFolder {
  let path: String
  private var made: [String] = []

  init() throws {
    var template = Array("/tmp/spots-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      throw Failure(function: "mkdtemp")
    }
    defer { free(real) }
    path = String(cString: real)
  }

  deinit {
    for name in made.reversed() { remove(name) }
    rmdir(path)
  }

  struct Failure: Error {
    var function: String
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw Failure(function: "open") }
    made.append(file)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(function: "write")
    }
    return file
  }

  func makeFolder(_ name: String) throws {
    guard mkdir(path + "/" + name, 0o755) == 0 else { throw Failure(function: "mkdir") }
    made.append(path + "/" + name)
  }

  func link(_ name: String, to target: String) throws {
    guard symlink(target, path + "/" + name) == 0 else { throw Failure(function: "symlink") }
    made.append(path + "/" + name)
  }

  @discardableResult
  func makePipe(_ name: String) throws -> String {
    let pipe = path + "/" + name
    guard mkfifo(pipe, 0o644) == 0 else { throw Failure(function: "mkfifo") }
    made.append(pipe)
    return pipe
  }
}
