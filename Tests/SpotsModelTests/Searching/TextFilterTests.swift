import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Which items are found, and what is marked in them.
@Suite struct TextFilterTests {
  private func indexes(_ text: String, _ titles: [String], _ rule: FilterRule = .words) -> [Int32] {
    let texts = ItemTexts(titles.map { Item(title: $0) })
    return texts.indexes(matching: TextFilter(text, rule: rule), in: 0..<titles.count)
  }

  private func isFound(_ text: String, _ title: String, _ rule: FilterRule = .words) -> Bool {
    indexes(text, [title], rule) == [0]
  }

  @Test func caseAccentsAndWidthMakeNoDifference() {
    let pairs = [
      ("ada", "ADA"), ("ECOLE", "école"), ("école", "ECOLE"), ("e\u{301}cole", "École"),
      ("strasse", "Straße"), ("STRASSE", "straße"), ("lodz", "Łódź"), ("nguyen", "Nguyễn"),
      ("ａｄａ", "Ada"), ("ada", "Ａｄａ"), ("αθηνα", "Αθήνα"), ("ΣΟΦΟΣ", "σοφός"), ("елка", "Ёлка"),
      ("й", "и\u{306}"), ("カナ", "ｶﾅ"), ("fi", "ﬁn"), ("istanbul", "İstanbul"), ("احمد", "أحمد"),
      ("שלום", "שָׁלוֹם"), ("東京", "東京都"), ("한국", "한국어"), ("1", "１"), ("cafe", "Cafe\u{301}"),
    ]
    for (text, title) in pairs { #expect(isFound(text, title), "\(text) in \(title)") }
    for (text, title) in [("o", "æ"), ("ab", "a b"), ("か", "が"), ("x", "")] {
      #expect(!isFound(text, title), "\(text) in \(title)")
    }
  }

  /// What keyboards lack is found by what they have.
  @Test func whatCannotBeTypedMakesNoDifference() {
    let pairs = [
      ("o'brien", "O’Brien"), ("o’brien", "O'Brien"), ("\"so\"", "„So“"), ("1/2", "½ cup"),
      ("email", "e-mail"), ("e-mail", "email"), ("e‑mail", "E‐Mail"), ("git-lfs", "git-lfs"),
      ("-lfs", "git-lfs"), ("--force", "git push --force"), ("2010-2015", "2010–2015"),
      ("co-op", "co\u{AD}op"), ("xii", "Louis Ⅻ"), ("12", "⑫"), ("x2", "x²"), ("a", "Ⓐ"),
      ("かたかな", "カタカナ"), ("カタカナ", "かたかな"), ("ひらがな", "ﾋﾗｶﾞﾅ"), ("ぱり", "ﾊﾟﾘ"), ("が", "か\u{3099}"),
      ("हिंदी", "हिन्दी"), ("हिन्दी", "हिंदी"), ("हिन्", "हिंदी"), ("कलम", "क़लम"), ("हंस", "हँस"),
      ("\u{643}\u{62A}\u{627}\u{628}", "\u{6A9}\u{62A}\u{627}\u{628}"),
      ("\u{639}\u{644}\u{64A}", "\u{639}\u{644}\u{649}"),
      ("\u{639}\u{644}\u{6CC}", "\u{639}\u{644}\u{64A}"), ("محمد", "مُحَمَّد"), ("123", "١٢٣"),
      ("ㅎ", "한국어"), ("하", "한국어"), ("한구", "한국어"), ("과", "관리"), ("고", "관리"), ("값", "값"),
      ("aeble", "Æble"), ("oeuvre", "Œuvre"), ("da nang", "Đà Nẵng"), ("isi", "ısı"),
      ("σισυφος", "ΣΊΣΥΦΟΣ"), ("θεος", "Θεός"), ("thor", "Þor"), ("ab", "a\u{200D}b"),
      ("kg", "5 ㎏"), ("kw", "5 ㎾"),
      ("R", "ℝ"), ("ab", "𝔸𝕓"), ("3x4", "3×4"), ("...", "wait…"), ("red", "\u{1B}[31mred\u{1B}[0m"),
    ]
    for (text, title) in pairs { #expect(isFound(text, title), "\(text) in \(title)") }
    let others = [
      ("31", "\u{1B}[31mred\u{1B}[0m"), ("か", "が"), ("ab", "a b"), ("it's", "its"), ("b", "a-"),
    ]
    for (text, title) in others { #expect(!isFound(text, title), "\(text) in \(title)") }
  }

  /// Python's table of decompositions is the measure.
  @Test func charactersAreFoundByTheirPlainForms() {
    for entry in foldedCharacters.split(whereSeparator: \.isWhitespace) {
      let sides = entry.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let value = UInt32(sides[0], radix: 16),
        let character = Unicode.Scalar(value)
      else {
        Issue.record("\(entry)")
        continue
      }
      if !isFound(String(sides[1]), String(character)) { Issue.record("\(character): \(sides[1])") }
    }
  }

  /// The titles that match, with those that fit best first.
  private func ranked(
    _ text: String, _ titles: [String], _ rule: FilterRule = .words
  ) -> [String] {
    let items = ItemList(titles.map { Item(title: $0) })
    let (texts, filter) = (ItemTexts(items), TextFilter(text, rule: rule))
    let found = texts.indexes(matching: filter, in: 0..<titles.count).map { Int($0) }
    let ranks = texts.ranks(of: found, for: filter, in: items)
    return zip(ranks, found).sorted { $0 < $1 }.map { titles[$1] }
  }

  @Test func whatFitsBestComesFirst() {
    let git = ["bugpoint", "digit", "legit", "gitk", "my git", "git", "git-lfs", "Git"]
    #expect(ranked("git", git) == ["git", "Git", "gitk", "git-lfs", "my git", "digit", "legit"])
    #expect(ranked("Git", git).first == "Git", "what is written as it was typed")
    #expect(ranked("git", git, .fuzzy).last == "bugpoint")
    #expect(
      ranked("make", ["remake", "old-make", "make", "maker"]).map(\.self) == [
        "make", "maker", "old-make", "remake",
      ])
    #expect(ranked("e-mail", ["email", "e-mail"]).first == "e-mail")
    #expect(ranked("email", ["e-mail", "email"]).first == "email")
    #expect(ranked("café", ["cafe", "café"]).first == "café")
    let fire = ["settings of firefox", "firefox settings editor", "firefox settings"]
    #expect(ranked("firefox settings", fire) == [fire[2], fire[1], fire[0]])
    let texts = ItemTexts([Item(title: "b", subtitle: "a"), Item(title: "ba")])
    let items = ItemList([Item(title: "b", subtitle: "a"), Item(title: "ba")])
    let ranks = texts.ranks(of: 0..<2, for: TextFilter("a"), in: items)
    #expect(ranks[1] < ranks[0], "the title counts more than other texts")
  }

  @Test func everyWordIsNeededInAnyOrderAndPlace() {
    let item = Item(
      title: "Ada Lindqvist", subtitle: "Engineer", text: "Bridges", meta: ["detail": "Oslo"],
      children: [
        ComponentModel(header: Item(title: "Prizes"), kind: .grid, items: [Item(subtitle: "Nobel")])
      ])
    let texts = ItemTexts([item])
    func isFound(_ text: String) -> Bool {
      texts.indexes(matching: TextFilter(text), in: 0..<1) == [0]
    }
    for text in ["", " ", "qvist ada", "oslo  bridge", "engineer ada", "nobel", "prizes ada"] {
      #expect(isFound(text), "\(text)")
    }
    for text in ["adalindqvist", "ada bergen", "linda", "tengineer"] {
      #expect(!isFound(text), "\(text)")
    }
  }

  @Test func fuzzyWordsHaveTheirLettersInOrder() {
    #expect(isFound("alq", "Ada Lindqvist", .fuzzy))
    #expect(isFound("vist ada", "Ada Lindqvist", .fuzzy))
    #expect(!isFound("qla", "Ada Lindqvist", .fuzzy))
    #expect(!isFound("alq", "Ada\nLindqvist", .fuzzy))
  }

  @Test func marksAreWhatIsFound() {
    func marked(_ text: String, _ title: String, _ rule: FilterRule = .words) -> [String] {
      TextFilter(text, rule: rule).matches(in: title).map { range in
        String(decoding: Array(title.utf8)[range], as: UTF8.self)
      }
    }
    #expect(marked("an", "Banana Ann") == ["anan", "An"])
    #expect(marked("STR", "Straße") == ["Str"])
    #expect(marked("s", "Straße") == ["S", "ß"])
    #expect(marked("ecole", "L’École") == ["École"])
    #expect(marked("ecole", "L’E\u{301}cole") == ["E\u{301}cole"])
    #expect(marked("ca", "cafe\u{301}") == ["ca"])
    #expect(marked("vist ada", "Ada Lindqvist") == ["Ada", "vist"])
    #expect(marked("alq", "Ada Lindqvist", .fuzzy) == ["A", "L", "q"])
    #expect(marked("東都", "東の京都", .fuzzy) == ["東", "都"])
    #expect(marked("か", "ある", .fuzzy) == [], "characters begin with the same bytes")
    #expect(marked("email", "my e-mail") == ["e-mail"])
    #expect(marked("o'b", "O’Brien") == ["O’B"])
    #expect(marked("1/2", "a ½ b") == ["½"])
    #expect(marked("ㅎ", "가 한국") == ["한"])
    #expect(marked("हिंदी", "एक हिन्दी") == ["हिन्दी"])
    #expect(marked("がな", "ﾋﾗｶﾞﾅ") == ["ｶﾞﾅ"])
    #expect(marked("zz", "Ada") == [])
    #expect(marked("", "Ada") == [])
  }

  /// Whatever is typed and however the items change, cached texts find the same items as fresh
  /// ones, which are those that searching each item alone finds.
  @Test func whatIsKeptFindsWhatIsMadeAnew() {
    let words = ["a", "ab", "ba", "É", "e", "b a", "ß", "", "東", "か", "ある", "七倭"]
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      func titles(_ count: Int) -> [Item] {
        (0..<count).map { _ in
          Item(
            identifier: Bool.random(using: &random)
              ? .integer(Int.random(in: 0..<9, using: &random)) : nil,
            title: (0..<Int.random(in: 0...3, using: &random))
              .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " "))
        }
      }
      var items = ItemList(titles(Int.random(in: 0...20, using: &random)))
      var kept = ItemTexts(items)
      for _ in 0..<6 {
        let start = Int.random(in: 0...items.count, using: &random)
        let old = start..<Int.random(in: start...items.count, using: &random)
        let fresh = titles(Int.random(in: 0...5, using: &random))
        let before = items
        items.replaceSubrange(old, with: fresh)
        if Int.random(in: 0...3, using: &random) == 0 {
          items = ItemList(items.shuffled(using: &random))
        }
        let diff = ItemDiff(from: before, to: items)
        kept.follow(diff.unchanged, to: items)
        let rule = FilterRule.allCases[Int.random(in: 0...1, using: &random)]
        let filter = TextFilter(words.randomElement(using: &random) ?? "", rule: rule)
        let all = 0..<items.count
        let found = kept.indexes(matching: filter, in: all)
        let wanted = all.filter { index in
          !ItemTexts([items[index]]).indexes(matching: filter, in: 0..<1).isEmpty
        }
        let isSame =
          found == ItemTexts(items).indexes(matching: filter, in: all)
          && found == kept.indexes(matching: filter, among: all) && found == wanted.map(Int32.init)
        if !isSame { Issue.record("seed \(seed): \(found), not \(wanted) of \(Array(items))") }
      }
    }
  }

  /// A narrower filter finds only what the wider one does.
  @Test func narrowerFiltersFindLess() {
    let titles = ["ab", "abc", "b", "cab", "a b", "xaybz"]
    let texts = ["a", "ab", "b", "b a", "ab c", "abc", "", "bc"]
    for rule in FilterRule.allCases {
      for narrow in texts {
        for wide in texts
        where TextFilter(narrow, rule: rule).isNarrower(than: TextFilter(wide, rule: rule)) {
          let less = Set(indexes(narrow, titles, rule))
          #expect(less.isSubset(of: indexes(wide, titles, rule)), "\(narrow) and \(wide)")
        }
      }
    }
    #expect(TextFilter("ab").isNarrower(than: TextFilter("a")))
    #expect(!TextFilter("a").isNarrower(than: TextFilter("ab")))
  }
}
