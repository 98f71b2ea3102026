// A virtual keyboard under Wayland with one key, which it holds: typing-client KEYSYM MILLISECONDS
//
// It presses the key so long after it has come. Prints "pressed", and goes when its standard input ends.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

static struct wl_seat *seat;
static struct wl_proxy *manager;

// The protocol is not part of libwayland.
static const struct wl_interface *none[4];
static const struct wl_message keyboard_requests[] = {
  {"keymap", "uhu", none}, {"key", "uuu", none}, {"modifiers", "uuuu", none},
  {"destroy", "", none}};
static const struct wl_interface keyboard_interface = {
  "zwp_virtual_keyboard_v1", 1, 4, keyboard_requests, 0, NULL};
static const struct wl_interface *new_keyboard[] = {NULL, &keyboard_interface};
static const struct wl_message manager_requests[] = {
  {"create_virtual_keyboard", "on", new_keyboard}};
static const struct wl_interface manager_interface = {
  "zwp_virtual_keyboard_manager_v1", 1, 1, manager_requests, 0, NULL};

static void found(
  void *data, struct wl_registry *registry, uint32_t name, const char *interface,
  uint32_t version) {
  (void)data, (void)version;
  if (!strcmp(interface, "wl_seat"))
    seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
  if (!strcmp(interface, manager_interface.name))
    manager = wl_registry_bind(registry, name, &manager_interface, 1);
}

static void gone(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

static int send_keymap(struct wl_proxy *keyboard, const char *key) {
  char text[1024];
  int count = snprintf(
    text, sizeof text,
    "xkb_keymap {\n"
    "xkb_keycodes \"(unnamed)\" { minimum = 8; maximum = 10; <K> = 9; };\n"
    "xkb_types \"(unnamed)\" { include \"complete\" };\n"
    "xkb_compatibility \"(unnamed)\" { include \"complete\" };\n"
    "xkb_symbols \"(unnamed)\" { key <K> { [%s] }; };\n"
    "};\n",
    key);
  int file = memfd_create("keymap", MFD_CLOEXEC);
  if (write(file, text, (size_t)count + 1) != count + 1) return 0;
  wl_proxy_marshal(keyboard, 0, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, file, count + 1);
  close(file);
  return 1;
}

int main(int count, char **arguments) {
  static const struct wl_registry_listener listener = {found, gone};
  struct wl_display *display = wl_display_connect(NULL);
  if (count != 3 || !display) return 1;
  wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
  wl_display_roundtrip(display);
  if (!seat || !manager) return 1;
  struct wl_proxy *keyboard =
    wl_proxy_marshal_constructor(manager, 0, &keyboard_interface, seat, NULL);
  if (!send_keymap(keyboard, arguments[1])) return 1;
  wl_display_flush(display);
  usleep((useconds_t)atoi(arguments[2]) * 1000);
  wl_proxy_marshal(keyboard, 1, 0, 1, WL_KEYBOARD_KEY_STATE_PRESSED);
  wl_display_roundtrip(display);
  puts("pressed");
  fflush(stdout);
  char end;
  while (read(STDIN_FILENO, &end, 1) > 0) {
  }
  wl_proxy_marshal(keyboard, 1, 0, 1, WL_KEYBOARD_KEY_STATE_RELEASED);
  wl_proxy_marshal(keyboard, 3);
  wl_display_roundtrip(display);
  wl_display_disconnect(display);
  return 0;
}
