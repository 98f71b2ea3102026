import Foundation
import SpotsTestSupport
import Testing

/// A store of secrets on a bus, with an item that is unlocked and two that are not.
private final class TestSecrets {
  private let process = Process()
  private let lifeline: FileHandle

  private static let program = """
    import sys
    import gi
    gi.require_version("Gio", "2.0")
    from gi.repository import Gio, GLib

    XML = '''<node>
    <interface name="org.freedesktop.Secret.Service">
      <method name="OpenSession"><arg type="s" direction="in"/><arg type="v" direction="in"/>
        <arg type="v" direction="out"/><arg type="o" direction="out"/></method>
      <method name="SearchItems"><arg type="a{ss}" direction="in"/>
        <arg type="ao" direction="out"/><arg type="ao" direction="out"/></method>
      <method name="Unlock"><arg type="ao" direction="in"/>
        <arg type="ao" direction="out"/><arg type="o" direction="out"/></method>
    </interface>
    <interface name="org.freedesktop.Secret.Item"><method name="GetSecret">
      <arg type="o" direction="in"/><arg type="(oayays)" direction="out"/></method></interface>
    <interface name="org.freedesktop.Secret.Prompt"><method name="Prompt">
      <arg type="s" direction="in"/></method></interface>
    </node>'''
    ITEMS = {  # attributes, secret, what unlocking does
        "/item/open": ({"server": "shop", "user": "ada"}, b"t0p", None),
        "/item/asks": ({"server": "asks"}, "g\\u00e4rten".encode(), False),
        "/item/refused": ({"server": "refused"}, b"never", True),
        "/item/bytes": ({"server": "bytes"}, b"\\xff\\xfe", None),
    }
    unlocked = {path for path, item in ITEMS.items() if item[2] is None}
    MEMBER = "org.freedesktop.Secret."

    def call(connection, sender, path, interface, method, arguments, invocation):
        arguments = arguments.unpack()
        if method == "OpenSession":
            ok = arguments[0] == "plain"
            answer = GLib.Variant("(vo)", (GLib.Variant("s", ""), "/session" if ok else "/"))
        elif method == "SearchItems":
            found = [p for p, i in ITEMS.items() if arguments[0].items() <= i[0].items()]
            answer = GLib.Variant("(aoao)", (
                [p for p in found if p in unlocked], [p for p in found if p not in unlocked]))
        elif method == "Unlock":
            answer = GLib.Variant("(aoo)", ([], "/prompt" + arguments[0][0]))
        elif method == "Prompt":
            invocation.return_value(None)
            item = path[len("/prompt"):]
            if not ITEMS[item][2]:
                unlocked.add(item)
            done = GLib.Variant("(bv)", (ITEMS[item][2], GLib.Variant("ao", [item])))
            return connection.emit_signal(None, path, MEMBER + "Prompt", "Completed", done)
        elif path in unlocked and arguments[0] == "/session":
            secret = ("/session", b"", ITEMS[path][1], "text/plain")
            answer = GLib.Variant("((oayays))", (secret,))
        else:
            return invocation.return_dbus_error(MEMBER + "Error.IsLocked", "locked")
        invocation.return_value(answer)

    def ready(connection, name):
        interfaces = Gio.DBusNodeInfo.new_for_xml(XML).interfaces
        paths = [["/org/freedesktop/secrets"], ITEMS, ["/prompt" + path for path in ITEMS]]
        for interface, objects in zip(interfaces, paths):
            for path in objects:
                connection.register_object(path, interface, call, None, None)

    def owned(connection, name):
        print("ready", flush=True)

    Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.secrets", 0, ready, owned, None)
    GLib.MainLoop().run()
    """

  init(on bus: TestBus) throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.program, to: "secrets.py")
    process.environment = ViewerProcess.inheritedEnvironment.merging([
      "DBUS_SESSION_BUS_ADDRESS": bus.address
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    lifeline = try process.runWithLifeline(["/usr/bin/python3", folder("secrets.py")])
    try #require(output.firstLine == "ready", "the store of secrets did not start")
  }

  deinit { try? lifeline.close() }
}

/// Credentials that the desktop keeps.
@Suite struct SecretServiceTests {
  private func inspect(
    _ credentials: String, of server: TestServer, on bus: String?
  ) throws -> CommandRun {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"\#(server.url("/"))":\#(credentials)}"#, to: "known.json")
    return try CommandRun(
      ["inspect", server.url("/"), "--credentials", folder("known.json")],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus ?? "disabled:"])
  }

  @Test func secretsOfTheDesktopAreSent() throws {
    let server = try TestServer { _ in .text(#"{"components":[]}"#) }
    let bus = try TestBus()
    let secrets = try TestSecrets(on: bus)
    for (credentials, sent) in [
      (#"{"secret":{"server":"shop"}}"#, "Bearer t0p"),
      (#"{"secret":{"server":"shop","user":"ada"},"user":"ada"}"#, "Basic YWRhOnQwcA=="),
      // The user unlocks it.
      (#"{"secret":{"server":"asks"},"user":"u"}"#, "Basic dTpnw6RydGVu"),
    ] {
      let run = try inspect(credentials, of: server, on: bus.address)
      #expect(run.status == 0, "\(run.errors)")
      #expect(server.requests.last?.headers["authorization"] == sent)
    }
    withExtendedLifetime(secrets) {}
  }

  @Test func whatIsNotThereIsSaid() throws {
    let server = try TestServer { _ in .text(#"{"components":[]}"#) }
    let bus = try TestBus()
    let secrets = try TestSecrets(on: bus)
    for (credentials, reason) in [
      (#"{"secret":{"server":"none"}}"#, "no secret is stored"),
      (#"{"secret":{"server":"shop","user":"eve"}}"#, "no secret is stored"),
      (#"{"secret":{"server":"refused"}}"#, "was not unlocked"),
      (#"{"secret":{"server":"bytes"}}"#, "is no text"),
    ] {
      let run = try inspect(credentials, of: server, on: bus.address)
      #expect(run.status == 3 && run.errors.contains(reason), "\(credentials): \(run.errors)")
      #expect(!run.errors.contains("never"))
    }
    withExtendedLifetime(secrets) {}
    for bus in [nil, try TestBus().address] {
      let run = try inspect(#"{"secret":{"server":"shop"}}"#, of: server, on: bus)
      #expect(run.status == 3 && run.errors.contains("no store of secrets"), "\(run.errors)")
    }
    for wrong in [
      #"{"secret":"shop"}"#, #"{"secret":{}}"#, #"{"secret":{"a":1}}"#,
      #"{"secret":{"a":"b"},"token":"t"}"#, #"{"secret":{"a":"b"},"user":"u","password":"p"}"#,
    ] {
      #expect(try inspect(wrong, of: server, on: bus.address).status == 2, "\(wrong)")
    }
    #expect(server.requests.isEmpty)
  }
}
