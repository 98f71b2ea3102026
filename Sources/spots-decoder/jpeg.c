// JPEG, decoded at half, a quarter or an eighth of its size where that is enough.

#include "decoding.h"

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

/// The most pixels that all scans together may have. A progressive image from a camera has about
/// ten scans, each of which takes as long as a whole image.
static const uint64_t most_scanned = (uint64_t)1 << 30;

static void fail(j_common_ptr jpeg) {
  if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY) out_of_memory();
  char message[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, message);
  refuse("%s", message);
}

static void ignore(j_common_ptr jpeg, int level) {}
static void destroy(void *jpeg) { jpeg_destroy_decompress(jpeg); }

static void count_scans(j_common_ptr jpeg) {
  j_decompress_ptr image = (j_decompress_ptr)jpeg;
  uint64_t pixels = (uint64_t)image->image_width * image->image_height;
  if ((uint64_t)image->input_scan_number * pixels > most_scanned) refuse("it has too many scans");
}

/// The largest of the fast divisors that leaves enough pixels.
static unsigned divisor(double factor) {
  for (unsigned divisor = 8; divisor > 1; divisor /= 2) {
    if (factor * divisor <= 1) return divisor;
  }
  return 1;
}

/// Converts CMYK to red, green, blue and alpha. Adobe's programs store it inverted.
static void convert_cmyk(uint8_t *row, unsigned width, bool is_inverted) {
  for (unsigned x = 0; x < width; x++, row += 4) {
    unsigned black = is_inverted ? row[3] : 255 - row[3];
    for (int index = 0; index < 3; index++) {
      row[index] = (uint8_t)((is_inverted ? row[index] : 255 - row[index]) * black / 255);
    }
    row[3] = 255;
  }
}

void decode_jpeg(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  struct jpeg_decompress_struct *jpeg = take(sizeof *jpeg);
  struct jpeg_error_mgr *errors = take(sizeof *errors);
  struct jpeg_progress_mgr *progress = take(sizeof *progress);
  jpeg->err = jpeg_std_error(errors);
  errors->error_exit = fail;
  errors->emit_message = ignore;
  jpeg_create_decompress(jpeg);
  close_at_end(destroy, jpeg);
  *progress = (struct jpeg_progress_mgr){.progress_monitor = count_scans};
  jpeg->progress = progress;
  jpeg_mem_src(jpeg, bytes.start, bytes.count);
  jpeg_read_header(jpeg, TRUE);
  check_size(jpeg->image_width, jpeg->image_height);

  bool is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->scale_num = 1;
  jpeg->scale_denom = divisor(wanted_factor(request, frames));
  jpeg_start_decompress(jpeg);
  SpotsScaler *scaler = scale_to(
      next_frame(frames, 0), frames, request, (int)jpeg->output_width, (int)jpeg->output_height);
  uint8_t *row = take((size_t)jpeg->output_width * 4);
  while (jpeg->output_scanline < jpeg->output_height && !spots_scaler_is_done(scaler)) {
    jpeg_read_scanlines(jpeg, &row, 1);
    if (is_cmyk) convert_cmyk(row, jpeg->output_width, jpeg->saw_Adobe_marker);
    spots_scaler_row(scaler, row);
  }
}
