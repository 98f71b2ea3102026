#include "mock_portal.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

DBusConnection *connection;

/// Reads the lines that are there; returns 0 at the end of the input.
static int read_lines(void (*obey)(char *line)) {
  static char text[65536];
  static size_t length;
  ssize_t count = read(STDIN_FILENO, text + length, sizeof text - length - 1);
  if (count <= 0) return 0;
  length += (size_t)count;
  text[length] = 0;
  char *start = text, *end;
  while ((end = strchr(start, '\n'))) {
    *end = 0;
    obey(start);
    start = end + 1;
  }
  length -= (size_t)(start - text);
  memmove(text, start, length + 1);
  return 1;
}

int mock_portal_run(void (*answer)(DBusMessage *call), void (*obey)(char *line)) {
  connection = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
  int socket = -1;
  if (!connection || !dbus_connection_get_socket(connection, &socket)) return 3;
  dbus_bus_request_name(connection, "org.freedesktop.portal.Desktop", 0, NULL);
  printf("ready\n");
  fflush(stdout);
  struct pollfd both[] = {{.fd = socket, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  for (;;) {
    // Calls may have come together with the name.
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(connection))) {
      if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL) answer(message);
      dbus_message_unref(message);
    }
    dbus_connection_flush(connection);
    poll(both, 2, -1);
    if (both[1].revents && !read_lines(obey)) return 0;
    dbus_connection_read_write(connection, 0);
  }
}
