/// What keeps `spots-decoder`, the program that decodes pictures, from doing anything else on this
/// machine.
public struct DecoderSandbox: Sendable {
  /// Where the program is.
  public let path: String
  /// Whether it can never get rights it was not started with.
  public let deniesPrivileges: Bool
  /// Whether it can open no file: Landlock, in kernels from 5.13 where it is switched on.
  public let deniesFiles: Bool
  /// Whether the kernel ends it at any system call that decoding does not need.
  public let deniesCalls: Bool

  /// Whether nothing is missing.
  public var isComplete: Bool { deniesPrivileges && deniesFiles && deniesCalls }

  /// Starts a decoder, which takes some milliseconds, and has it say what holds it.
  ///
  /// - Throws: When there is no decoder beside the program or in `../libexec/spots`, or when it does
  ///   not come up.
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
