// The part that all mock portals share: their name on the session bus, and commands on standard
// input.

#pragma once

#include <dbus/dbus.h>

/// The connection that has the portal's name; NULL until `mock_portal_run`.
extern DBusConnection *connection;

/// Takes the portal's name, prints "ready", and runs until standard input ends.
///
/// - `answer` takes each method call; it does not free it.
/// - `obey` takes each line of standard input, without its end, and may change it.
///
/// Returns the exit status: 3 without a bus.
int mock_portal_run(void (*answer)(DBusMessage *call), void (*obey)(char *line));
