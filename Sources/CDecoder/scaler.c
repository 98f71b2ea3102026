// Shrinks and enlarges images row by row, so that a large one never has to be in memory as a whole.
//
// Each new pixel is the average of the old ones it covers, weighted by their covered part and their
// alpha; when enlarging, it is interpolated between its neighbors.

#include "CDecoder.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef float Color __attribute__((vector_size(16)));
typedef int32_t Channels __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

/// Which old pixels of a row or column make up a new one. Weights add up to 1.
typedef struct {
  int start, count;
  const float *weights;
} Taps;

struct SpotsScaler {
  int source_width, row;
  /// The old columns that are used: from `left` up to, but not including, `right`.
  int left, right;
  int width, height, next;
  uint32_t *target;
  Taps *columns, *rows;
  float *column_weights, *row_weights;
  bool enlarges;
  /// The weighted sum of the old rows of the next new row, colors multiplied by their alpha.
  Color *line;
  /// The previous old row, when enlarging.
  uint8_t *last;
};

static double at_least(double value, double bound) { return value > bound ? value : bound; }
static double at_most(double value, double bound) { return value < bound ? value : bound; }

static Taps average(double low, double high, int count, float *weights) {
  int start = (int)at_most(at_least(low, 0), count - 1);
  double above = at_least(high - 1e-9, 0);
  int end = (int)above + ((int)above < above);
  if (end < start + 1) end = start + 1;
  if (end > count) end = count;
  double sum = 0;
  for (int index = start; index < end; index++) {
    sum += at_least(at_most(high, index + 1) - at_least(low, index), 0);
  }
  for (int index = start; index < end; index++) {
    double part = at_least(at_most(high, index + 1) - at_least(low, index), 0);
    weights[index - start] = sum > 0 ? (float)(part / sum) : 1;
  }
  return (Taps){start, end - start, weights};
}

static Taps between(double position, int count, float *weights) {
  if (count < 2) {
    weights[0] = 1;
    return (Taps){0, 1, weights};
  }
  double place = at_most(at_least(position, 0), count - 1);
  int start = (int)place < count - 2 ? (int)place : count - 2;
  float part = (float)(place - start);
  weights[0] = 1 - part;
  weights[1] = part;
  return (Taps){start, 2, weights};
}

/// @param start, length The wanted part of the `old` pixels.
/// @return Whether there was memory for them.
static bool find_taps(
    double start, double length, int old, int new, Taps **taps, float **all_weights)
{
  double ratio = length / new;
  size_t most = ratio > 1 ? (size_t)ratio + 3 : 2;
  *taps = calloc((size_t)new, sizeof(Taps));
  *all_weights = calloc(most * (size_t)new, sizeof(float));
  if (!*taps || !*all_weights) return false;
  for (int index = 0; index < new; index++) {
    double low = start + index * ratio;
    float *weights = *all_weights + most * (size_t)index;
    (*taps)[index] = ratio > 1 ? average(low, low + ratio, old, weights)
                               : between(low + ratio / 2 - 0.5, old, weights);
  }
  return true;
}

SpotsScaler *spots_scaler(
    SpotsPart part, int source_width, int source_height, uint32_t *target, int width, int height)
{
  SpotsScaler *scaler = calloc(1, sizeof(SpotsScaler));
  if (!scaler) return NULL;
  scaler->source_width = source_width;
  scaler->width = width;
  scaler->height = height;
  scaler->target = target;
  scaler->enlarges = part.height / height <= 1;
  scaler->line = aligned_alloc(sizeof(Color), sizeof(Color) * (size_t)source_width);
  scaler->last = calloc((size_t)source_width, 4);
  if (!scaler->line || !scaler->last ||
      !find_taps(
          part.x, part.width, source_width, width, &scaler->columns, &scaler->column_weights) ||
      !find_taps(
          part.y, part.height, source_height, height, &scaler->rows, &scaler->row_weights)) {
    spots_scaler_free(scaler);
    return NULL;
  }
  memset(scaler->line, 0, sizeof(Color) * (size_t)source_width);
  Taps last = scaler->columns[width - 1];
  scaler->left = scaler->columns[0].start;
  scaler->right = last.start + last.count;
  return scaler;
}

void spots_scaler_free(SpotsScaler *scaler) {
  free(scaler->columns);
  free(scaler->rows);
  free(scaler->column_weights);
  free(scaler->row_weights);
  free(scaler->line);
  free(scaler->last);
  free(scaler);
}

_Bool spots_scaler_is_done(const SpotsScaler *scaler) { return scaler->next >= scaler->height; }

static void mix(SpotsScaler *scaler, const uint8_t *row, float weight) {
  for (int x = scaler->left; x < scaler->right; x++) {
    Bytes bytes;
    memcpy(&bytes, row + (size_t)x * 4, sizeof bytes);
    Color color = __builtin_convertvector(bytes, Color);
    float alpha = color[3];
    color[3] = 255;
    scaler->line[x] += color * (alpha * weight);
  }
}

static uint32_t pixel(Color sum) {
  if (!(sum[3] > 0)) return 0;
  Color color = sum * (255 / sum[3]);
  color[3] = sum[3] / 255;
  Channels channels = __builtin_convertvector(color + 0.5f, Channels);
  // Weights add up to 1, except for rounding.
  Channels excess = channels > 255;
  channels = (channels & ~excess) | (255 & excess);
  return (uint32_t)channels[3] << 24 | (uint32_t)channels[0] << 16 | (uint32_t)channels[1] << 8 |
         (uint32_t)channels[2];
}

static void finish_row(SpotsScaler *scaler) {
  uint32_t *target = scaler->target + (size_t)scaler->next * scaler->width;
  for (int x = 0; x < scaler->width; x++) {
    Taps taps = scaler->columns[x];
    Color sum = {0, 0, 0, 0};
    for (int index = 0; index < taps.count; index++) {
      sum += scaler->line[taps.start + index] * taps.weights[index];
    }
    target[x] = pixel(sum);
  }
  memset(
      scaler->line + scaler->left, 0, sizeof(Color) * (size_t)(scaler->right - scaler->left));
  scaler->next++;
}

/// Two successive new rows share at most one old row: the last of one, the first of the other.
static void shrink_row(SpotsScaler *scaler, const uint8_t *row) {
  while (!spots_scaler_is_done(scaler)) {
    Taps taps = scaler->rows[scaler->next];
    int index = scaler->row - taps.start;
    if (index < 0) return;
    mix(scaler, row, taps.weights[index]);
    if (index + 1 < taps.count) return;
    finish_row(scaler);
  }
}

static void enlarge_row(SpotsScaler *scaler, const uint8_t *row) {
  while (!spots_scaler_is_done(scaler)) {
    Taps taps = scaler->rows[scaler->next];
    if (taps.start + taps.count - 1 > scaler->row) break;
    if (taps.count > 1) mix(scaler, scaler->last, taps.weights[0]);
    mix(scaler, row, taps.weights[taps.count - 1]);
    finish_row(scaler);
  }
  memcpy(scaler->last, row, (size_t)scaler->source_width * 4);
}

void spots_scaler_row(SpotsScaler *scaler, const uint8_t *row) {
  if (scaler->enlarges) {
    enlarge_row(scaler, row);
  } else {
    shrink_row(scaler, row);
  }
  scaler->row++;
}
