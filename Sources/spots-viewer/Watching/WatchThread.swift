import SpotsSDL

/// Runs `body` on a new thread that takes no signals.
func startThread(_ body: sending @escaping () -> Void) throws(FileError) {
  let code = BackgroundThread.start(body)
  guard code == 0 else { throw FileError(code: code) }
}
