#ifndef C_DECODING_CHILD_H
#define C_DECODING_CHILD_H

#include <stddef.h>
#include <stdint.h>

// How a drawing that was drawn in a process of its own ended.
typedef enum {
  SpotsDrawingDone,
  // It is no drawing the library knows; `message` says why.
  SpotsDrawingRefused,
  // The process did not finish in time and was ended.
  SpotsDrawingTimedOut,
  // The process crashed, or had no memory left.
  SpotsDrawingCrashed,
  // There is no memory, or no process, for it.
  SpotsDrawingUnavailable,
} SpotsDrawingOutcome;

// A drawing as pixels, four bytes each: red, green, blue, alpha, rows without gaps.
typedef struct {
  const uint8_t *pixels;
  int32_t width;
  int32_t height;
  char message[120];
  // What is given back; of no use to others.
  void *memory;
  size_t length;
} SpotsDrawing;

// Draws an SVG of `count` bytes in at most `width` by `height` pixels, in a child process that is
// gone when this returns, within about `seconds`, whatever the bytes are. May be called from any
// thread. `drawing` is to be given to `spots_drawing_free` whatever the outcome.
SpotsDrawingOutcome spots_draw_svg(
    const void *bytes, size_t count, int32_t width, int32_t height, double seconds,
    SpotsDrawing *drawing);

void spots_drawing_free(SpotsDrawing *drawing);

#endif
