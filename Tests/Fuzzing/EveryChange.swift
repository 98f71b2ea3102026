import Glibc

// Reads every beginning of the files named as arguments, and every file that differs from them in
// one byte. A broken promise stops the program.

@main
struct EveryChange {
  static func main() {
    for path in CommandLine.arguments.dropFirst() {
      let bytes = contents(of: path)
      precondition(!bytes.isEmpty, "a file that can be read")
      for length in 0...bytes.count { _ = Promises.read(Array(bytes[..<length]), .json) }
      var changed = bytes
      for index in bytes.indices {
        for byte in UInt8.min ... .max {
          changed[index] = byte
          _ = Promises.read(changed, .json)
        }
        changed[index] = bytes[index]
      }
      print("\(path): \(bytes.count + 1) beginnings, \(bytes.count * 255) changes of a byte")
    }
  }

  private static func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
