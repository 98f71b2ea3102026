// What the formats have in common: where their rows go, and how they fail.

#ifndef DECODING_H
#define DECODING_H

#include "CDecoder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes of an image.
typedef struct {
  const uint8_t *start;
  size_t count;
} Bytes;

/// The frames that have been decoded, in the size they are wanted at, not yet upright.
typedef struct {
  uint32_t width, height;
  uint32_t frames, loops;
  /// `frames` images of `width` by `height` pixels.
  uint32_t *pixels;
  /// Milliseconds, one for each frame.
  uint32_t *delays;
  uint32_t room;
  /// How many pixels the file has for each frame.
  uint64_t stored_pixels;
} Frames;

/// Ends the request at hand with a reason, for people.
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Ends the request at hand for want of memory.
_Noreturn void out_of_memory(void);
/// Memory that is given back when the request at hand ends, however it does.
void *take(size_t count);
/// Calls `close(what)` when the request at hand ends, however it does. At most 256 a request.
void close_at_end(void (*close)(void *), void *what);
/// Gives back at once what was taken since `closing_mark()` gave `mark`.
void close_to(int mark);
int closing_mark(void);

/// Refuses sizes that no image of a screen has.
void check_size(uint64_t width, uint64_t height);

/// Room for one more frame, shown for `delay` milliseconds; nil when animations may not be larger.
uint32_t *next_frame(Frames *frames, uint32_t delay);

/// Begins to shrink or enlarge an image of `width` by `height` pixels, whose rows follow, to the
/// part and the size that `request` wants.
SpotsScaler *scale_to(
    uint32_t *target, const Frames *frames, const SpotsDecoderRequest *request, int width,
    int height);
/// Takes a whole image at once.
void scale_image(
    uint32_t *target, const Frames *frames, const SpotsDecoderRequest *request,
    const uint8_t *pixels, size_t stride, int width, int height);
/// How much smaller than its own size the image may be decoded, 1 at most, so that the part that
/// is wanted has at least the pixels that are wanted.
double wanted_factor(const SpotsDecoderRequest *request, const Frames *frames);

void decode_png(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
void decode_jpeg(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
void decode_gif(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
void decode_webp(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
/// BMP, SVG and AVIF, which SDL_image knows.
void decode_with_sdl(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
/// Loads SDL_image and what it needs.
///
/// @return Whether it is there.
bool load_sdl(void);

#endif
