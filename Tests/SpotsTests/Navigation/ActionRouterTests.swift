import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct ActionRouterTests {
  /// Which handlers were called with which values.
  private final class Calls {
    var last: (pattern: String, values: [String: String])?
  }

  private func router(_ patterns: [String], _ calls: Calls) throws -> ActionRouter {
    var router = ActionRouter()
    for pattern in patterns { try router.on(pattern) { calls.last = (pattern, $0) } }
    return router
  }

  private func routed(_ action: String, _ patterns: String...) throws -> [String: String]? {
    let calls = Calls()
    let isKnown = try router(patterns, calls).route(action)
    #expect(isKnown == (calls.last != nil))
    return calls.last?.values
  }

  // MARK: Holes

  @Test func holesStandForWhatIsThere() throws {
    #expect(try routed("profile:17", "profile:{id}") == ["id": "17"])
    #expect(try routed("app://user/7/edit", "app://user/{id}/edit") == ["id": "7"])
    #expect(try routed("a.json.json", "{name}.json") == ["name": "a.json"])
    #expect(try routed("2-3-4", "{a}-{b}") == ["a": "2", "b": "3-4"])
    #expect(try routed("file:a/b/c?d", "file:{path...}") == ["path": "a/b/c?d"])
    #expect(try routed("plain", "plain") == [:])
    #expect(try routed("", "") == [:])
  }

  @Test func whatDoesNotFitIsNotCalled() throws {
    #expect(try routed("profile:", "profile:{id}") == nil)
    #expect(try routed("profile:1/2", "profile:{id}") == nil)
    #expect(try routed("Profile:1", "profile:{id}") == nil)
    #expect(try routed("app://user//edit", "app://user/{id}/edit") == nil)
    #expect(try routed("app://user/7/edit/", "app://user/{id}/edit") == nil)
    #expect(try routed("file:", "file:{path...}") == nil)
    #expect(try routed("anything") == nil)
  }

  @Test func percentSignsAreDecodedOnce() throws {
    #expect(try routed("q:a%20b%2Fc", "q:{text}") == ["text": "a b/c"])
    #expect(try routed("q:%2541", "q:{text}") == ["text": "%41"])
    #expect(try routed("q:100%", "q:{text}") == ["text": "100%"])
    #expect(try routed("q:%4", "q:{text}") == ["text": "%4"])
    #expect(try routed("q:%zz%e2%82%ac", "q:{text}") == ["text": "%zz€"])
    #expect(try routed("q:%ff", "q:{text}") == ["text": "\u{FFFD}"])
  }

  @Test func hostileActionsAreText() throws {
    #expect(try routed("q:a\nb\0c;rm -rf", "q:{text}") == ["text": "a\nb\0c;rm -rf"])
    let long = String(repeating: "%", count: 1 << 20)
    let start = ContinuousClock.now
    #expect(try routed("q:" + long, "q:{text}", "{a}-{b}", "{a...}") == ["text": long])
    #expect(try routed(String(repeating: "-", count: 1 << 20) + "/", "{a}--{b}--x") == nil)
    #expect(ContinuousClock.now - start < Allowance.elapsed(.seconds(20)))
  }

  // MARK: The most specific one

  @Test func textBeatsHolesFromTheLeft() throws {
    let ordered = [
      "app://user/me/edit", "app://user/me", "app://user/{id}/edit", "app://user/{id}",
      "app://user/{rest...}", "app://{page}/me", "app://{page}", "{all...}",
    ]
    let calls = Calls()
    for patterns in [ordered, ordered.reversed(), ordered.sorted()] {
      let router = try router(patterns, calls)
      for (action, pattern) in [
        ("app://user/me/edit", ordered[0]), ("app://user/me", ordered[1]),
        ("app://user/3/edit", ordered[2]), ("app://user/3", ordered[3]),
        ("app://user/3/4", ordered[4]), ("app://group/me", ordered[5]), ("app://group", ordered[6]),
        ("mailto:x", ordered[7]),
      ] {
        #expect(router.route(action))
        #expect(calls.last?.pattern == pattern, "\(action)")
      }
    }
  }

  /// An action made from a pattern comes back as the values it was made of.
  @Test func everyPatternKnowsItsOwnActions() throws {
    var random = RandomComponents(seed: 11)
    for _ in 0..<500 {
      var pattern = ""
      var action = ""
      var values: [String: String] = [:]
      for index in 0..<1 + random.below(4) {
        let text = random.pick(["/", "app:", "/x/", "?q=", "//"])
        let value = random.pick(["1", "é", "a b", "%", "🙂", "x"])
        pattern += text + "{v\(index)}"
        action += text + (value == "%" ? "%25" : value)
        values["v\(index)"] = value
      }
      #expect(try routed(action, pattern) == values, "\(pattern) for \(action)")
      #expect(try routed("no" + action, pattern) == nil)
    }
  }

  @Test func theOrderOfRegistrationDoesNotMatter() throws {
    var random = RandomComponents(seed: 5)
    let parts = ["a", "b", "/", "{x}", "ab/", "-"]
    for _ in 0..<200 {
      var patterns: [String] = []
      for _ in 0..<6 {
        let pattern = (0..<1 + random.below(4)).map { _ in random.pick(parts) }.joined()
        let known = patterns
        let calls = Calls()
        // Patterns that are invalid or already present are left out.
        guard (try? router(known + [pattern], calls)) != nil else { continue }
        patterns.append(pattern)
      }
      let action = (0..<4).map { _ in random.pick(["a", "b", "/", "c", "-"]) }.joined()
      let (first, second) = (Calls(), Calls())
      _ = try router(patterns, first).route(action)
      _ = try router(patterns.reversed(), second).route(action)
      let isSame = first.last?.pattern == second.last?.pattern
      // Equally specific ones may differ in their texts only, and then only one can match.
      #expect(isSame, "\(patterns) for \(action)")
    }
  }

  // MARK: Faults

  @Test func wrongPatternsAreRefused() {
    func fault(_ patterns: String...) -> ActionRouter.PatternError? {
      var router = ActionRouter()
      do throws(ActionRouter.PatternError) {
        for pattern in patterns { try router.on(pattern) { _ in } }
      } catch { return error }
      return nil
    }
    #expect(fault("a{b") == .unclosed("a{b"))
    #expect(fault("a{}") == .badName("a{}"))
    #expect(fault("{...}") == .badName("{...}"))
    #expect(fault("{a}/{a}") == .badName("{a}/{a}"))
    #expect(fault("{a}{b}") == .noTextBetween("{a}{b}"))
    #expect(fault("{a...}/b") == .restNotLast("{a...}/b"))
    #expect(fault("a{b}", "a{c}") == .taken("a{c}"))
  }

  // MARK: On a screen

  @Test func whatTheRouterDoesNotKnowGoesToTheDelegate() throws {
    let rig = ScreenRig([
      ComponentModel(
        kind: .list,
        items: [
          Item(title: "A", action: "profile:1", size: Size(height: 50)),
          Item(title: "B", action: "other", size: Size(height: 50)),
          Item(title: "C", size: Size(height: 50)),
        ])
    ])
    var shown: [String?] = []
    var router = ActionRouter()
    try router.on("profile:{id}") { shown.append($0["id"]) }
    rig.controller.router = router
    rig.settle()
    for item in 0..<3 { rig.click(rig.center(0, item)) }
    #expect(shown == ["1"])
    #expect(rig.selections.map(\.item) == [1, 2])
    #expect(rig.controller.selected?.item == 2)
  }
}
