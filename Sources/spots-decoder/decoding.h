// What all formats share: where rows go, and how decoding fails.

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

/// The frames decoded so far, at the size that was requested, not yet upright.
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

/// Ends the current request with a reason for people to read.
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Ends the current request because there is no memory.
_Noreturn void out_of_memory(void);
/// Allocates memory that is freed when the current request ends, however it ends.
void *take(size_t count);
/// Calls `close(what)` when the current request ends, however it ends. At most 256 per request.
void close_at_end(void (*close)(void *), void *what);
/// Closes at once what was added since `closing_mark()` returned `mark`.
void close_to(int mark);
int closing_mark(void);

/// Refuses images without pixels, and those beyond the limits for images in files.
void check_size(uint64_t width, uint64_t height);

/// Room for one more frame, shown for `delay` milliseconds; NULL when the animation is too large.
uint32_t *next_frame(Frames *frames, uint32_t delay);

/// Begins to shrink or enlarge an image of `width` by `height` pixels, whose rows follow, to the
/// part and the size that `request` asks for.
SpotsScaler *scale_to(
    uint32_t *target, const Frames *frames, const SpotsDecoderRequest *request, int width,
    int height);
/// Scales a whole image at once.
void scale_image(
    uint32_t *target, const Frames *frames, const SpotsDecoderRequest *request,
    const uint8_t *pixels, size_t stride, int width, int height);
/// The smallest factor, 1 at most, by which the image may be scaled while it is decoded, so that
/// the part that is wanted still has at least the size that is wanted.
double wanted_factor(const SpotsDecoderRequest *request, const Frames *frames);

void decode_png(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
void decode_jpeg(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
void decode_gif(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
void decode_webp(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
/// BMP, SVG and AVIF, which SDL_image knows.
void decode_with_sdl(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames);
/// Loads SDL_image and its dependencies.
///
/// @return Whether it is installed.
bool load_sdl(void);

#endif
