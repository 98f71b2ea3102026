// The programs have their own main function; SDL must not rename it.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
// All in one module: if each library had its own, each would contain SDL, and whether the compiler
// finds its names would depend on the order in which it reads them.
#include <SDL2/SDL_ttf.h>
#include <SDL2/SDL_vulkan.h>

// The declarations of SDL_syswm.h that are needed, without the X11 headers it includes, whose names
// are plain words like Window and Display.
enum SpotsWindowSystem { SPOTS_SYSWM_X11 = 2, SPOTS_SYSWM_WAYLAND = 6 };
struct SpotsSysWMinfo {
  SDL_version version;
  enum SpotsWindowSystem system;
  void *display;
  // Under Wayland a pointer to the surface.
  unsigned long window;
  Uint8 rest[112];
};
extern DECLSPEC SDL_bool SDLCALL SDL_GetWindowWMInfo(
    SDL_Window *window, struct SpotsSysWMinfo *info);
