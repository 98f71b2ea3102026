import Testing

@testable import SpotsPlatform
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

@Suite struct NetworkAddressTests {
  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.0.1",
    "172.32.0.1", "192.167.1.1", "223.255.255.255", "2606:4700::1111", "2001:4860:4860::8888",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:0808:0808::1",
  ])
  func theseAreAnybodys(address: String) {
    #expect(NetworkAddress.isPublic(address))
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
    "192.168.0.1", "198.18.0.1", "198.19.255.255", "224.0.0.1", "239.1.2.3", "240.0.0.1",
    "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::10.0.0.1", "64:ff9b:1::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
    "2002:7f00:0001::1", "2001:0:1::1", "2001:db8::1", "fe80::1%lo", "localhost", "", "1.2.3",
  ])
  func theseAreNot(address: String) {
    #expect(!NetworkAddress.isPublic(address))
  }
}
