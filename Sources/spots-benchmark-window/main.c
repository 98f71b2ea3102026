// A window of SDL with nothing in it, as plain as can be, and without OpenGL, which costs more than
// the window itself: a limit for every program that shows more.
//
// Prints when it was shown, in seconds of the monotonic clock, and ends.

#include <SDL2/SDL.h>
#include <stdio.h>
#include <time.h>

static int fail(const char *step) {
  fprintf(stderr, "%s: %s\n", step, SDL_GetError());
  return 1;
}

int main(void) {
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail("SDL_Init");
  SDL_Window *window = SDL_CreateWindow(
    "bare", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 1280, 800, SDL_WINDOW_SHOWN);
  if (window == NULL) return fail("SDL_CreateWindow");
  SDL_Surface *surface = SDL_GetWindowSurface(window);
  if (surface == NULL) return fail("SDL_GetWindowSurface");
  SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 255, 255, 255));
  if (SDL_UpdateWindowSurface(window) != 0) return fail("SDL_UpdateWindowSurface");
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("shown\t%.6f\n", (double)now.tv_sec + (double)now.tv_nsec / 1e9);
  return 0;
}
