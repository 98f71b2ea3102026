// WebP: still images, decoded at the size that is wanted, and animations.

#include "decoding.h"

#include <webp/decode.h>
#include <webp/demux.h>

static void check(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OK: return;
    case VP8_STATUS_OUT_OF_MEMORY: out_of_memory();
    case VP8_STATUS_NOT_ENOUGH_DATA: refuse("it ends too early");
    default: refuse("it is broken");
  }
}

static int smaller(int side, double factor) {
  double scaled = side * factor;
  int whole = (int)scaled + ((int)scaled < scaled);
  return whole < 1 ? 1 : whole;
}

static void decode_still(
    Bytes bytes, const SpotsDecoderRequest *request, Frames *frames, WebPDecoderConfig *config)
{
  int width = config->input.width, height = config->input.height;
  double factor = wanted_factor(request, frames);
  if (factor < 1) {
    width = smaller(width, factor);
    height = smaller(height, factor);
    config->options.use_scaling = 1;
    config->options.scaled_width = width;
    config->options.scaled_height = height;
  }
  size_t stride = (size_t)width * 4;
  config->output.colorspace = MODE_RGBA;
  config->output.is_external_memory = 1;
  config->output.u.RGBA.rgba = take(stride * height);
  config->output.u.RGBA.stride = (int)stride;
  config->output.u.RGBA.size = stride * height;
  check(WebPDecode(bytes.start, bytes.count, config));
  scale_image(
      next_frame(frames, 0), frames, request, config->output.u.RGBA.rgba, stride, width, height);
}

static void destroy(void *decoder) { WebPAnimDecoderDelete(decoder); }

static void decode_animation(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) refuse("the library is of another version");
  options.color_mode = MODE_RGBA;
  WebPData data = {bytes.start, bytes.count};
  WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
  if (!decoder) refuse("it is broken");
  close_at_end(destroy, decoder);
  WebPAnimInfo info;
  WebPAnimDecoderGetInfo(decoder, &info);
  frames->loops = info.loop_count;
  int last = 0;
  while (WebPAnimDecoderHasMoreFrames(decoder)) {
    uint8_t *pixels;
    int end;
    if (!WebPAnimDecoderGetNext(decoder, &pixels, &end)) break;
    uint32_t *target = next_frame(frames, (uint32_t)(end - last));
    last = end;
    if (!target) return;
    scale_image(
        target, frames, request, pixels, (size_t)info.canvas_width * 4, (int)info.canvas_width,
        (int)info.canvas_height);
  }
  if (frames->frames == 0) refuse("it is broken");
}

void decode_webp(Bytes bytes, const SpotsDecoderRequest *request, Frames *frames) {
  WebPDecoderConfig *config = take(sizeof *config);
  if (!WebPInitDecoderConfig(config)) refuse("the library is of another version");
  check(WebPGetFeatures(bytes.start, bytes.count, &config->input));
  check_size((uint64_t)config->input.width, (uint64_t)config->input.height);
  if (config->input.has_animation) {
    decode_animation(bytes, request, frames);
  } else {
    decode_still(bytes, request, frames, config);
  }
}
