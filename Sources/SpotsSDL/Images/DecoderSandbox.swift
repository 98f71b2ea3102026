/// The sandbox that `spots-decoder`, the program that decodes pictures, runs in on this machine.
public struct DecoderSandbox: Sendable {
  /// The path of the program.
  public let path: String
  /// Whether it can never gain privileges.
  public let deniesPrivileges: Bool
  /// Whether it can open no file: Landlock, in kernels from 5.13 on that have it enabled.
  public let deniesFiles: Bool
  /// Whether the kernel ends it at any system call that decoding does not need.
  public let deniesCalls: Bool

  /// Whether all parts of the sandbox are in force.
  public var isComplete: Bool { deniesPrivileges && deniesFiles && deniesCalls }

  /// Starts a decoder, which takes some milliseconds, and asks it for its restrictions.
  ///
  /// - Throws: When there is no decoder beside the program or in `../libexec/spots`, or when it
  ///   does not start.
  public init() throws(SDLError) {
    do throws(ImageFault) {
      let box = try Decoder(path: DecoderPath.installed).box
      path = DecoderPath.installed
      deniesPrivileges = box.no_new_privileges == 1
      deniesFiles = box.landlock == 1
      deniesCalls = box.seccomp == 1
    } catch {
      throw SDLError(message: error.reason)
    }
  }
}
