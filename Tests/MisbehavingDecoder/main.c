// A decoder that a picture has taken over: what it tries is named by the bytes of the picture.
//
// The tests have it tried in the box of the real one, and look what is left of it.

#define _GNU_SOURCE
#include "CDecoder.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static SpotsDecoderRequest request;
/// The bytes of the picture, and the file for the answer.
static int files[2];

/// Answers with a picture as large as `answer` says.
static void answer_with(SpotsDecoderAnswer answer) {
  spots_send(SPOTS_DECODER_SOCKET, &answer, sizeof answer, files[1]);
}

/// Sends the descriptor of a file `count` times with one answer.
static void send_often(SpotsDecoderAnswer answer, int count) {
  static char control[CMSG_SPACE(sizeof(int) * 253)];
  struct iovec part = {&answer, sizeof answer};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
      .msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count)};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
  for (int index = 0; index < count; index++) {
    memcpy(CMSG_DATA(header) + sizeof(int) * (size_t)index, &files[1], sizeof(int));
  }
  sendmsg(SPOTS_DECODER_SOCKET, &message, MSG_NOSIGNAL);
}

static void misbehave(const char *how) {
  SpotsDecoderAnswer answer = {.width = request.width, .height = request.height, .frames = 1};
  struct stat facts;
  if (!strcmp(how, "behave")) {
    answer_with(answer);
  } else if (!strcmp(how, "many")) {
    answer.outcome = SpotsDecoderRefused;
    send_often(answer, 2);
    send_often(answer, 253);
  } else if (!strcmp(how, "sleep")) {
    syscall(SYS_futex, &(int){0}, FUTEX_WAIT, 0, NULL);
  } else if (!strcmp(how, "file")) {
    // Neither allowed nor needed, and it could be as large as memory.
    if (memfd_create("more", 0) >= 0) answer_with(answer);
  } else if (!strcmp(how, "grow")) {
    if (ftruncate(files[1], 1 << 30) == 0) answer_with(answer);
  } else if (!strcmp(how, "owner")) {
    // With its signal, it would reach any process of the user.
    if (fcntl(SPOTS_DECODER_SOCKET, F_SETOWN, getppid()) == 0) answer_with(answer);
  } else if (!strcmp(how, "stat")) {
    if (stat("/etc/passwd", &facts) != 0) _exit(1);
    answer_with(answer);
  } else if (!strcmp(how, "link")) {
    if (lstat("/proc/self/exe", &facts) != 0) _exit(1);
    answer_with(answer);
  } else if (!strcmp(how, "open")) {
    int file = open("/etc/passwd", O_RDONLY);
    if (file >= 0) answer_with(answer);
  } else if (!strcmp(how, "write")) {
    int file = open("/tmp/spots-decoder-was-here", O_WRONLY | O_CREAT, 0600);
    if (file >= 0) answer_with(answer);
  } else if (!strcmp(how, "socket")) {
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) answer_with(answer);
  } else if (!strcmp(how, "exec")) {
    char *const arguments[] = {(char *)"true", NULL};
    execv("/bin/true", arguments);
  } else if (!strcmp(how, "fork")) {
    if (fork() >= 0) answer_with(answer);
  } else if (!strcmp(how, "signal")) {
    if (kill(getppid(), 0) == 0) answer_with(answer);
  } else if (!strcmp(how, "code")) {
    void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code != MAP_FAILED) answer_with(answer);
  } else if (!strcmp(how, "loop")) {
    for (volatile unsigned turn = 0;; turn++) {
    }
  } else if (!strcmp(how, "memory")) {
    for (size_t count = 0; count < 8192; count++) {
      char *memory = malloc(1 << 20);
      if (!memory) abort();
      memset(memory, 1, 1 << 20);
      // Compilers leave out memory that nobody reads.
      __asm__ volatile("" : : "r"(memory) : "memory");
    }
    answer_with(answer);
  } else if (!strcmp(how, "crash")) {
    *(volatile int *)8 = 1;
  } else if (!strcmp(how, "leave")) {
    _exit(0);
  } else if (!strcmp(how, "large")) {
    answer.width = 16000;
    answer.height = 16000;
    answer_with(answer);
  } else if (!strcmp(how, "frames")) {
    answer.frames = 0x40000000;
    answer_with(answer);
  } else if (!strcmp(how, "short")) {
    spots_send(SPOTS_DECODER_SOCKET, &answer, sizeof answer, files[0]);
  } else if (!strcmp(how, "unsealed")) {
    // It could still change the pixels.
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, files[1], 0) == MAP_FAILED) _exit(9);
    answer_with(answer);
  } else if (!strcmp(how, "nothing")) {
    spots_send(SPOTS_DECODER_SOCKET, &answer, sizeof answer, -1);
  } else if (!strcmp(how, "babble")) {
    char packet[4096] = {0};
    spots_send(SPOTS_DECODER_SOCKET, packet, sizeof packet, -1);
  } else if (!strcmp(how, "escape")) {
    answer.outcome = SpotsDecoderRefused;
    memset(answer.message, 0x1b, sizeof answer.message);
    spots_send(SPOTS_DECODER_SOCKET, &answer, sizeof answer, -1);
  }
}

int main(void) {
  SpotsDecoderBox box = spots_enter_box(SPOTS_DECODER_SOCKET);
  if (!spots_send(SPOTS_DECODER_SOCKET, &box, sizeof box, -1)) return 1;
  while (spots_receive_request(SPOTS_DECODER_SOCKET, &request, files) > 0) {
    char how[16] = {0};
    // It was written to its end.
    if (lseek(files[0], 0, SEEK_SET) < 0 || read(files[0], how, sizeof how - 1) < 0) return 1;
    misbehave(how);
    close(files[0]);
    close(files[1]);
  }
  return 0;
}
