/// A change that is worked out on another thread, for the screen as it was when the job began, and
/// then made by `ScreenEdit.adopt` on the main thread.
package struct PatchJob: Sendable {
  private let patch: ScreenPatch
  private let reader: ScreenReader
  /// The version of the screen for which the job was made.
  let version: Int
  /// The screen after the change, once that is worked out.
  private(set) var edited: EditedScreen
  /// Used by one thread at a time: the one that works and, once that is done, the main thread.
  nonisolated(unsafe) let identifiers = IdentifierIndex()
  /// The warnings about what the change adds, or why it cannot be made; nil before the work.
  package private(set) var result: Result<[Diagnostic], PatchError>?

  /// - Parameter identifiers: Those of the screen, which the job takes over.
  init(
    _ patch: ScreenPatch, _ edited: EditedScreen, version: Int, reader: ScreenReader,
    identifiers: IdentifierIndex
  ) {
    (self.patch, self.reader, self.version) = (patch, reader, version)
    self.edited = edited
    self.identifiers.takeOver(identifiers)
  }

  /// Works out the change, which takes up to seconds, unless that has been done.
  package func run() -> PatchJob {
    if result != nil { return self }
    var job = self
    do throws(PatchError) {
      let warnings = try patch.apply(to: &job.edited, index: identifiers, reader: reader)
      identifiers.follow(&job.edited)
      job.result = .success(warnings)
    } catch {
      // The names may be those of a change that is not made.
      identifiers.forget()
      job.result = .failure(error)
    }
    return job
  }
}
