// The requests and events of libwayland's own protocol, with the library's functions found at run
// time, and those of protocols the library does not have.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stddef.h>
#include <stdint.h>
#include <wayland-client-core.h>

#define FUNCTIONS(each)                                                                            \
  each(wl_display_connect) each(wl_display_create_queue) each(wl_display_disconnect)               \
  each(wl_display_dispatch) each(wl_display_flush) each(wl_display_get_error)                      \
  each(wl_display_get_fd) each(wl_display_roundtrip_queue) each(wl_event_queue_destroy)            \
  each(wl_proxy_add_listener)                                                                      \
  each(wl_proxy_create_wrapper) each(wl_proxy_destroy) each(wl_proxy_get_version)                  \
  each(wl_proxy_marshal_flags) each(wl_proxy_set_queue) each(wl_proxy_wrapper_destroy)

#define DECLARE(name) extern __typeof__(name) *loaded_##name;
FUNCTIONS(DECLARE)

#define wl_display_connect (*loaded_wl_display_connect)
#define wl_display_create_queue (*loaded_wl_display_create_queue)
#define wl_display_disconnect (*loaded_wl_display_disconnect)
#define wl_display_dispatch (*loaded_wl_display_dispatch)
#define wl_display_flush (*loaded_wl_display_flush)
#define wl_display_get_error (*loaded_wl_display_get_error)
#define wl_display_get_fd (*loaded_wl_display_get_fd)
#define wl_display_roundtrip_queue (*loaded_wl_display_roundtrip_queue)
#define wl_event_queue_destroy (*loaded_wl_event_queue_destroy)
#define wl_proxy_add_listener (*loaded_wl_proxy_add_listener)
#define wl_proxy_create_wrapper (*loaded_wl_proxy_create_wrapper)
#define wl_proxy_destroy (*loaded_wl_proxy_destroy)
#define wl_proxy_get_version (*loaded_wl_proxy_get_version)
#define wl_proxy_marshal_flags (*loaded_wl_proxy_marshal_flags)
#define wl_proxy_set_queue (*loaded_wl_proxy_set_queue)
#define wl_proxy_wrapper_destroy (*loaded_wl_proxy_wrapper_destroy)

#define wl_buffer_interface (*loaded_wl_buffer_interface)
#define wl_callback_interface (*loaded_wl_callback_interface)
#define wl_compositor_interface (*loaded_wl_compositor_interface)
#define wl_output_interface (*loaded_wl_output_interface)
#define wl_region_interface (*loaded_wl_region_interface)
#define wl_registry_interface (*loaded_wl_registry_interface)
#define wl_shm_interface (*loaded_wl_shm_interface)
#define wl_shm_pool_interface (*loaded_wl_shm_pool_interface)
#define wl_subcompositor_interface (*loaded_wl_subcompositor_interface)
#define wl_subsurface_interface (*loaded_wl_subsurface_interface)
#define wl_surface_interface (*loaded_wl_surface_interface)
#include <wayland-client-protocol.h>

#define INTERFACES(each)                                                                           \
  each(buffer) each(callback) each(compositor) each(output) each(region) each(registry) each(shm)  \
  each(shm_pool) each(subcompositor) each(subsurface) each(surface)

// Loads the library on the first call. Returns 0 when it is missing or older than 1.20.
int loaded_wayland_open(void);

// Interfaces that the library does not have. The first request to a manager destroys it, the second
// creates an object that belongs to another one.
extern const struct wl_interface protocol_viewporter, protocol_viewport;
extern const struct wl_interface protocol_fractional_scales, protocol_fractional_scale;
extern const struct wl_interface protocol_xdg_outputs, protocol_xdg_output;

static inline void *protocol_make(
  void *manager, const struct wl_interface *interface, void *of) {
  struct wl_proxy *proxy = manager;
  return wl_proxy_marshal_flags(
    proxy, 1, interface, wl_proxy_get_version(proxy), 0, NULL, of);
}

static inline void protocol_destroy(void *object) {
  struct wl_proxy *proxy = object;
  if (proxy)
    wl_proxy_marshal_flags(
      proxy, 0, NULL, wl_proxy_get_version(proxy), WL_MARSHAL_FLAG_DESTROY);
}

static inline void viewport_set_destination(void *viewport, int width, int height) {
  struct wl_proxy *proxy = viewport;
  wl_proxy_marshal_flags(proxy, 2, NULL, wl_proxy_get_version(proxy), 0, width, height);
}

#endif
