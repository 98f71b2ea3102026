// libwayland-client, loaded as SDL does it: nothing is linked, so programs start where it is missing.
//
// All of this happens on the thread that runs SDL's events, which also deliver the compositor's.
#ifndef LOADED_WAYLAND_H
#define LOADED_WAYLAND_H

struct wl_display;
struct wl_surface;
struct wl_buffer;

// The abilities of a compositor that decide how windows look.
struct loaded_wayland_desktop {
  // Whether it draws title bars around windows.
  int draws_title_bars;
  // The largest of its displays' scales, rounded up.
  int largest_scale;
};

// Asks the compositor of the environment, on a connection of its own. Returns 1, or 0 when there is
// none or the library is missing or older than 1.20.
int loaded_wayland_ask(struct loaded_wayland_desktop *desktop);

// Whether libdecor is installed, with which SDL draws title bars itself.
int loaded_wayland_has_decorator(void);

// Called for events of the compositor, each with `context`.
struct loaded_wayland_events {
  // It no longer reads a buffer.
  void (*buffer_released)(void *context);
  // It asks for the next frame.
  void (*frame_requested)(void *context);
  // The window has another scale.
  void (*scale_changed)(void *context);
};

// The part of the compositor's unit that scales are counted in.
enum { LOADED_WAYLAND_SCALE = 120 };

// A surface on all of SDL's. Frames go there instead of to SDL's own, because SDL sets the scale of
// that one, which it does not follow, and declares all of it changed with every frame. The pointer
// goes to SDL's.
struct loaded_wayland_window;

// Creates it; NULL when the library is missing or the compositor lacks what it needs. Waits for the
// compositor's answers. `events` must stay.
struct loaded_wayland_window *loaded_wayland_window(
  struct wl_display *display, struct wl_surface *sdl, const struct loaded_wayland_events *events,
  void *context);
void loaded_wayland_window_free(struct loaded_wayland_window *window);

// Pixels per unit in which windows are measured, times `LOADED_WAYLAND_SCALE`.
int loaded_wayland_window_scale(const struct loaded_wayland_window *window);

// A file in memory of `length` bytes; -1 when memory is short.
int loaded_wayland_memory(long length);

// A buffer of opaque pixels, `0xXXRRGGBB`, in all of the file `memory`, which may be closed after
// that. NULL when memory is short.
struct wl_buffer *loaded_wayland_buffer(
  struct loaded_wayland_window *window, int memory, int width, int height, void *context);
void loaded_wayland_buffer_free(struct wl_buffer *buffer);

// Part of a buffer, in its pixels.
struct loaded_wayland_rect {
  int x, y, width, height;
};

// Shows `buffer`, which differs from what is shown in `areas`, and asks for a call of
// `frame_requested`.
//
// With `ground`, a buffer for SDL's surface, the window becomes `width` × `height` units large
// together with the frame; otherwise it stays as large as it is.
void loaded_wayland_show(
  struct loaded_wayland_window *window, struct wl_buffer *buffer,
  const struct loaded_wayland_rect *areas, int count, struct wl_buffer *ground, int width,
  int height);

#endif
