// A decoder that a picture has taken over: what it tries is named by the bytes of the picture.
//
// The tests have it tried in the box of the real one, and look what is left of it.

#define _GNU_SOURCE
#include "CDecoder.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static SpotsDecoderRequest request;

/// Answers with a picture as large as `answer` says, in a file with room for `room` pixels.
static void answer_with(SpotsDecoderAnswer answer, size_t room, int seals) {
  int file = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (ftruncate(file, (off_t)room * 4) != 0) _exit(9);
  fcntl(file, F_ADD_SEALS, seals);
  spots_send(SPOTS_DECODER_SOCKET, &answer, sizeof answer, file);
  close(file);
}

static void misbehave(const char *how) {
  SpotsDecoderAnswer answer = {.width = request.width, .height = request.height, .frames = 1};
  size_t room = (size_t)request.width * request.height + 1;
  const int all = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
  if (!strcmp(how, "behave")) {
    answer_with(answer, room, all);
  } else if (!strcmp(how, "open")) {
    int file = open("/etc/passwd", O_RDONLY);
    if (file >= 0) answer_with(answer, room, all);
  } else if (!strcmp(how, "write")) {
    int file = open("/tmp/spots-decoder-was-here", O_WRONLY | O_CREAT, 0600);
    if (file >= 0) answer_with(answer, room, all);
  } else if (!strcmp(how, "socket")) {
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) answer_with(answer, room, all);
  } else if (!strcmp(how, "exec")) {
    char *const arguments[] = {(char *)"true", NULL};
    execv("/bin/true", arguments);
  } else if (!strcmp(how, "fork")) {
    if (fork() >= 0) answer_with(answer, room, all);
  } else if (!strcmp(how, "signal")) {
    if (kill(getppid(), 0) == 0) answer_with(answer, room, all);
  } else if (!strcmp(how, "code")) {
    void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code != MAP_FAILED) answer_with(answer, room, all);
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
    answer_with(answer, room, all);
  } else if (!strcmp(how, "crash")) {
    *(volatile int *)8 = 1;
  } else if (!strcmp(how, "leave")) {
    _exit(0);
  } else if (!strcmp(how, "large")) {
    answer.width = 16000;
    answer.height = 16000;
    answer_with(answer, room, all);
  } else if (!strcmp(how, "frames")) {
    answer.frames = 0x40000000;
    answer_with(answer, room, all);
  } else if (!strcmp(how, "short")) {
    answer_with(answer, room - 1, all);
  } else if (!strcmp(how, "unsealed")) {
    answer_with(answer, room, F_SEAL_SHRINK | F_SEAL_GROW);
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
  int file;
  while (spots_receive(SPOTS_DECODER_SOCKET, &request, sizeof request, &file) > 0) {
    char how[16] = {0};
    // It was written to its end.
    if (lseek(file, 0, SEEK_SET) < 0 || read(file, how, sizeof how - 1) < 0) return 1;
    close(file);
    misbehave(how);
  }
  return 0;
}
