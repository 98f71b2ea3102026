#include "protocol.h"

#include <dlfcn.h>

#define DEFINE(name) __typeof__(loaded_##name) loaded_##name;
FUNCTIONS(DEFINE)
#define DEFINE_INTERFACE(name) const struct wl_interface *loaded_wl_##name##_interface;
INTERFACES(DEFINE_INTERFACE)

static int load(void) {
  void *library = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define FIND(name)                                                                                 \
  loaded_##name = (__typeof__(loaded_##name))dlsym(library, #name);                                \
  if (!loaded_##name) return 0;
  FUNCTIONS(FIND)
#define FIND_INTERFACE(name)                                                                       \
  loaded_wl_##name##_interface = dlsym(library, "wl_" #name "_interface");                         \
  if (!loaded_wl_##name##_interface) return 0;
  INTERFACES(FIND_INTERFACE)
  return 1;
}

int loaded_wayland_open(void) {
  static int state = -1;
  if (state < 0) state = load();
  return state;
}

// A message consists of its name, the types of its arguments, and an interface for each of them:
// NULL where it is not an object, or is one that exists already.
static const struct wl_interface *none[4];

static const struct wl_interface *new_viewport[] = {&protocol_viewport, NULL};
static const struct wl_message viewporter_requests[] = {
  {"destroy", "", none}, {"get_viewport", "no", new_viewport}};
const struct wl_interface protocol_viewporter = {
  "wp_viewporter", 1, 2, viewporter_requests, 0, NULL};

static const struct wl_message viewport_requests[] = {
  {"destroy", "", none}, {"set_source", "ffff", none}, {"set_destination", "ii", none}};
const struct wl_interface protocol_viewport = {"wp_viewport", 1, 3, viewport_requests, 0, NULL};

static const struct wl_interface *new_fractional_scale[] = {&protocol_fractional_scale, NULL};
static const struct wl_message fractional_scales_requests[] = {
  {"destroy", "", none}, {"get_fractional_scale", "no", new_fractional_scale}};
const struct wl_interface protocol_fractional_scales = {
  "wp_fractional_scale_manager_v1", 1, 2, fractional_scales_requests, 0, NULL};

static const struct wl_message fractional_scale_requests[] = {{"destroy", "", none}};
static const struct wl_message fractional_scale_events[] = {{"preferred_scale", "u", none}};
const struct wl_interface protocol_fractional_scale = {
  "wp_fractional_scale_v1", 1, 1, fractional_scale_requests, 1, fractional_scale_events};

static const struct wl_interface *new_xdg_output[] = {&protocol_xdg_output, NULL};
static const struct wl_message xdg_outputs_requests[] = {
  {"destroy", "", none}, {"get_xdg_output", "no", new_xdg_output}};
const struct wl_interface protocol_xdg_outputs = {
  "zxdg_output_manager_v1", 3, 2, xdg_outputs_requests, 0, NULL};

static const struct wl_message xdg_output_requests[] = {{"destroy", "", none}};
static const struct wl_message xdg_output_events[] = {
  {"logical_position", "ii", none}, {"logical_size", "ii", none}, {"done", "", none},
  {"name", "2s", none}, {"description", "2s", none}};
const struct wl_interface protocol_xdg_output = {
  "zxdg_output_v1", 3, 1, xdg_output_requests, 5, xdg_output_events};
