// The parts of libwayland-client that windows need. As in SDL, the library is loaded when it is
// first used, so that programs start where it is missing.
//
// Everything runs on the thread on which SDL fetches events, which is when the compositor's are
// delivered.
#ifndef LOADED_WAYLAND_H
#define LOADED_WAYLAND_H

struct wl_display;
struct wl_surface;
struct wl_buffer;

// The properties of a compositor on which windows depend.
struct loaded_wayland_desktop {
  // Whether it draws title bars around windows.
  int draws_title_bars;
  // Whether a display has a scale other than 1.
  int is_scaled;
  // Whether there is a seat: a pointer and a keyboard, or a place for them.
  int has_seat;
};

// Asks the compositor that the environment names, over a connection of its own. Returns 0 when it
// does not answer within `milliseconds`, or the library is missing or older than 1.20; else 1.
int loaded_wayland_ask(struct loaded_wayland_desktop *desktop, int milliseconds);

// Whether the connection `display` is lost: the compositor has ended, or has closed it.
int loaded_wayland_is_lost(struct wl_display *display);

// Whether libdecor is installed, with which SDL draws title bars itself.
int loaded_wayland_has_decorator(void);

// Creates a file in memory with a library that stands in for Vulkan's and returns its descriptor;
// -1 when memory is short. The library claims to draw under Wayland, and does nothing else.
int loaded_wayland_vulkan(void);

// The functions that are called for the compositor's events.
struct loaded_wayland_events {
  // The compositor has finished reading `buffer`; `context` is that of the buffer.
  void (*buffer_released)(void *context, struct wl_buffer *buffer);
  // The compositor asks for the next frame; `context` is that of the window, as below.
  void (*frame_requested)(void *context);
  // The window's scale has changed.
  void (*scale_changed)(void *context);
};

// The unit of scales, as in the compositor's protocol: this number stands for a scale of 1.
enum { LOADED_WAYLAND_SCALE = 120 };

// A surface for frames that covers a window of SDL's.
//
// Frames do not go to SDL's own surface, because SDL sets its scale, which may be out of date, and
// reports all of it as changed with every frame. The pointer still enters SDL's surface.
struct loaded_wayland_window;

// Creates the surface for a window of SDL's, and waits until the compositor has described itself
// and its displays. `events` must outlive it. Returns NULL when the library is missing or older
// than 1.20, the compositor lacks shared memory or subsurfaces, or memory is short.
struct loaded_wayland_window *loaded_wayland_window(
  struct wl_display *display, struct wl_surface *sdl, const struct loaded_wayland_events *events,
  void *context);
void loaded_wayland_window_free(struct loaded_wayland_window *window);

// Pixels per unit of the compositor, in which SDL measures windows, times `LOADED_WAYLAND_SCALE`.
int loaded_wayland_window_scale(const struct loaded_wayland_window *window);

// Creates a file in memory of `length` bytes and returns its descriptor; -1 when memory is short.
int loaded_wayland_memory(long length);

// Creates a buffer of opaque pixels, `0xXXRRGGBB`, that uses all of the file `memory`, which may be
// closed afterwards. Returns NULL when memory is short.
struct wl_buffer *loaded_wayland_buffer(
  struct loaded_wayland_window *window, int memory, int width, int height, void *context);
void loaded_wayland_buffer_free(struct wl_buffer *buffer);

// Part of a buffer, in its pixels.
struct loaded_wayland_rect {
  int x, y, width, height;
};

// Shows `buffer`, which differs from what is shown in `areas`, and asks the compositor to call
// `frame_requested` when it is time for the next frame.
//
// With `ground`, a buffer for SDL's surface, the window is resized to `width` × `height` units
// together with the frame; otherwise it keeps its size.
void loaded_wayland_show(
  struct loaded_wayland_window *window, struct wl_buffer *buffer,
  const struct loaded_wayland_rect *areas, int count, struct wl_buffer *ground, int width,
  int height);

#endif
