// A Wayland window from which files are dragged: dragging-client URI...
//
// A press in it begins to drag, and the window goes out of the way. Prints "shown", "entered" when
// the pointer is in it, "dragging" after the press, and "over" when the files are where they can be
// dropped.

#define _GNU_SOURCE
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

enum { SIDE = 300 };

static struct {
  SDL_Window *window;
  struct wl_surface *surface;
  struct wl_shm *shm;
  struct wl_seat *seat;
  struct wl_data_device_manager *manager;
  struct wl_data_device *device;
  char **uris;
} client;

static void say(const char *word) {
  puts(word);
  fflush(stdout);
}

static void targeted(void *data, struct wl_data_source *source, const char *type) {
  (void)data, (void)source;
  if (type) say("over");
}

static void asked(void *data, struct wl_data_source *source, const char *type, int32_t file) {
  (void)data, (void)source, (void)type;
  for (char **uri = client.uris; *uri; uri++) dprintf(file, "%s\r\n", *uri);
  close(file);
}

static void ended(void *data, struct wl_data_source *source) { (void)data, (void)source; }

static void chosen(void *data, struct wl_data_source *source, uint32_t action) {
  (void)data, (void)source, (void)action;
}

static void pressed(
  void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
  uint32_t state) {
  static const struct wl_data_source_listener listener = {
    targeted, asked, ended, ended, ended, chosen};
  (void)data, (void)pointer, (void)time, (void)button;
  if (state != WL_POINTER_BUTTON_STATE_PRESSED) return;
  struct wl_data_source *source = wl_data_device_manager_create_data_source(client.manager);
  wl_data_source_add_listener(source, &listener, NULL);
  wl_data_source_offer(source, "text/uri-list");
  wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
  wl_data_device_start_drag(client.device, source, client.surface, NULL, serial);
  SDL_DestroyWindow(client.window);
  say("dragging");
}

static void entered(
  void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
  wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)pointer, (void)serial, (void)x, (void)y;
  if (surface == client.surface) say("entered");
}

static void left(
  void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
  (void)data, (void)pointer, (void)serial, (void)surface;
}

static void moved(
  void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)pointer, (void)time, (void)x, (void)y;
}

static void turned(
  void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {
  (void)data, (void)pointer, (void)time, (void)axis, (void)value;
}

static void found(
  void *data, struct wl_registry *registry, uint32_t name, const char *interface,
  uint32_t version) {
  (void)data, (void)version;
  if (!strcmp(interface, "wl_shm"))
    client.shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  if (!strcmp(interface, "wl_seat"))
    client.seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
  if (!strcmp(interface, "wl_data_device_manager"))
    client.manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
}

static void gone(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

// Has the compositor show the window, which it does not before it has pixels.
static void paint(void) {
  int length = SIDE * SIDE * 4, file = memfd_create("window", MFD_CLOEXEC);
  if (ftruncate(file, length)) return;
  struct wl_shm_pool *pool = wl_shm_create_pool(client.shm, file, length);
  struct wl_buffer *buffer = wl_shm_pool_create_buffer(
    pool, 0, SIDE, SIDE, SIDE * 4, WL_SHM_FORMAT_XRGB8888);
  wl_surface_attach(client.surface, buffer, 0, 0);
  wl_surface_damage(client.surface, 0, 0, SIDE, SIDE);
  wl_surface_commit(client.surface);
  close(file);
}

int main(int count, char **arguments) {
  static const struct wl_registry_listener registry_listener = {found, gone};
  static const struct wl_pointer_listener pointer_listener = {
    .enter = entered, .leave = left, .motion = moved, .button = pressed, .axis = turned};
  (void)count;
  client.uris = arguments + 1;
  if (SDL_Init(SDL_INIT_VIDEO)) return 1;
  client.window = SDL_CreateWindow("Files", 0, 0, SIDE, SIDE, SDL_WINDOW_BORDERLESS);
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!client.window || !SDL_GetWindowWMInfo(client.window, &info)) return 1;
  client.surface = info.info.wl.surface;
  struct wl_registry *registry = wl_display_get_registry(info.info.wl.display);
  wl_registry_add_listener(registry, &registry_listener, NULL);
  wl_display_roundtrip(info.info.wl.display);
  if (!client.shm || !client.seat || !client.manager) return 1;
  client.device = wl_data_device_manager_get_data_device(client.manager, client.seat);
  wl_pointer_add_listener(wl_seat_get_pointer(client.seat), &pointer_listener, NULL);
  paint();
  wl_display_roundtrip(info.info.wl.display);
  say("shown");
  SDL_Event event;
  while (SDL_WaitEvent(&event) && event.type != SDL_QUIT) {}
  return 0;
}
