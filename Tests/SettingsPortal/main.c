// A settings portal for the tests, on the session bus that DBUS_SESSION_BUS_ADDRESS names.
//
// In C on libdbus, which building needs anyway: a portal that sends wrong types, stays silent or
// dies in the middle of an answer is what the usual mocks are made to prevent.
//
// settings-portal MODE [LINE...]: `usual`; `read-only` answers `Read` but not `ReadOne`, `silent`
// nothing, `dying` by ending. Lines set values, on the standard input with a signal:
//
//     set NAMESPACE KEY TYPE VALUE...
//
// where TYPE is b, u, d, s, ddd (a struct), as, dict or none. Prints
// `ready`, then every call as `METHOD NAMESPACE KEY`. Ends with its input.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mock_portal.h"

enum { MOST_SETTINGS = 32, MOST_WORDS = 8 };

typedef struct {
  char line[256];
  char *words[MOST_WORDS];
  int count;
} Setting;

static Setting settings[MOST_SETTINGS];
static int setting_count;
static const char *mode = "";

static const char *const interface = "org.freedesktop.portal.Settings";
static const char *const path = "/org/freedesktop/portal/desktop";

static const char *word(const Setting *setting, int index) {
  return index < setting->count ? setting->words[index] : "";
}

/// Appends what `setting` says as a variant, or as one in another.
static void append_value(DBusMessageIter *to, const Setting *setting, int is_nested) {
  const char *type = word(setting, 3), *text = word(setting, 4);
  DBusMessageIter outer, variant, inner;
  if (is_nested) {
    dbus_message_iter_open_container(to, DBUS_TYPE_VARIANT, "v", &outer);
    append_value(&outer, setting, 0);
    dbus_message_iter_close_container(to, &outer);
    return;
  }
  const char *signature = !strcmp(type, "ddd") ? "(ddd)" : !strcmp(type, "dict") ? "a{sv}" : type;
  dbus_message_iter_open_container(to, DBUS_TYPE_VARIANT, signature, &variant);
  if (!strcmp(type, "b")) {
    dbus_bool_t value = !strcmp(text, "true");
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &value);
  } else if (!strcmp(type, "u")) {
    dbus_uint32_t value = (dbus_uint32_t)strtoul(text, NULL, 10);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_UINT32, &value);
  } else if (!strcmp(type, "i")) {
    dbus_int32_t value = (dbus_int32_t)strtol(text, NULL, 10);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_INT32, &value);
  } else if (!strcmp(type, "d")) {
    double value = strtod(text, NULL);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_DOUBLE, &value);
  } else if (!strcmp(type, "s")) {
    char joined[256] = "";
    for (int index = 4; index < setting->count; index++) {
      if (index > 4) strcat(joined, " ");
      strcat(joined, setting->words[index]);
    }
    const char *value = joined;
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &value);
  } else if (!strcmp(type, "ddd")) {
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, NULL, &inner);
    for (int index = 4; index < 7; index++) {
      double value = strtod(word(setting, index), NULL);
      dbus_message_iter_append_basic(&inner, DBUS_TYPE_DOUBLE, &value);
    }
    dbus_message_iter_close_container(&variant, &inner);
  } else if (!strcmp(type, "as")) {
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "s", &inner);
    for (int index = 4; index < setting->count; index++) {
      dbus_message_iter_append_basic(&inner, DBUS_TYPE_STRING, &setting->words[index]);
    }
    dbus_message_iter_close_container(&variant, &inner);
  } else if (!strcmp(type, "dict")) {
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "{sv}", &inner);
    dbus_message_iter_close_container(&variant, &inner);
  }
  dbus_message_iter_close_container(to, &variant);
}

static const Setting *find(const char *space, const char *key) {
  for (int index = setting_count - 1; index >= 0; index--) {
    const Setting *setting = &settings[index];
    if (!strcmp(word(setting, 1), space) && !strcmp(word(setting, 2), key)) return setting;
  }
  return NULL;
}

static void tell(const Setting *setting) {
  DBusMessage *signal = dbus_message_new_signal(path, interface, "SettingChanged");
  DBusMessageIter to;
  dbus_message_iter_init_append(signal, &to);
  dbus_message_iter_append_basic(&to, DBUS_TYPE_STRING, &setting->words[1]);
  dbus_message_iter_append_basic(&to, DBUS_TYPE_STRING, &setting->words[2]);
  if (strcmp(word(setting, 3), "none")) append_value(&to, setting, 0);
  dbus_connection_send(connection, signal, NULL);
  dbus_message_unref(signal);
}

static void set(const char *line, int is_told) {
  if (setting_count == MOST_SETTINGS) exit(9);
  Setting *setting = &settings[setting_count++];
  snprintf(setting->line, sizeof setting->line, "%s", line);
  char *rest = NULL, *next = strtok_r(setting->line, " \n", &rest);
  for (; next && setting->count < MOST_WORDS; next = strtok_r(NULL, " \n", &rest)) {
    setting->words[setting->count++] = next;
  }
  if (setting->count < 4) exit(8);
  if (is_told) tell(setting);
}

static void answer(DBusMessage *call) {
  const char *member = dbus_message_get_member(call), *space = "", *key = "";
  dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &space, DBUS_TYPE_STRING, &key,
                        DBUS_TYPE_INVALID);
  printf("%s %s %s\n", member, space, key);
  fflush(stdout);
  if (!strcmp(mode, "silent")) return;
  if (!strcmp(mode, "dying")) _exit(7);
  int is_read = !strcmp(member, "Read");
  const Setting *setting = find(space, key);
  DBusMessage *reply;
  if (!is_read && (strcmp(member, "ReadOne") || !strcmp(mode, "read-only"))) {
    reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "no such method");
  } else if (!setting) {
    reply = dbus_message_new_error(call, "org.freedesktop.portal.Error.NotFound", "not found");
  } else {
    reply = dbus_message_new_method_return(call);
    DBusMessageIter to;
    dbus_message_iter_init_append(reply, &to);
    if (strcmp(word(setting, 3), "none")) append_value(&to, setting, is_read);
  }
  dbus_connection_send(connection, reply, NULL);
  dbus_message_unref(reply);
}

static void change(char *setting) { set(setting, 1); }

int main(int count, char **arguments) {
  if (count > 1) mode = arguments[1];
  for (int index = 2; index < count; index++) set(arguments[index], 0);
  return mock_portal_run(answer, change);
}
