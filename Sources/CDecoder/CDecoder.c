#define _GNU_SOURCE
#include "CDecoder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef union {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr header;
} Control;

_Bool spots_send(int socket, const void *packet, size_t count, int file) {
  struct iovec part = {(void *)packet, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  Control control = {0};
  if (file >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &file, sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

ssize_t spots_receive(int socket, void *packet, size_t count, int *file) {
  struct iovec part = {packet, count};
  Control control;
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  *file = -1;
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    // If the other side closed without reading everything, the kernel reports that once, ahead of
    // what it had sent.
  } while (received < 0 && (errno == EINTR || errno == ECONNRESET));
  if (received < 0) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int))) {
    memcpy(file, CMSG_DATA(header), sizeof(int));
  }
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
    if (*file >= 0) close(*file);
    *file = -1;
    return -1;
  }
  return received;
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
  if ((fcntl(file, F_GET_SEALS) & all_seals) != all_seals) return NULL;
  if (fstat(file, &facts) != 0 || (size_t)facts.st_size != *length) return NULL;
  void *memory = mmap(NULL, *length, PROT_READ, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}
