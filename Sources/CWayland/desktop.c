// Asks a compositor for its abilities, before there is a window.

#include "loaded_wayland.h"

#include <dlfcn.h>
#include <string.h>

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
  if (scale > desktop->largest_scale) desktop->largest_scale = scale;
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
  if (!strcmp(interface, "wl_output") && version >= 2) {
    struct wl_output *output = wl_registry_bind(registry, name, &wl_output_interface, 2);
    if (output) wl_output_add_listener(output, &listener, data);
  }
}

static void gone(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

int loaded_wayland_ask(struct loaded_wayland_desktop *desktop) {
  static const struct wl_registry_listener listener = {found, gone};
  if (!loaded_wayland_open()) return 0;
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) return 0;
  *desktop = (struct loaded_wayland_desktop){.largest_scale = 1};
  struct wl_registry *registry = wl_display_get_registry(display);
  wl_registry_add_listener(registry, &listener, desktop);
  // Once for what there is, once for its scales.
  int is_there = wl_display_roundtrip(display) >= 0 && wl_display_roundtrip(display) >= 0;
  wl_registry_destroy(registry);
  wl_display_disconnect(display);
  return is_there;
}

int loaded_wayland_has_decorator(void) {
  void *decorator = dlopen("libdecor-0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (decorator) dlclose(decorator);
  return decorator != NULL;
}
