// BMP, SVG and AVIF, by SDL_image. It draws SVG with a library that never finishes some drawings,
// which is one reason why decoders are processes.
//
// SDL and what it needs take longer to load than a photo takes to decode, so only decoders that are
// asked for one of these formats load them.

#include "decoding.h"

#include <SDL2/SDL.h>
#include <SDL2/SDL_image.h>
#include <dlfcn.h>
#include <math.h>
#include <string.h>

/// The longest side a drawing is drawn at, in pixels.
static const double longest_drawing = 4096;

static struct {
  SDL_Surface *(*load_svg)(SDL_RWops *, int, int);
  SDL_Surface *(*load_avif)(SDL_RWops *);
  SDL_Surface *(*load_bmp)(SDL_RWops *);
  SDL_RWops *(*stream)(const void *, int);
  void (*free_surface)(SDL_Surface *);
  const char *(*error)(void);
  void (*clear_error)(void);
  bool has_avif;
  int (*convert)(int, int, Uint32, const void *, int, Uint32, void *, int);
} sdl;

bool load_sdl(void) {
  void *library = dlopen("libSDL2_image-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  // Names are looked up in the library and in SDL, which it depends on.
  const struct {
    const char *name;
    void *function;
  } functions[] = {
      {"IMG_LoadSizedSVG_RW", &sdl.load_svg}, {"IMG_LoadAVIF_RW", &sdl.load_avif},
      {"IMG_LoadBMP_RW", &sdl.load_bmp},      {"SDL_RWFromConstMem", &sdl.stream},
      {"SDL_FreeSurface", &sdl.free_surface}, {"SDL_GetError", &sdl.error},
      {"SDL_ClearError", &sdl.clear_error},   {"SDL_ConvertPixels", &sdl.convert},
  };
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *found = dlsym(library, functions[index].name);
    if (!found) return false;
    memcpy(functions[index].function, &found, sizeof found);
  }
  int (*init)(int) = NULL;
  void *found = dlsym(library, "IMG_Init");
  memcpy(&init, &found, sizeof found);
  sdl.has_avif = init && init(IMG_INIT_AVIF) & IMG_INIT_AVIF;
  return true;
}

static void destroy(void *surface) { sdl.free_surface(surface); }
static void close_stream(void *stream) { ((SDL_RWops *)stream)->close(stream); }

static SDL_Surface *check(SDL_Surface *surface) {
  if (!surface) {
    const char *error = sdl.error();
    if (strstr(error, "memory")) out_of_memory();
    refuse("%s", *error ? error : "it is broken");
  }
  close_at_end(destroy, surface);
  if (surface->w < 1 || surface->h < 1) refuse("it has no pixels");
  return surface;
}

/// Draws all of it, so large that the wanted part has the wanted size, up to `longest_drawing`.
static SDL_Surface *draw(SDL_RWops *stream, SpotsDecoderRequest *request, const Frames *frames) {
  double longest = fmax(request->natural_width, request->natural_height);
  double factor = fmin(
      fmax(frames->width / request->part.width, frames->height / request->part.height),
      longest_drawing / longest);
  double width = request->natural_width * factor, height = request->natural_height * factor;
  SDL_Surface *drawn = check(sdl.load_svg(stream, (int)ceil(width), (int)ceil(height)));
  // The surface may be up to a pixel larger than the drawing.
  request->natural_width *= drawn->w / width;
  request->natural_height *= drawn->h / height;
  return drawn;
}

static SDL_Surface *load(
    SDL_RWops *stream, SpotsDecoderRequest *request, const Frames *frames)
{
  switch (request->format) {
    case SpotsImageFormatSVG: return draw(stream, request, frames);
    case SpotsImageFormatAVIF:
      if (!sdl.has_avif) refuse("AVIF images are not supported");
      return check(sdl.load_avif(stream));
    default: return check(sdl.load_bmp(stream));
  }
}

/// One row of `surface` as red, green, blue and alpha. Converted row by row, since two copies of a
/// large image exceed a decoder's memory limit.
static void convert_row(const SDL_Surface *surface, int y, uint8_t *row) {
  const uint8_t *source = (const uint8_t *)surface->pixels + (size_t)y * surface->pitch;
  const SDL_Palette *palette = surface->format->palette;
  if (!palette) {
    if (sdl.convert(
            surface->w, 1, surface->format->format, source, surface->pitch, SDL_PIXELFORMAT_RGBA32,
            row, surface->w * 4)) {
      refuse("%s", sdl.error());
    }
    return;
  }
  if (surface->format->BitsPerPixel != 8) refuse("its pixels are unknown");
  for (int x = 0; x < surface->w; x++, row += 4) {
    SDL_Color color = {0, 0, 0, 255};
    if (source[x] < palette->ncolors) color = palette->colors[source[x]];
    row[0] = color.r;
    row[1] = color.g;
    row[2] = color.b;
    row[3] = color.a;
  }
}

void decode_with_sdl(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  if (!sdl.stream) refuse("SDL_image is not there");
  SDL_RWops *stream = sdl.stream(bytes.start, (int)bytes.count);
  if (!stream) out_of_memory();
  close_at_end(close_stream, stream);
  // Some loaders fail without an error, and that of an earlier image would be taken for theirs.
  sdl.clear_error();
  SpotsDecoderRequest drawn = *request;
  SDL_Surface *surface = load(stream, &drawn, frames);
  check_size((uint64_t)surface->w, (uint64_t)surface->h);
  uint8_t *row = take((size_t)surface->w * 4);
  SpotsScaler *scaler = scale_to(next_frame(frames, 0), frames, &drawn, surface->w, surface->h);
  for (int y = 0; y < surface->h && !spots_scaler_is_done(scaler); y++) {
    convert_row(surface, y, row);
    spots_scaler_row(scaler, row);
  }
}
