// The protocol between a program and its decoder, and functions to start and use decoders.
//
// A decoder is a process that turns the bytes of images into pixels, one image at a time. Over a
// socket it receives requests, each with the bytes in a sealed memory file and with a second one to
// write the pixels to, and answers them in the same order. Nothing else goes in or out, and the
// memory that its answers take is limited by their requests.

#ifndef C_DECODER_H
#define C_DECODER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor of a decoder's socket.
#define SPOTS_DECODER_SOCKET 3

/// The argument of a decoder that can decode BMP, SVG and AVIF as well.
#define SPOTS_DECODER_DRAWS "draws"

/// The most pixels an image of a file may have, and the longest side.
#define SPOTS_DECODER_PIXELS (64 << 20)
#define SPOTS_DECODER_SIDE 16384
/// Limits for all frames of an animation together: in pixels at the file's own size, and in bytes
/// at the size they are shown at. Of a larger animation only the first frame is decoded.
#define SPOTS_DECODER_ANIMATION_PIXELS (48 << 20)
#define SPOTS_DECODER_ANIMATION_BYTES (64 << 20)

typedef enum : uint32_t {
  SpotsImageFormatPNG = 1,
  SpotsImageFormatJPEG,
  SpotsImageFormatGIF,
  SpotsImageFormatWebP,
  SpotsImageFormatBMP,
  SpotsImageFormatSVG,
  SpotsImageFormatAVIF,
} SpotsImageFormat;

/// A part of an image, in pixels and fractions of them.
typedef struct {
  double x, y, width, height;
} SpotsPart;

/// A request to decode one image, sent with the descriptors of the memory file that has its bytes
/// and of the one for the answer.
typedef struct {
  SpotsImageFormat format;
  /// How the image has to be turned to be upright: an EXIF orientation, 1 to 8.
  uint32_t orientation;
  /// The size of the pixels wanted, upright; each at least 1.
  uint32_t width, height;
  /// The image's own size as its header gives it, in pixels, as it is stored.
  double natural_width, natural_height;
  /// The part of it that is wanted, in the same pixels.
  SpotsPart part;
} SpotsDecoderRequest;

typedef enum : uint32_t {
  /// The pixels come with the answer.
  SpotsDecoderDone = 0,
  /// The bytes are no image of the format; the message says what is wrong.
  SpotsDecoderRefused,
  /// There was not enough memory for it within the decoder's limit.
  SpotsDecoderOutOfMemory,
} SpotsDecoderOutcome;

/// The answer to a request. With the outcome `SpotsDecoderDone` it is sent with the descriptor of
/// the memory file for it, no longer mapped, that begins with `frames` images of `width` by
/// `height` pixels. A pixel is 32 bits: alpha in the highest byte, then red, green and blue. After
/// the pixels follows the duration of each frame, a `uint32_t` in milliseconds.
typedef struct {
  SpotsDecoderOutcome outcome;
  uint32_t width, height;
  /// 1, or more for an animation.
  uint32_t frames;
  /// How often an animation plays; 0 means forever.
  uint32_t loops;
  /// Printable ASCII, ends with a zero.
  char message[120];
} SpotsDecoderAnswer;

/// Which restrictions hold, as a decoder reports them before it takes its first request.
typedef struct {
  /// 1 for each that holds; 0 where the kernel does not support it.
  uint32_t no_new_privileges, landlock, seccomp;
} SpotsDecoderBox;

/// Shrinks or enlarges an image that comes row by row.
typedef struct SpotsScaler SpotsScaler;

/// Begins with an image of `source_width` by `source_height` pixels. The result for `part` of it is
/// written to `target`, which has `width` by `height` pixels, with alpha in the highest byte, then
/// red, green and blue.
///
/// @return NULL when memory is short.
SpotsScaler *spots_scaler(
    SpotsPart part, int source_width, int source_height, uint32_t *target, int width, int height);
void spots_scaler_free(SpotsScaler *scaler);

/// Takes the next row, from the top: a byte each of red, green, blue and alpha for every pixel.
void spots_scaler_row(SpotsScaler *scaler, const uint8_t *row);

/// Whether no further row is needed.
_Bool spots_scaler_is_done(const SpotsScaler *scaler);

/// Sends one packet, and the descriptor `file` with it unless it is below 0.
///
/// @return Whether it was sent; false when the other side is gone.
_Bool spots_send(int socket, const void *packet, size_t count, int file);

/// Waits for one packet of at most `count` bytes. Puts the first descriptor that came with it into
/// `file`, which the caller closes; -1 when none came.
///
/// @return How many bytes came; 0 when the other side is gone, below 0 for packets that are longer.
ssize_t spots_receive(int socket, void *packet, size_t count, int *file);

/// Creates the memory file for the answer to `request`: as large as any answer to it, and of that
/// size for good. It takes memory only as it is written to.
///
/// @return Its descriptor, which the caller closes; -1 when there is none.
int spots_answer_file(const SpotsDecoderRequest *request);

/// Sends a request with the descriptor of the image's bytes, and a new file for the answer.
///
/// @return Whether it was sent; false when the other side is gone.
_Bool spots_send_request(int socket, const SpotsDecoderRequest *request, int bytes);

/// Waits for a request. Puts the descriptors of the image's bytes and of the file for the answer
/// into `files`, which the caller closes; -1 for each that did not come.
///
/// @return As `spots_receive`.
ssize_t spots_receive_request(int socket, SpotsDecoderRequest *request, int files[2]);

/// Gives up every right that decoding does not need: afterwards the process can allocate memory and
/// use `socket`, and anything else ends it.
SpotsDecoderBox spots_enter_box(int socket);

/// A running decoder.
typedef struct {
  int socket;
  /// A descriptor of its process, and the number of the process.
  int process;
  pid_t number;
  /// Whether its end of the socket was found closed.
  _Bool is_gone;
} SpotsDecoder;

/// Starts the decoder at `path`, which lives until its socket or the calling thread ends.
///
/// @param draws Whether it can decode BMP, SVG and AVIF as well, which makes it start more slowly.
/// @return 0, or the number of an error.
int spots_decoder_start(const char *path, _Bool draws, SpotsDecoder *decoder);

/// The CPU time that a decoder has used, in seconds; 0 when it is gone.
double spots_decoder_time(SpotsDecoder decoder);

/// The state of a decoder's process, by the kernel's letter, such as S when it sleeps and T when it
/// is stopped; 0 when unknown.
char spots_decoder_state(SpotsDecoder decoder);

/// Ends a decoder, whatever it is doing, and closes its descriptors.
///
/// @return The signal that had ended it before, as after a crash; 0 when none had.
int spots_decoder_end(SpotsDecoder *decoder);

/// Copies the bytes of an open file, at most `most`, to a memory file that nobody can change.
///
/// @return Its descriptor, which the caller closes; -1 with `errno` when there is none, `EFBIG` for
///     a file with more bytes.
int spots_sealed_copy(int file, size_t most);

/// The same for bytes in memory.
int spots_sealed_bytes(const void *bytes, size_t count);

/// Maps the pixels of an answer, after checking its numbers and the length of `file`, and sealing it
/// against every change.
///
/// @return NULL unless `file` holds what `answer` says, and cannot change. The caller unmaps
///     `length` bytes.
const void *spots_answer_pixels(const SpotsDecoderAnswer *answer, int file, size_t *length);

#endif
