// Asks a compositor, before there is a window, whether windows will look right under it.

#include "loaded_wayland.h"

#include <dlfcn.h>
#include <poll.h>
#include <string.h>
#include <time.h>

#include "protocol.h"

static void placed(
  void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
  int32_t subpixel, const char *make, const char *model, int32_t transform) {
  (void)data, (void)output, (void)x, (void)y, (void)width, (void)height, (void)subpixel;
  (void)make, (void)model, (void)transform;
}

static void moded(
  void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height,
  int32_t refresh) {
  (void)data, (void)output, (void)flags, (void)width, (void)height, (void)refresh;
}

static void scaled(void *data, struct wl_output *output, int32_t scale) {
  (void)output;
  struct loaded_wayland_desktop *desktop = data;
  if (scale != 1) desktop->is_scaled = 1;
}

static void done(void *data, struct wl_output *output) {
  (void)data;
  wl_output_destroy(output);
}

static void found(
  void *data, struct wl_registry *registry, uint32_t name, const char *interface,
  uint32_t version) {
  static const struct wl_output_listener listener = {
    .geometry = placed, .mode = moded, .done = done, .scale = scaled};
  struct loaded_wayland_desktop *desktop = data;
  if (!strcmp(interface, "zxdg_decoration_manager_v1")) desktop->draws_title_bars = 1;
  if (!strcmp(interface, "wl_seat")) desktop->has_seat = 1;
  if (!strcmp(interface, "wl_output") && version >= 2) {
    struct wl_output *output = wl_registry_bind(registry, name, &wl_output_interface, 2);
    if (output) wl_output_add_listener(output, &listener, data);
  }
}

static void gone(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

// In milliseconds.
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void answered(void *data, struct wl_callback *callback, uint32_t number) {
  (void)callback, (void)number;
  *(int *)data = 1;
}

// Waits until the compositor has handled all requests so far and their events have arrived. Returns
// 0 when it has not by `deadline`, or the connection is lost.
//
// wl_display_roundtrip would wait for as long as the compositor is stopped.
static int synchronize(struct wl_display *display, int64_t deadline) {
  static const struct wl_callback_listener listener = {answered};
  int is_answered = 0;
  struct wl_callback *callback = wl_display_sync(display);
  if (!callback) return 0;
  wl_callback_add_listener(callback, &listener, &is_answered);
  while (!is_answered) {
    struct pollfd socket = {.fd = wl_display_get_fd(display), .events = POLLIN};
    int64_t rest = deadline - now();
    if (rest <= 0 || wl_display_flush(display) < 0) break;
    // When a signal interrupts the wait, the loop tries again.
    if (poll(&socket, 1, (int)rest) > 0 && wl_display_dispatch(display) < 0) break;
  }
  wl_callback_destroy(callback);
  return is_answered;
}

int loaded_wayland_ask(struct loaded_wayland_desktop *desktop, int milliseconds) {
  static const struct wl_registry_listener listener = {found, gone};
  int64_t deadline = now() + milliseconds;
  if (!loaded_wayland_open()) return 0;
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) return 0;
  *desktop = (struct loaded_wayland_desktop){0};
  struct wl_registry *registry = wl_display_get_registry(display);
  int is_answered = 0;
  if (registry) {
    wl_registry_add_listener(registry, &listener, desktop);
    // First come the globals, then the scales of those that are displays.
    is_answered = synchronize(display, deadline) && synchronize(display, deadline);
    wl_registry_destroy(registry);
  }
  wl_display_disconnect(display);
  return is_answered;
}

int loaded_wayland_has_decorator(void) {
  void *decorator = dlopen("libdecor-0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (decorator) dlclose(decorator);
  return decorator != NULL;
}

int loaded_wayland_is_lost(struct wl_display *display) {
  return loaded_wayland_open() && wl_display_get_error(display) != 0;
}
