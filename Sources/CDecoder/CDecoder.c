#define _GNU_SOURCE
#include "CDecoder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The most descriptors that come with one packet.
enum { most_files = 253 };

typedef union {
  char bytes[CMSG_SPACE(sizeof(int) * most_files)];
  struct cmsghdr header;
} Control;

static _Bool send_files(
    int socket, const void *packet, size_t count, const int *files, size_t file_count)
{
  struct iovec part = {(void *)packet, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  Control control = {0};
  if (file_count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * file_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * file_count);
    memcpy(CMSG_DATA(header), files, sizeof(int) * file_count);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

_Bool spots_send(int socket, const void *packet, size_t count, int file) {
  return send_files(socket, packet, count, &file, file >= 0);
}

/// Puts the first `wanted` descriptors that came with `message` into `files`, and closes the rest.
static void take_files(struct msghdr *message, int *files, size_t wanted) {
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header;
       header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int file;
      memcpy(&file, CMSG_DATA(header) + index * sizeof file, sizeof file);
      if (wanted == 0) {
        close(file);
        continue;
      }
      *files++ = file;
      wanted--;
    }
  }
}

static ssize_t receive(int socket, void *packet, size_t count, int *files, size_t wanted) {
  struct iovec part = {packet, count};
  Control control;
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  for (size_t index = 0; index < wanted; index++) files[index] = -1;
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    // If the other side closed without reading everything, the kernel reports that once, ahead of
    // what it had sent.
  } while (received < 0 && (errno == EINTR || errno == ECONNRESET));
  if (received < 0) return received;
  _Bool is_cut = message.msg_flags & (MSG_TRUNC | MSG_CTRUNC);
  take_files(&message, files, is_cut ? 0 : wanted);
  return is_cut ? -1 : received;
}

ssize_t spots_receive(int socket, void *packet, size_t count, int *file) {
  return receive(socket, packet, count, file, 1);
}

/// The most bytes of an answer.
static size_t room_for_answer(const SpotsDecoderRequest *request) {
  size_t frame = (size_t)request->width * request->height * 4, most = 1;
  _Bool may_move =
      request->format == SpotsImageFormatGIF || request->format == SpotsImageFormatWebP;
  if (may_move && frame > 0 && frame < SPOTS_DECODER_ANIMATION_BYTES) {
    most = SPOTS_DECODER_ANIMATION_BYTES / frame;
  }
  return (frame + 4) * most;
}

int spots_answer_file(const SpotsDecoderRequest *request) {
  int file = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)room_for_answer(request)) == 0 &&
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0) {
    return file;
  }
  close(file);
  return -1;
}

_Bool spots_send_request(int socket, const SpotsDecoderRequest *request, int bytes) {
  const int files[] = {bytes, spots_answer_file(request)};
  _Bool is_sent = send_files(socket, request, sizeof *request, files, files[1] >= 0 ? 2 : 1);
  if (files[1] >= 0) close(files[1]);
  return is_sent;
}

ssize_t spots_receive_request(int socket, SpotsDecoderRequest *request, int files[2]) {
  return receive(socket, request, sizeof *request, files, 2);
}

// Standard input, output and error go to /dev/null: libraries print warnings there that quote the
// file, escape sequences included.
static int spawn(const char *path, _Bool draws, int socket, pid_t *process) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  for (int file = 0; file < 3; file++) {
    posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
  }
  posix_spawn_file_actions_adddup2(&files, socket, SPOTS_DECODER_SOCKET);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  char *const drawing = draws ? (char *)SPOTS_DECODER_DRAWS : NULL;
  char *const arguments[] = {(char *)"spots-decoder", drawing, NULL};
  char *const environment[] = {NULL};
  int error = posix_spawn(process, path, &files, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int spots_decoder_start(const char *path, _Bool draws, SpotsDecoder *decoder) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) return errno;
  // A descriptor that is duplicated onto itself would still be closed on exec.
  int theirs = fcntl(sockets[1], F_DUPFD_CLOEXEC, SPOTS_DECODER_SOCKET + 1);
  close(sockets[1]);
  pid_t process;
  int error = theirs < 0 ? errno : spawn(path, draws, theirs, &process);
  if (theirs >= 0) close(theirs);
  if (error == 0) {
    decoder->socket = sockets[0];
    decoder->is_gone = 0;
    decoder->number = process;
    decoder->process = (int)syscall(SYS_pidfd_open, process, 0);
    if (decoder->process >= 0) return 0;
    error = errno;
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
  }
  close(sockets[0]);
  return error;
}

double spots_decoder_time(SpotsDecoder decoder) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(decoder.number, &clock) || clock_gettime(clock, &time)) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

char spots_decoder_state(SpotsDecoder decoder) {
  char path[32], text[256];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)decoder.number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text);
  close(file);
  // The state follows the name, which is in parentheses.
  const char *name_end = count > 0 ? memrchr(text, ')', (size_t)count) : NULL;
  return name_end && name_end + 2 < text + count ? name_end[2] : 0;
}

int spots_decoder_end(SpotsDecoder *decoder) {
  close(decoder->socket);
  // A process that ends closes its socket before others can see how it ended.
  struct pollfd ended = {.fd = decoder->process, .events = POLLIN};
  siginfo_t end = {0};
  if (poll(&ended, 1, decoder->is_gone ? 100 : 0) > 0) {
    waitid((idtype_t)P_PIDFD, (id_t)decoder->process, &end, WEXITED | WNOHANG | WNOWAIT);
  }
  int signal = end.si_code == CLD_KILLED || end.si_code == CLD_DUMPED ? end.si_status : 0;
  syscall(SYS_pidfd_send_signal, decoder->process, SIGKILL, NULL, 0);
  // In a program that ignores SIGCHLD, the kernel reaps children; then nothing is left to do.
  while (waitid((idtype_t)P_PIDFD, (id_t)decoder->process, &end, WEXITED) != 0 && errno == EINTR) {
  }
  close(decoder->process);
  return signal;
}

static const int all_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

static int seal(int memory, _Bool is_whole) {
  if (is_whole && fcntl(memory, F_ADD_SEALS, all_seals) == 0) return memory;
  int error = errno;
  close(memory);
  errno = error;
  return -1;
}

int spots_sealed_copy(int file, size_t most) {
  int memory = memfd_create("bytes", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  size_t copied = 0;
  off_t offset = 0;
  ssize_t count;
  while ((count = sendfile(memory, file, &offset, most + 1 - copied)) != 0) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return seal(memory, 0);
    copied += (size_t)count;
    if (copied > most) {
      errno = EFBIG;
      return seal(memory, 0);
    }
  }
  return seal(memory, 1);
}

int spots_sealed_bytes(const void *bytes, size_t count) {
  int memory = memfd_create("bytes", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(memory, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return seal(memory, 0);
    next += written;
    count -= (size_t)written;
  }
  return seal(memory, 1);
}

const void *spots_answer_pixels(const SpotsDecoderAnswer *answer, int file, size_t *length) {
  struct stat facts;
  if (answer->width < 1 || answer->width > SPOTS_DECODER_SIDE || answer->height < 1 ||
      answer->height > SPOTS_DECODER_SIDE || answer->frames < 1 ||
      answer->frames > SPOTS_DECODER_ANIMATION_BYTES / 4) {
    return NULL;
  }
  *length = ((size_t)answer->width * answer->height + 1) * answer->frames * 4;
  // Fails while the file is mapped for writing.
  fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL);
  if ((fcntl(file, F_GET_SEALS) & all_seals) != all_seals) return NULL;
  if (fstat(file, &facts) != 0 || (size_t)facts.st_size < *length) return NULL;
  void *memory = mmap(NULL, *length, PROT_READ, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}
