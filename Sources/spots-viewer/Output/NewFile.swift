import Spots
import SpotsSDL

/// Files a command was asked to write.
enum NewFile {
  /// Writes `bytes` to `path`, as a whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(FileError) {
      try WholeFile.write(bytes, to: path)
    } catch {
      throw .environment("\(path.printable()): \(error)")
    }
  }
}
