// A window's surface, and the scale of the displays it is on.

#define _GNU_SOURCE
#include "loaded_wayland.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "protocol.h"

// A display.
struct output {
  struct output *next;
  struct loaded_wayland_window *window;
  uint32_t name;
  struct wl_output *output;
  void *xdg_output;
  int is_turned, is_under_window;
  // In its own pixels, and in units; 0 until known.
  int pixels_wide, pixels_high, units_wide;
  int scale;
};

struct loaded_wayland_window {
  struct wl_display *display;
  struct wl_surface *sdl, *surface;
  struct wl_subsurface *subsurface;
  struct wl_registry *registry;
  struct wl_compositor *compositor;
  struct wl_subcompositor *subcompositor;
  struct wl_shm *shm;
  void *viewporter, *viewport, *fractional_scales, *fractional_scale, *xdg_outputs;
  struct wl_callback *callback;
  struct output *outputs;
  // The scale the compositor asks for; 0 until it does.
  int preferred_scale;
  int scale;
  const struct loaded_wayland_events *events;
  void *context;
};

// Displays

static int output_scale(const struct output *output) {
  int pixels = output->is_turned ? output->pixels_high : output->pixels_wide;
  int is_known = output->units_wide > 0 && pixels > 0;
  // A display with a fractional scale reports it rounded up.
  if (!output->window->viewporter || !is_known || (pixels == output->units_wide))
    return output->scale * LOADED_WAYLAND_SCALE;
  return (pixels * LOADED_WAYLAND_SCALE + output->units_wide / 2) / output->units_wide;
}

static int wanted_scale(const struct loaded_wayland_window *window) {
  if (window->preferred_scale) return window->preferred_scale;
  int here = 0, anywhere = LOADED_WAYLAND_SCALE;
  for (const struct output *output = window->outputs; output; output = output->next) {
    int scale = output_scale(output);
    if (scale > anywhere) anywhere = scale;
    if (output->is_under_window && scale > here) here = scale;
  }
  if (here) return here;
  return window->scale ? window->scale : anywhere;
}

static void update_scale(struct loaded_wayland_window *window) {
  int scale = wanted_scale(window);
  // While the window is being created, the displays become known one after the other.
  if (!window->surface || scale == window->scale) return;
  window->scale = scale;
  window->events->scale_changed(window->context);
}

static void output_placed(
  void *data, struct wl_output *wl_output, int32_t x, int32_t y, int32_t width, int32_t height,
  int32_t subpixel, const char *make, const char *model, int32_t transform) {
  (void)wl_output, (void)x, (void)y, (void)width, (void)height, (void)subpixel;
  (void)make, (void)model;
  struct output *output = data;
  output->is_turned = (transform & 1) != 0;
}

static void output_moded(
  void *data, struct wl_output *wl_output, uint32_t flags, int32_t width, int32_t height,
  int32_t refresh) {
  (void)wl_output, (void)refresh;
  struct output *output = data;
  if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
  output->pixels_wide = width;
  output->pixels_high = height;
}

static void output_done(void *data, struct wl_output *wl_output) {
  (void)wl_output;
  struct output *output = data;
  update_scale(output->window);
}

static void output_scaled(void *data, struct wl_output *wl_output, int32_t scale) {
  (void)wl_output;
  struct output *output = data;
  output->scale = scale;
}

static void xdg_output_placed(void *data, void *xdg_output, int32_t x, int32_t y) {
  (void)data, (void)xdg_output, (void)x, (void)y;
}

static void xdg_output_sized(void *data, void *xdg_output, int32_t width, int32_t height) {
  (void)xdg_output, (void)height;
  struct output *output = data;
  output->units_wide = width;
}

static void xdg_output_done(void *data, void *xdg_output) {
  (void)xdg_output;
  struct output *output = data;
  update_scale(output->window);
}

static void xdg_output_named(void *data, void *xdg_output, const char *text) {
  (void)data, (void)xdg_output, (void)text;
}

static void measure(struct output *output) {
  static const struct {
    void (*position)(void *, void *, int32_t, int32_t);
    void (*size)(void *, void *, int32_t, int32_t);
    void (*done)(void *, void *);
    void (*name)(void *, void *, const char *);
    void (*description)(void *, void *, const char *);
  } listener = {
    xdg_output_placed, xdg_output_sized, xdg_output_done, xdg_output_named, xdg_output_named};
  struct loaded_wayland_window *window = output->window;
  if (!window->xdg_outputs || output->xdg_output) return;
  output->xdg_output = protocol_make(window->xdg_outputs, &protocol_xdg_output, output->output);
  if (output->xdg_output)
    wl_proxy_add_listener(output->xdg_output, (void (**)(void))&listener, output);
}

static void output_free(struct output *output) {
  protocol_destroy(output->xdg_output);
  wl_output_destroy(output->output);
  free(output);
}

static void output_found(
  struct loaded_wayland_window *window, struct wl_registry *registry, uint32_t name) {
  static const struct wl_output_listener listener = {
    .geometry = output_placed, .mode = output_moded, .done = output_done,
    .scale = output_scaled};
  struct output *output = calloc(1, sizeof *output);
  if (!output) return;
  *output = (struct output){.next = window->outputs, .window = window, .name = name, .scale = 1};
  output->output = wl_registry_bind(registry, name, &wl_output_interface, 2);
  if (!output->output) {
    free(output);
    return;
  }
  window->outputs = output;
  wl_output_add_listener(output->output, &listener, output);
  measure(output);
}

// The compositor's objects

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void global_found(
  void *data, struct wl_registry *registry, uint32_t name, const char *interface,
  uint32_t version) {
  struct loaded_wayland_window *window = data;
  if (!strcmp(interface, "wl_compositor") && !window->compositor)
    window->compositor =
      wl_registry_bind(registry, name, &wl_compositor_interface, least(version, 4));
  else if (!strcmp(interface, "wl_subcompositor") && !window->subcompositor)
    window->subcompositor = wl_registry_bind(registry, name, &wl_subcompositor_interface, 1);
  else if (!strcmp(interface, "wl_shm") && !window->shm)
    window->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  else if (!strcmp(interface, "wp_viewporter") && !window->viewporter)
    window->viewporter = wl_registry_bind(registry, name, &protocol_viewporter, 1);
  else if (!strcmp(interface, "wp_fractional_scale_manager_v1") && !window->fractional_scales)
    window->fractional_scales =
      wl_registry_bind(registry, name, &protocol_fractional_scales, 1);
  else if (!strcmp(interface, "zxdg_output_manager_v1") && !window->xdg_outputs)
    window->xdg_outputs =
      wl_registry_bind(registry, name, &protocol_xdg_outputs, least(version, 3));
  else if (!strcmp(interface, "wl_output") && version >= 2)
    output_found(window, registry, name);
}

static void global_gone(void *data, struct wl_registry *registry, uint32_t name) {
  (void)registry;
  struct loaded_wayland_window *window = data;
  for (struct output **place = &window->outputs; *place; place = &(*place)->next) {
    struct output *output = *place;
    if (output->name != name) continue;
    *place = output->next;
    output_free(output);
    update_scale(window);
    return;
  }
}

static void use_queue(struct loaded_wayland_window *window, struct wl_event_queue *queue) {
  void *objects[] = {
    window->registry, window->compositor, window->subcompositor, window->shm,
    window->viewporter, window->fractional_scales, window->xdg_outputs};
  for (size_t index = 0; index < sizeof objects / sizeof *objects; index++)
    if (objects[index]) wl_proxy_set_queue(objects[index], queue);
  for (struct output *output = window->outputs; output; output = output->next) {
    wl_proxy_set_queue((struct wl_proxy *)output->output, queue);
    if (output->xdg_output) wl_proxy_set_queue(output->xdg_output, queue);
  }
}

// The registry, whose events arrive on `queue`.
static struct wl_registry *create_registry(
  struct wl_display *display, struct wl_event_queue *queue) {
  struct wl_display *wrapper = wl_proxy_create_wrapper(display);
  if (!wrapper) return NULL;
  wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
  struct wl_registry *registry = wl_display_get_registry(wrapper);
  wl_proxy_wrapper_destroy(wrapper);
  return registry;
}

static int find_globals(struct loaded_wayland_window *window) {
  static const struct wl_registry_listener listener = {global_found, global_gone};
  // On a queue of its own, so that waiting does not dispatch SDL's events.
  struct wl_event_queue *queue = wl_display_create_queue(window->display);
  if (!queue) return 0;
  window->registry = create_registry(window->display, queue);
  if (window->registry) {
    wl_registry_add_listener(window->registry, &listener, window);
    wl_display_roundtrip_queue(window->display, queue);
    // Managers may be announced after the displays.
    for (struct output *output = window->outputs; output; output = output->next) measure(output);
    wl_display_roundtrip_queue(window->display, queue);
    use_queue(window, NULL);
  }
  wl_event_queue_destroy(queue);
  return window->compositor && window->subcompositor && window->shm;
}

// The surface

static void mark_output(
  struct loaded_wayland_window *window, const struct wl_output *wl_output, int is_under_window) {
  for (struct output *output = window->outputs; output; output = output->next)
    if (output->output == wl_output) output->is_under_window = is_under_window;
  update_scale(window);
}

static void surface_entered(void *data, struct wl_surface *surface, struct wl_output *output) {
  (void)surface;
  mark_output(data, output, 1);
}

static void surface_left(void *data, struct wl_surface *surface, struct wl_output *output) {
  (void)surface;
  mark_output(data, output, 0);
}

static void scale_preferred(void *data, void *fractional_scale, uint32_t scale) {
  (void)fractional_scale;
  struct loaded_wayland_window *window = data;
  // Without a viewport only whole scales can be shown.
  if (!window->viewport || scale == 0 || scale > 100 * LOADED_WAYLAND_SCALE) return;
  window->preferred_scale = (int)scale;
  update_scale(window);
}

static int make_surface(struct loaded_wayland_window *window) {
  static const struct wl_surface_listener listener = {
    .enter = surface_entered, .leave = surface_left};
  static const struct {
    void (*preferred)(void *, void *, uint32_t);
  } scale_listener = {scale_preferred};
  window->surface = wl_compositor_create_surface(window->compositor);
  if (!window->surface) return 0;
  wl_surface_add_listener(window->surface, &listener, window);
  window->subsurface =
    wl_subcompositor_get_subsurface(window->subcompositor, window->surface, window->sdl);
  if (!window->subsurface) return 0;
  wl_subsurface_set_desync(window->subsurface);
  struct wl_region *nothing = wl_compositor_create_region(window->compositor);
  if (!nothing) return 0;
  wl_surface_set_input_region(window->surface, nothing);
  wl_region_destroy(nothing);
  if (window->viewporter)
    window->viewport = protocol_make(window->viewporter, &protocol_viewport, window->surface);
  if (!window->fractional_scales) return 1;
  window->fractional_scale =
    protocol_make(window->fractional_scales, &protocol_fractional_scale, window->surface);
  if (window->fractional_scale)
    wl_proxy_add_listener(
      window->fractional_scale, (void (**)(void))&scale_listener, window);
  return 1;
}

struct loaded_wayland_window *loaded_wayland_window(
  struct wl_display *display, struct wl_surface *sdl, const struct loaded_wayland_events *events,
  void *context) {
  if (!loaded_wayland_open()) return NULL;
  struct loaded_wayland_window *window = calloc(1, sizeof *window);
  if (!window) return NULL;
  *window = (struct loaded_wayland_window){
    .display = display, .sdl = sdl, .events = events, .context = context};
  int has_globals = find_globals(window);
  window->scale = wanted_scale(window);
  if (has_globals && make_surface(window)) return window;
  loaded_wayland_window_free(window);
  return NULL;
}

void loaded_wayland_window_free(struct loaded_wayland_window *window) {
  if (window->callback) wl_callback_destroy(window->callback);
  protocol_destroy(window->fractional_scale);
  protocol_destroy(window->viewport);
  if (window->subsurface) wl_subsurface_destroy(window->subsurface);
  if (window->surface) wl_surface_destroy(window->surface);
  while (window->outputs) {
    struct output *output = window->outputs;
    window->outputs = output->next;
    output_free(output);
  }
  protocol_destroy(window->xdg_outputs);
  protocol_destroy(window->fractional_scales);
  protocol_destroy(window->viewporter);
  if (window->shm) wl_shm_destroy(window->shm);
  if (window->subcompositor) wl_subcompositor_destroy(window->subcompositor);
  if (window->compositor) wl_compositor_destroy(window->compositor);
  if (window->registry) wl_registry_destroy(window->registry);
  free(window);
}

int loaded_wayland_window_scale(const struct loaded_wayland_window *window) {
  int scale = window->scale;
  if (window->viewport) return scale;
  return (scale + LOADED_WAYLAND_SCALE - 1) / LOADED_WAYLAND_SCALE * LOADED_WAYLAND_SCALE;
}

// Buffers

int loaded_wayland_memory(long length) {
  int file = memfd_create("frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, length) != 0) {
    close(file);
    return -1;
  }
  // This way compositors need not guard against files that shrink while they read.
  fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL);
  return file;
}

struct wl_buffer *loaded_wayland_buffer(
  struct loaded_wayland_window *window, int memory, int width, int height, void *context) {
  struct wl_shm_pool *pool = wl_shm_create_pool(window->shm, memory, width * height * 4);
  if (!pool) return NULL;
  struct wl_buffer *buffer =
    wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  // The only event of a buffer.
  if (buffer)
    wl_proxy_add_listener(
      (struct wl_proxy *)buffer, (void (**)(void))&window->events->buffer_released, context);
  return buffer;
}

void loaded_wayland_buffer_free(struct wl_buffer *buffer) { wl_buffer_destroy(buffer); }

static void frame_requested(void *context, struct wl_callback *callback, uint32_t time) {
  (void)time;
  struct loaded_wayland_window *window = context;
  wl_callback_destroy(callback);
  window->callback = NULL;
  window->events->frame_requested(window->context);
}

static void request_frame(struct loaded_wayland_window *window) {
  static const struct wl_callback_listener listener = {frame_requested};
  if (window->callback) wl_callback_destroy(window->callback);
  window->callback = wl_surface_frame(window->surface);
  if (window->callback) wl_callback_add_listener(window->callback, &listener, window);
}

static void mark_changed(
  struct wl_surface *surface, const struct loaded_wayland_rect *areas, int count) {
  if (wl_surface_get_version(surface) < WL_SURFACE_DAMAGE_BUFFER_SINCE_VERSION) {
    wl_surface_damage(surface, 0, 0, INT32_MAX, INT32_MAX);
    return;
  }
  for (int index = 0; index < count; index++) {
    struct loaded_wayland_rect area = areas[index];
    wl_surface_damage_buffer(surface, area.x, area.y, area.width, area.height);
  }
}

void loaded_wayland_show(
  struct loaded_wayland_window *window, struct wl_buffer *buffer,
  const struct loaded_wayland_rect *areas, int count, struct wl_buffer *ground, int width,
  int height) {
  if (ground) {
    // The frame waits for SDL's surface, so that both change together.
    wl_subsurface_set_sync(window->subsurface);
    if (window->viewport) viewport_set_destination(window->viewport, width, height);
  }
  if (!window->viewport)
    wl_surface_set_buffer_scale(
      window->surface, loaded_wayland_window_scale(window) / LOADED_WAYLAND_SCALE);
  wl_surface_attach(window->surface, buffer, 0, 0);
  mark_changed(window->surface, areas, count);
  request_frame(window);
  wl_surface_commit(window->surface);
  if (ground) {
    wl_surface_attach(window->sdl, ground, 0, 0);
    wl_surface_damage(window->sdl, 0, 0, width, height);
    wl_surface_commit(window->sdl);
    wl_subsurface_set_desync(window->subsurface);
  }
  wl_display_flush(window->display);
}
