// spots-decoder: the bytes of an image in, pixels out.
//
// Started, with a socket and nothing else, by a program that shows images from elsewhere. It loads
// all its libraries before the first byte arrives, then gives up every right that decoding does not
// need. An image that crashes it, or keeps it busy for too long, is the only one lost.

#define _GNU_SOURCE
#include "decoding.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// ---- The current request

typedef struct {
  void (*close)(void *);
  void *what;
} Closing;

enum { most_closings = 256 };
static Closing closings[most_closings];
static int closing_count;
static jmp_buf end_of_request;
static SpotsDecoderAnswer answer;

_Noreturn void refuse(const char *format, ...) {
  answer.outcome = SpotsDecoderRefused;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(answer.message, sizeof answer.message, format, arguments);
  va_end(arguments);
  // A library's message may quote text from the file.
  for (char *letter = answer.message; *letter; letter++) {
    if (*letter < ' ' || *letter > '~') *letter = '?';
  }
  longjmp(end_of_request, 1);
}

_Noreturn void out_of_memory(void) {
  answer.outcome = SpotsDecoderOutOfMemory;
  longjmp(end_of_request, 1);
}

int closing_mark(void) { return closing_count; }

void close_to(int mark) {
  while (closing_count > mark) {
    closing_count--;
    closings[closing_count].close(closings[closing_count].what);
  }
}

void close_at_end(void (*close)(void *), void *what) {
  if (closing_count == most_closings) {
    close(what);
    out_of_memory();
  }
  closings[closing_count++] = (Closing){close, what};
}

void *take(size_t count) {
  void *memory = malloc(count);
  if (!memory) out_of_memory();
  close_at_end(free, memory);
  return memory;
}

void check_size(uint64_t width, uint64_t height) {
  if (width < 1 || height < 1) refuse("it has no pixels");
  if (width > SPOTS_DECODER_SIDE || height > SPOTS_DECODER_SIDE ||
      width * height > SPOTS_DECODER_PIXELS) {
    refuse("it has too many pixels");
  }
}

// ---- Frames

static void free_frames(void *what) {
  Frames *frames = what;
  free(frames->pixels);
  free(frames->delays);
}

/// Makes room for twice as many frames.
static void grow(Frames *frames) {
  uint32_t room = frames->room == 0 ? 1 : frames->room * 2;
  size_t frame = (size_t)frames->width * frames->height * 4;
  uint32_t *pixels = realloc(frames->pixels, frame * room);
  if (!pixels) out_of_memory();
  frames->pixels = pixels;
  uint32_t *delays = realloc(frames->delays, sizeof *delays * room);
  if (!delays) out_of_memory();
  frames->delays = delays;
  frames->room = room;
}

uint32_t *next_frame(Frames *frames, uint32_t delay) {
  size_t frame = (size_t)frames->width * frames->height;
  uint64_t count = frames->frames + 1;
  if (count > 1 && (count * frame * 4 > SPOTS_DECODER_ANIMATION_BYTES ||
                    count * frames->stored_pixels > SPOTS_DECODER_ANIMATION_PIXELS)) {
    frames->frames = 1;
    return NULL;
  }
  if (frames->frames == frames->room) grow(frames);
  frames->delays[frames->frames] = delay;
  return frames->pixels + frame * frames->frames++;
}

static void free_scaler(void *scaler) { spots_scaler_free(scaler); }

SpotsScaler *scale_to(
    uint32_t *target, const Frames *frames, const SpotsDecoderRequest *request, int width,
    int height)
{
  double x = width / request->natural_width, y = height / request->natural_height;
  SpotsPart part = {
      request->part.x * x, request->part.y * y, request->part.width * x, request->part.height * y,
  };
  SpotsScaler *scaler =
      spots_scaler(part, width, height, target, (int)frames->width, (int)frames->height);
  if (!scaler) out_of_memory();
  close_at_end(free_scaler, scaler);
  return scaler;
}

void scale_image(
    uint32_t *target, const Frames *frames, const SpotsDecoderRequest *request,
    const uint8_t *pixels, size_t stride, int width, int height)
{
  int mark = closing_mark();
  SpotsScaler *scaler = scale_to(target, frames, request, width, height);
  for (int y = 0; y < height && !spots_scaler_is_done(scaler); y++) {
    spots_scaler_row(scaler, pixels + (size_t)y * stride);
  }
  close_to(mark);
}

double wanted_factor(const SpotsDecoderRequest *request, const Frames *frames) {
  double x = frames->width / request->part.width, y = frames->height / request->part.height;
  double larger = x > y ? x : y;
  return larger < 1 ? larger : 1;
}

static void decode(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  switch (request->format) {
    case SpotsImageFormatPNG: return decode_png(bytes, request, frames);
    case SpotsImageFormatJPEG: return decode_jpeg(bytes, request, frames);
    case SpotsImageFormatGIF: return decode_gif(bytes, request, frames);
    case SpotsImageFormatWebP: return decode_webp(bytes, request, frames);
    case SpotsImageFormatBMP:
    case SpotsImageFormatSVG:
    case SpotsImageFormatAVIF: return decode_with_sdl(bytes, request, frames);
  }
  refuse("its format is not known");
}

// ---- The answer

/// The index in the stored image of the pixel at `x`, `y` of the upright one.
static size_t stored_index(const Frames *frames, uint32_t orientation, uint32_t x, uint32_t y) {
  uint32_t right = frames->width - 1, bottom = frames->height - 1;
  uint32_t column = x, row = y;
  switch (orientation) {
    case 2: column = right - x; break;
    case 3: column = right - x, row = bottom - y; break;
    case 4: row = bottom - y; break;
    case 5: column = y, row = x; break;
    case 6: column = y, row = bottom - x; break;
    case 7: column = right - y, row = bottom - x; break;
    case 8: column = right - y, row = x; break;
  }
  return (size_t)row * frames->width + column;
}

static void write_frames(uint32_t *target, const Frames *frames, uint32_t orientation) {
  size_t pixels = (size_t)answer.width * answer.height;
  if (orientation < 2 || orientation > 8) {
    memcpy(target, frames->pixels, pixels * answer.frames * 4);
  } else {
    for (uint32_t frame = 0; frame < answer.frames; frame++) {
      const uint32_t *stored = frames->pixels + frame * pixels;
      uint32_t *upright = target + frame * pixels;
      for (uint32_t y = 0; y < answer.height; y++) {
        for (uint32_t x = 0; x < answer.width; x++) {
          *upright++ = stored[stored_index(frames, orientation, x, y)];
        }
      }
    }
  }
  memcpy(target + pixels * answer.frames, frames->delays, sizeof(uint32_t) * answer.frames);
}

/// Copies the frames to the memory file for the answer.
static void write_answer(const Frames *frames, const SpotsDecoderRequest *request, int file) {
  answer.width = request->width;
  answer.height = request->height;
  answer.frames = frames->frames;
  answer.loops = frames->loops;
  size_t length = ((size_t)answer.width * answer.height + 1) * answer.frames * 4;
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) out_of_memory();
  write_frames(memory, frames, request->orientation);
  munmap(memory, length);
}

// ---- The loop

static bool is_sound(const SpotsDecoderRequest *request) {
  return request->width >= 1 && request->width <= SPOTS_DECODER_SIDE && request->height >= 1 &&
         request->height <= SPOTS_DECODER_SIDE &&
         (uint64_t)request->width * request->height <= SPOTS_DECODER_PIXELS / 4 &&
         request->natural_width > 0 && request->natural_height > 0 && request->part.width > 0 &&
         request->part.height > 0;
}

/// Decodes the image in the first of `files` into the second one.
static void answer_request(const SpotsDecoderRequest *request, const int files[2]) {
  static Frames frames;
  static void *memory;
  static off_t count;
  memset(&answer, 0, sizeof answer);
  memset(&frames, 0, sizeof frames);
  memory = MAP_FAILED;
  if (setjmp(end_of_request) == 0) {
    if (!is_sound(request)) refuse("the request is broken");
    bool turns = request->orientation >= 5 && request->orientation <= 8;
    frames.width = turns ? request->height : request->width;
    frames.height = turns ? request->width : request->height;
    frames.stored_pixels = (uint64_t)(request->natural_width * request->natural_height);
    close_at_end(free_frames, &frames);
    count = lseek(files[0], 0, SEEK_END);
    if (count < 1) refuse("it is empty");
    memory = mmap(NULL, (size_t)count, PROT_READ, MAP_PRIVATE, files[0], 0);
    if (memory == MAP_FAILED) out_of_memory();
    decode((Bytes){memory, (size_t)count}, request, &frames);
    write_answer(&frames, request, files[1]);
  }
  close_to(0);
  if (memory != MAP_FAILED) munmap(memory, (size_t)count);
}

/// Draws one small image, so that SDL_image loads what it loads on first use, which the box would
/// prevent. The other libraries load nothing.
static void prepare_drawing(void) {
  if (!load_sdl()) return;
  static const uint8_t svg[] =
      "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><path d='M0 0h1v1z'/></svg>";
  static const SpotsDecoderRequest request = {
      SpotsImageFormatSVG, 1, 1, 1, 1, 1, {0, 0, 1, 1},
  };
  const int files[] = {spots_sealed_bytes(svg, sizeof svg - 1), spots_answer_file(&request)};
  answer_request(&request, files);
  close(files[0]);
  close(files[1]);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], SPOTS_DECODER_DRAWS)) prepare_drawing();
  SpotsDecoderBox box = spots_enter_box(SPOTS_DECODER_SOCKET);
  if (!spots_send(SPOTS_DECODER_SOCKET, &box, sizeof box, -1)) return 1;
  for (;;) {
    SpotsDecoderRequest request;
    int files[2];
    if (spots_receive_request(SPOTS_DECODER_SOCKET, &request, files) != sizeof request) return 0;
    answer_request(&request, files);
    close(files[0]);
    int pixels = answer.outcome == SpotsDecoderDone ? files[1] : -1;
    bool isSent = spots_send(SPOTS_DECODER_SOCKET, &answer, sizeof answer, pixels);
    close(files[1]);
    if (!isSent) return 1;
  }
}

// ---- The runtime of Swift

// Every program that the Swift package manager links has a small part of Swift's runtime, which
// calls these at its start and in a crash. If they were undefined, the linker would add the rest of
// the runtime, 8 MB, to a program without any Swift, which would take three times as long to start.
void swift_addNewDSOImage(const void *image) {}
bool _swift_backtrace_isThunkFunction(const char *name) { return false; }
