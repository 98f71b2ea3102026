// A file chooser portal for the tests, on the session bus that DBUS_SESSION_BUS_ADDRESS names.
//
// In C on libdbus, as the settings portal is: it must send wrong types, stay silent and die.
//
// chooser-portal MODE: `usual` answers the call with the path of a dialog, `silent` not at all,
// `dying` by ending, `refusing` with an error, `odd` with a text that is no path. Prints `ready`,
// then each call as `OpenFile window=… modal=… multiple=… filters=… folder=…`, or `SaveFile`.
// Lines on the standard input say how the last dialog ends:
//
//     respond CODE URI...     as portals do
//     forge CODE URI...       by a program that is not the portal
//     text | empty | number | flat     nonsense
//     die
//
// Ends with its input.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mock_portal.h"

static const char *mode = "";
static char dialog[512], caller[128];

static void send_signal(DBusConnection *from, DBusMessage *signal) {
  dbus_message_set_destination(signal, caller);
  dbus_connection_send(from, signal, NULL);
  dbus_connection_flush(from);
  dbus_message_unref(signal);
}

static DBusMessage *new_response(void) {
  return dbus_message_new_signal(dialog, "org.freedesktop.portal.Request", "Response");
}

/// Opens `{"uris": <variant>` of `signature` in the results.
static void open_uris(DBusMessageIter *to, DBusMessageIter *results, DBusMessageIter *entry,
                      DBusMessageIter *value, const char *signature) {
  const char *key = "uris";
  dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "{sv}", results);
  dbus_message_iter_open_container(results, DBUS_TYPE_DICT_ENTRY, NULL, entry);
  dbus_message_iter_append_basic(entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(entry, DBUS_TYPE_VARIANT, signature, value);
}

static void close_uris(DBusMessageIter *to, DBusMessageIter *results, DBusMessageIter *entry,
                       DBusMessageIter *value) {
  dbus_message_iter_close_container(entry, value);
  dbus_message_iter_close_container(results, entry);
  dbus_message_iter_close_container(to, results);
}

static void respond(DBusConnection *from, dbus_uint32_t code, char *uris) {
  DBusMessage *signal = new_response();
  DBusMessageIter to, results, entry, value, list;
  dbus_message_iter_init_append(signal, &to);
  dbus_message_iter_append_basic(&to, DBUS_TYPE_UINT32, &code);
  open_uris(&to, &results, &entry, &value, "as");
  dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "s", &list);
  char *rest = NULL;
  for (char *uri = strtok_r(uris, " ", &rest); uri; uri = strtok_r(NULL, " ", &rest)) {
    dbus_message_iter_append_basic(&list, DBUS_TYPE_STRING, &uri);
  }
  dbus_message_iter_close_container(&value, &list);
  close_uris(&to, &results, &entry, &value);
  send_signal(from, signal);
}

static void send_nonsense(const char *kind) {
  DBusMessage *signal = new_response();
  DBusMessageIter to, results, entry, value;
  dbus_uint32_t zero = 0;
  dbus_message_iter_init_append(signal, &to);
  if (!strcmp(kind, "text")) {
    dbus_message_iter_append_basic(&to, DBUS_TYPE_STRING, &kind);
  } else if (!strcmp(kind, "flat")) {
    dbus_message_iter_append_basic(&to, DBUS_TYPE_UINT32, &zero);
    dbus_message_iter_append_basic(&to, DBUS_TYPE_STRING, &kind);
  } else if (!strcmp(kind, "number")) {
    dbus_message_iter_append_basic(&to, DBUS_TYPE_UINT32, &zero);
    open_uris(&to, &results, &entry, &value, "u");
    dbus_message_iter_append_basic(&value, DBUS_TYPE_UINT32, &zero);
    close_uris(&to, &results, &entry, &value);
  }
  send_signal(connection, signal);
}

static void obey(char *line) {
  char *rest = NULL, *word = strtok_r(line, " ", &rest);
  if (!word) return;
  if (!strcmp(word, "die")) _exit(7);
  if (strcmp(word, "respond") && strcmp(word, "forge")) return send_nonsense(word);
  dbus_uint32_t code = (dbus_uint32_t)strtoul(strtok_r(NULL, " ", &rest), NULL, 10);
  if (!strcmp(word, "respond")) return respond(connection, code, rest);
  DBusConnection *other = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
  respond(other, code, rest);
  dbus_connection_close(other);
  dbus_connection_unref(other);
}

/// The options of a call, as far as they are printed.
typedef struct {
  const char *token, *folder;
  dbus_bool_t modal, multiple;
  int filters;
} Options;

static Options read_options(DBusMessageIter *array) {
  Options options = {.token = "none", .folder = ""};
  DBusMessageIter entry, member, value, inner;
  for (dbus_message_iter_recurse(array, &entry);
       dbus_message_iter_get_arg_type(&entry) == DBUS_TYPE_DICT_ENTRY;
       dbus_message_iter_next(&entry)) {
    const char *key;
    int count = 0;
    dbus_message_iter_recurse(&entry, &member);
    dbus_message_iter_get_basic(&member, &key);
    dbus_message_iter_next(&member);
    dbus_message_iter_recurse(&member, &value);
    if (!strcmp(key, "handle_token")) dbus_message_iter_get_basic(&value, &options.token);
    if (!strcmp(key, "modal")) dbus_message_iter_get_basic(&value, &options.modal);
    if (!strcmp(key, "multiple")) dbus_message_iter_get_basic(&value, &options.multiple);
    if (!strcmp(key, "filters")) options.filters = dbus_message_iter_get_element_count(&value);
    if (!strcmp(key, "current_folder")) {
      dbus_message_iter_recurse(&value, &inner);
      dbus_message_iter_get_fixed_array(&inner, &options.folder, &count);
    }
  }
  return options;
}

static void answer(DBusMessage *call) {
  const char *portal = "org.freedesktop.portal.FileChooser";
  if (!dbus_message_is_method_call(call, portal, "OpenFile") &&
      !dbus_message_is_method_call(call, portal, "SaveFile"))
    return;
  DBusMessageIter from;
  const char *window = "";
  dbus_message_iter_init(call, &from);
  dbus_message_iter_get_basic(&from, &window);
  dbus_message_iter_next(&from);
  dbus_message_iter_next(&from);
  Options options = read_options(&from);
  printf("%s window=%s modal=%d multiple=%d filters=%d folder=%s\n", dbus_message_get_member(call),
         window, options.modal, options.multiple, options.filters, options.folder);
  fflush(stdout);
  if (!strcmp(mode, "silent")) return;
  if (!strcmp(mode, "dying")) _exit(7);
  snprintf(caller, sizeof caller, "%s", dbus_message_get_sender(call));
  char name[128];
  snprintf(name, sizeof name, "%s", caller + 1);
  for (char *dot = name; (dot = strchr(dot, '.'));) *dot = '_';
  snprintf(dialog, sizeof dialog, "/org/freedesktop/portal/desktop/request/%s/%s", name,
           options.token);
  DBusMessage *reply;
  const char *path = dialog;
  if (!strcmp(mode, "refusing")) {
    reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "no such interface");
  } else {
    reply = dbus_message_new_method_return(call);
    int type = strcmp(mode, "odd") ? DBUS_TYPE_OBJECT_PATH : DBUS_TYPE_STRING;
    dbus_message_append_args(reply, type, &path, DBUS_TYPE_INVALID);
  }
  dbus_connection_send(connection, reply, NULL);
  dbus_message_unref(reply);
}

int main(int count, char **arguments) {
  if (count > 1) mode = arguments[1];
  return mock_portal_run(answer, obey);
}
