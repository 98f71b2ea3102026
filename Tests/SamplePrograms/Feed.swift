import Observation
import Spots
import SpotsSDL

struct Story: Decodable {
  var title: String
  var author: String
  var points: Int
}

@Observable @MainActor final class FrontPage {
  private(set) var stories: [Story] = []
  private(set) var message = "Loading…"
  private let request: FetchRequest

  init(_ request: FetchRequest) { self.request = request }

  func load() async {
    struct Answer: Decodable { var hits: [Story] }
    do {
      stories = try await CurlFetcher.shared.fetch(request).decoded(as: Answer.self).hits
      message = stories.isEmpty ? "No news is good news" : ""
    } catch {
      message = "\(error)"
    }
  }
}

@MainActor func feed(
  from address: String = "https://hn.algolia.com/api/v1/search?tags=front_page",
  trust: PrivateServers = PrivateServers()
) throws -> Application {
  guard let address = WebAddress(address) else { throw FetchError.unknownHost(address) }
  let page = FrontPage(FetchRequest(address, trust: trust))
  let application = try Application {
    Screen("News", spacing: .comfortable) {
      if !page.message.isEmpty { ComponentModel { Item.label(page.message) } }
      ComponentModel {
        for story in page.stories {
          Item(
            title: story.title, subtitle: "by \(story.author)",
            meta: ["detail": "\(story.points)"])
        }
      }
    }
  }
  // F5, or a pull past the top.
  application.controller.onRefresh = { await page.load() }
  Task { await page.load() }
  return application
}
