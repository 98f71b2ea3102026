// GIF, painted onto a canvas one image after the other, so that a long animation takes no more
// memory than a short one until it is scaled.

#include "decoding.h"

#include <gif_lib.h>
#include <string.h>

/// The delay, in milliseconds, for images that give less than 20 milliseconds, as in browsers.
static const uint32_t usual_delay = 100;

typedef struct {
  GifFileType *gif;
  Bytes left;
  int width, height;
  /// Red, green, blue and alpha: the canvas as shown, and as it is to be restored after an image.
  uint8_t *canvas, *saved;
  uint8_t *line;
  GraphicsControlBlock control;
} Player;

static void fail(int error) {
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) out_of_memory();
  const char *message = GifErrorString(error);
  refuse("%s", message ? message : "it is broken");
}

static int read_bytes(GifFileType *gif, GifByteType *target, int count) {
  Player *player = gif->UserData;
  size_t some = (size_t)count < player->left.count ? (size_t)count : player->left.count;
  memcpy(target, player->left.start, some);
  player->left.start += some;
  player->left.count -= some;
  return (int)some;
}

static void destroy(void *gif) { DGifCloseFile(gif, NULL); }

/// Reads what an extension says about the next image or the whole animation.
///
/// @return Whether it is complete.
static bool read_extension(Player *player, Frames *frames) {
  int code;
  GifByteType *block;
  if (DGifGetExtension(player->gif, &code, &block) == GIF_ERROR) return false;
  bool loops = false;
  while (block) {
    if (code == GRAPHICS_EXT_FUNC_CODE) {
      DGifExtensionToGCB(block[0], block + 1, &player->control);
    } else if (code == APPLICATION_EXT_FUNC_CODE && block[0] == 11) {
      loops = !memcmp(block + 1, "NETSCAPE2.0", 11) || !memcmp(block + 1, "ANIMEXTS1.0", 11);
    } else if (loops && block[0] == 3 && block[1] == 1) {
      // It plays once more than it repeats.
      uint32_t repeats = block[2] | (uint32_t)block[3] << 8;
      frames->loops = repeats == 0 ? 0 : repeats + 1;
    }
    if (DGifGetExtensionNext(player->gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

static void paint_line(Player *player, const ColorMapObject *colors, int y) {
  GifImageDesc image = player->gif->Image;
  if (y < 0 || y >= player->height) return;
  for (int x = 0; x < image.Width; x++) {
    int column = image.Left + x, index = player->line[x];
    if (column < 0 || column >= player->width) continue;
    if (index == player->control.TransparentColor || index >= colors->ColorCount) continue;
    GifColorType color = colors->Colors[index];
    uint8_t *pixel = player->canvas + ((size_t)y * player->width + column) * 4;
    pixel[0] = color.Red;
    pixel[1] = color.Green;
    pixel[2] = color.Blue;
    pixel[3] = 255;
  }
}

/// Paints the next image.
///
/// @return Whether it is complete.
static bool paint(Player *player) {
  GifFileType *gif = player->gif;
  GifImageDesc image = gif->Image;
  const ColorMapObject *colors = image.ColorMap ? image.ColorMap : gif->SColorMap;
  if (!colors) refuse("it has no colors");
  check_size((uint64_t)image.Width, (uint64_t)image.Height);
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  for (int pass = 0; pass < (image.Interlace ? 4 : 1); pass++) {
    int step = image.Interlace ? steps[pass] : 1;
    for (int y = image.Interlace ? starts[pass] : 0; y < image.Height; y += step) {
      if (DGifGetLine(gif, player->line, image.Width) == GIF_ERROR) return false;
      paint_line(player, colors, image.Top + y);
    }
  }
  return true;
}

static void clear(Player *player, GifImageDesc image) {
  for (int y = 0; y < image.Height; y++) {
    for (int x = 0; x < image.Width; x++) {
      int row = image.Top + y, column = image.Left + x;
      if (row < 0 || row >= player->height || column < 0 || column >= player->width) continue;
      memset(player->canvas + ((size_t)row * player->width + column) * 4, 0, 4);
    }
  }
}

static uint32_t delay(const GraphicsControlBlock *control) {
  return control->DelayTime < 2 ? usual_delay : (uint32_t)control->DelayTime * 10;
}

/// Shows one image of the file.
///
/// @return Whether there may be more.
static bool show_image(Player *player, const SpotsDecoderRequest *request, Frames *frames) {
  if (DGifGetImageDesc(player->gif) == GIF_ERROR) return false;
  GifImageDesc image = player->gif->Image;
  GraphicsControlBlock control = player->control;
  size_t count = (size_t)player->width * player->height * 4;
  if (control.DisposalMode == DISPOSE_PREVIOUS) memcpy(player->saved, player->canvas, count);
  if (!paint(player)) return false;
  uint32_t *target = next_frame(frames, delay(&control));
  if (!target) return false;
  scale_image(
      target, frames, request, player->canvas, (size_t)player->width * 4, player->width,
      player->height);
  if (control.DisposalMode == DISPOSE_BACKGROUND) clear(player, image);
  if (control.DisposalMode == DISPOSE_PREVIOUS) memcpy(player->canvas, player->saved, count);
  player->control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
  return true;
}

/// A GIF that is cut off, or damaged from some point on, shows the images before that.
void decode_gif(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  Player *player = take(sizeof *player);
  *player = (Player){.left = bytes, .control = {.TransparentColor = NO_TRANSPARENT_COLOR}};
  int error = 0;
  player->gif = DGifOpen(player, read_bytes, &error);
  if (!player->gif) fail(error);
  close_at_end(destroy, player->gif);
  player->width = player->gif->SWidth;
  player->height = player->gif->SHeight;
  check_size((uint64_t)player->width, (uint64_t)player->height);
  size_t count = (size_t)player->width * player->height * 4;
  player->canvas = take(count);
  player->saved = take(count);
  player->line = take(65536);
  memset(player->canvas, 0, count);
  frames->loops = 1;

  GifRecordType record;
  bool goesOn = true;
  while (goesOn && DGifGetRecordType(player->gif, &record) == GIF_OK) {
    switch (record) {
      case IMAGE_DESC_RECORD_TYPE: goesOn = show_image(player, request, frames); break;
      case EXTENSION_RECORD_TYPE: goesOn = read_extension(player, frames); break;
      default: goesOn = record == UNDEFINED_RECORD_TYPE; break;
    }
  }
  if (frames->frames == 0) fail(player->gif->Error ? player->gif->Error : D_GIF_ERR_NO_IMAG_DSCR);
}
