import Testing

@testable import SpotsSDL

@Suite struct PrivateServersTests {
  private func address(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

  @Test func aHostMeansAllItsPortsAndAServerOne() throws {
    let trust = PrivateServers(allowed: ["nas", "pi:8080", "[::1]:81"])
    for text in [
      "http://nas/", "https://NAS/x", "http://nas:9090/", "http://pi:8080/", "http://[::1]:81/",
    ] {
      #expect(trust.includes(try address(text)), "\(text)")
    }
    for text in ["http://pi/", "https://pi/", "http://pi:8081/", "http://nas.x/", "http://[::1]/"] {
      #expect(!trust.includes(try address(text)), "\(text)")
    }
  }

  @Test func whatWasOpenedIsOneServer() throws {
    let plain = PrivateServers(own: PrivateServers.names(of: try address("http://nas/a")))
    #expect(plain.includes(try address("https://nas/b")))
    #expect(!plain.includes(try address("http://nas:8080/")))
    let other = PrivateServers(own: PrivateServers.names(of: try address("http://nas:8080/a")))
    #expect(other.includes(try address("http://nas:8080/b")))
    #expect(!other.includes(try address("http://nas/")))
  }

  @Test func anAnswerFromEverybodysNetworkEndsTheTrustInOnesOwn() throws {
    let trust = PrivateServers(allowed: ["a"], own: ["b:80"])
    #expect(trust.includes(try address("http://b/")))
    #expect(!trust.afterPublicAnswer.includes(try address("http://b/")))
    #expect(trust.afterPublicAnswer.includes(try address("http://a/")))
  }
}

@Suite struct CertificateFilesTests {
  private func files(_ environment: [String: String]) -> CertificateFiles {
    CertificateFiles { environment[$0] }
  }

  @Test func theEnvironmentNamesThemAsForCurlAndOpenSSL() {
    #expect(files([:]).file == nil && files([:]).folder == nil)
    let both = files(["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"])
    #expect(both.file == "/f" && both.folder == "/d")
    let own = files(["CURL_CA_BUNDLE": "/c", "SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"])
    #expect(own.file == "/c" && own.folder == nil)
    #expect(files(["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/f"]).file == "/f")
  }
}
