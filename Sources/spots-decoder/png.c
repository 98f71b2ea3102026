// PNG. Chunks that are not needed for the pixels (texts, profiles, times) are skipped unread.

#include "decoding.h"

#include <png.h>
#include <string.h>

static void fail(png_structp png, png_const_charp message) {
  if (strstr(message, "memory")) out_of_memory();
  refuse("%s", message);
}

static void ignore(png_structp png, png_const_charp message) {}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  Bytes *left = png_get_io_ptr(png);
  if (left->count < count) png_error(png, "it ends too early");
  memcpy(target, left->start, count);
  left->start += count;
  left->count -= count;
}

typedef struct {
  png_structp png;
  png_infop info;
} Reader;

static void destroy(void *what) {
  Reader *reader = what;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
}

static void want_rgba(png_structp png, png_infop info) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

void decode_png(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  Reader *reader = take(sizeof *reader);
  Bytes *left = take(sizeof *left);
  *left = bytes;
  reader->info = NULL;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  if (!reader->png) out_of_memory();
  close_at_end(destroy, reader);
  png_structp png = reader->png;
  reader->info = png_create_info_struct(png);
  if (!reader->info) out_of_memory();
  png_set_user_limits(png, SPOTS_DECODER_SIDE, SPOTS_DECODER_SIDE);
  png_set_chunk_malloc_max(png, 8 << 20);
  // Skips all chunks except IHDR, PLTE, tRNS, IDAT and IEND.
  static const png_byte transparency[] = "tRNS";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, transparency, 1);
  png_set_read_fn(png, left, read_bytes);
  png_read_info(png, reader->info);

  png_uint_32 width = png_get_image_width(png, reader->info);
  png_uint_32 height = png_get_image_height(png, reader->info);
  check_size(width, height);
  want_rgba(png, reader->info);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)width * 4) refuse("its pixels are unknown");

  uint32_t *target = next_frame(frames, 0);
  size_t stride = (size_t)width * 4;
  if (passes > 1) {
    uint8_t *pixels = take(stride * height);
    for (int pass = 0; pass < passes; pass++) {
      for (png_uint_32 y = 0; y < height; y++) png_read_row(png, pixels + y * stride, NULL);
    }
    scale_image(target, frames, request, pixels, stride, (int)width, (int)height);
    return;
  }
  uint8_t *row = take(stride);
  SpotsScaler *scaler = scale_to(target, frames, request, (int)width, (int)height);
  for (png_uint_32 y = 0; y < height && !spots_scaler_is_done(scaler); y++) {
    png_read_row(png, row, NULL);
    spots_scaler_row(scaler, row);
  }
}
