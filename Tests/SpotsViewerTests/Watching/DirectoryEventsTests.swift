import Testing

@testable import SpotsViewer

@Suite struct SharedFileSystemTests {
  let mounts = """
    22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    40 22 0:35 / /home rw,relatime shared:2 - nfs4 server:/home rw,vers=4.2
    41 22 0:36 / /mnt/far rw - fuse.sshfs me@far: rw
    42 22 8:17 / /mnt/stick rw shared:3 master:4 - fuseblk /dev/sdb1 rw
    43 22 259:300 / /mnt/disk rw - xfs /dev/nvme0n1 rw
    """

  @Test(arguments: [(0x801, false), (35, true), (36, true), (0x811, false), (99, false)])
  func knowsTheTypeOfADevice(device: UInt64, isShared: Bool) {
    #expect(SharedFileSystem.isShared(device: device, mounts: mounts) == isShared)
  }

  /// 259:300 as stat(2) packs it: minor numbers above 255 continue above the major number.
  @Test func unpacksLargeMinorNumbers() {
    let shared = mounts.replacing("xfs", with: "9p")
    let device: UInt64 = 259 << 8 | (300 & 0xFF) | (300 & ~0xFF) << 12
    #expect(SharedFileSystem.isShared(device: device, mounts: shared))
  }

  @Test func nonsenseIsNotShared() {
    #expect(!SharedFileSystem.isShared(device: 35, mounts: "40 22 0:35 / /home rw -\n\n- - -"))
    #expect(!SharedFileSystem.contains("/nothing/there"))
  }
}
