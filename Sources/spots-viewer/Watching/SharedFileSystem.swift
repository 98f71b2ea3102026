import Glibc
import SpotsSDL

/// Recognizes file systems that other machines, or programs outside the kernel, may write to; the
/// kernel does not report such changes.
enum SharedFileSystem {
  /// Whether the file or directory at `path` is on such a file system. Reads the mount table.
  static func contains(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    do throws(FileError) {
      let mounts = try FileBytes.read("/proc/self/mountinfo")
      return isShared(
        device: UInt64(status.st_dev), mounts: String(decoding: mounts, as: UTF8.self))
    } catch {
      return false  // without the table most files are still local
    }
  }

  /// - Parameters:
  ///   - device: The `st_dev` of stat(2).
  ///   - mounts: The content of `/proc/self/mountinfo`; see proc(5).
  static func isShared(device: UInt64, mounts: String) -> Bool {
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & ~0xFF
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == "\(major):\(minor)",
        let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
      else { continue }
      let type = fields[dash + 1]
      return types.contains(String(type)) || type.hasPrefix("fuse.")
    }
    return false
  }

  private static let types: Set<String> = [
    "9p", "afs", "ceph", "cifs", "fuse", "lustre", "nfs", "nfs4", "ncpfs", "smb3", "smbfs",
    "vboxsf", "virtiofs",
  ]
}
