// Draws an SVG where it can do no harm.
//
// The library that draws never ends on some drawings, and cannot be stopped but with its process.
// So each drawing gets a child process: a fork, which needs no program on the disk, with limits on
// its memory and time. It leaves the pixels in memory shared with the parent. A child of a program
// with threads may use little: it calls the drawing library and nothing of Swift's.

#define _GNU_SOURCE
#include "CDecodingChild.h"

#include <SDL2/SDL.h>
#include <SDL2/SDL_image.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// At the start of the shared memory; the pixels follow.
typedef struct {
  int32_t width;
  int32_t height;
  char message[120];
} Result;

static const size_t pixels_at = (sizeof(Result) + 63) / 64 * 64;
// What a drawing may take besides what the program has already.
static const rlim_t memory_limit = (rlim_t)512 << 20;

// ---- In the child

// Pages of the address space in use; 0 when it cannot be told.
static rlim_t used_memory(void) {
  char text[64];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  return (rlim_t)strtoul(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, rlim_t value) {
  struct rlimit limits = {value, value};
  setrlimit(resource, &limits);
}

static void close_files_but(int kept) {
  if (syscall(SYS_close_range, 0, kept - 1, 0) != 0 && kept > 0) {
    for (int file = 0; file < kept; file++) close(file);
  }
  if (syscall(SYS_close_range, kept + 1, ~0U, 0) != 0) {
    long end = sysconf(_SC_OPEN_MAX);
    for (int file = kept + 1; file < (end > 65536 ? 65536 : end); file++) close(file);
  }
}

static void confine(int notes, pid_t parent, double seconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
  rlim_t used = used_memory();
  if (used > 0) limit(RLIMIT_AS, used + memory_limit);
  limit(RLIMIT_CPU, (rlim_t)seconds + 2);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  close_files_but(notes);
}

// Takes every lock the drawing will take: one that another thread held during the fork is never
// released here, and the parent sees that this takes too long.
static void warm_up(void) {
  SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_RGBA32);
  SDL_FreeSurface(surface);
  SDL_SetError("-");
  free(malloc(1 << 20));
}

static void draw(
    const void *bytes, size_t count, int32_t width, int32_t height, Result *result, char *pixels)
{
  SDL_RWops *stream = SDL_RWFromConstMem(bytes, (int)count);
  SDL_Surface *drawn = stream ? IMG_LoadSizedSVG_RW(stream, width, height) : NULL;
  SDL_Surface *surface =
      drawn ? SDL_ConvertSurfaceFormat(drawn, SDL_PIXELFORMAT_RGBA32, 0) : NULL;
  if (!surface || surface->w < 1 || surface->h < 1) {
    snprintf(result->message, sizeof result->message, "%s", SDL_GetError());
    return;
  }
  // Keeping the ratio may not give more pixels than there is room for.
  int32_t columns = surface->w < width ? surface->w : width;
  int32_t rows = surface->h < height ? surface->h : height;
  for (int32_t y = 0; y < rows; y++) {
    memcpy(
        pixels + (size_t)y * columns * 4, (char *)surface->pixels + (size_t)y * surface->pitch,
        (size_t)columns * 4);
  }
  result->width = columns;
  result->height = rows;
}

// ---- In the parent

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

// Waits for a note of the child's: its letter, 0 when there will be none, -1 when time is over.
static int next_note(int notes, double seconds) {
  double end = now() + seconds;
  for (;;) {
    double left = end - now();
    struct pollfd wanted = {notes, POLLIN, 0};
    int ready = poll(&wanted, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return -1;
    char letter;
    ssize_t count = read(notes, &letter, 1);
    if (count < 0 && errno == EINTR) continue;
    return count == 1 ? letter : 0;
  }
}

// A program may have its children waited for by others, or by the system. Then the child's number may
// be another process's already, which the handle never is; only old systems have none.
static void end(pid_t child, int handle) {
  if (handle < 0) {
    kill(child, SIGKILL);
  } else {
    syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
    close(handle);
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
}

typedef enum { Done, NotStarted, TimedOut, Crashed, NoProcess } Trial;

static Trial try_once(
    const void *bytes, size_t count, int32_t width, int32_t height, double start, double seconds,
    Result *result)
{
  int notes[2];
  if (pipe2(notes, O_CLOEXEC) != 0) return NoProcess;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    confine(notes[1], parent, seconds);
    warm_up();
    if (write(notes[1], "r", 1) != 1) _exit(1);
    draw(bytes, count, width, height, result, (char *)result + pixels_at);
    if (write(notes[1], "d", 1) != 1) _exit(1);
    _exit(0);
  }
  int handle = child > 0 ? (int)syscall(SYS_pidfd_open, child, 0) : -1;
  close(notes[1]);
  Trial trial = NoProcess;
  if (child > 0) {
    int note = next_note(notes[0], start);
    if (note == 'r') {
      note = next_note(notes[0], seconds);
      trial = note == 'd' ? Done : note == 0 ? Crashed : TimedOut;
    } else {
      trial = NotStarted;
    }
    end(child, handle);
  }
  close(notes[0]);
  return trial;
}

SpotsDrawingOutcome spots_draw_svg(
    const void *bytes, size_t count, int32_t width, int32_t height, double seconds,
    SpotsDrawing *drawing)
{
  memset(drawing, 0, sizeof *drawing);
  if (width < 1 || height < 1 || count > INT32_MAX) return SpotsDrawingUnavailable;
  drawing->length = pixels_at + (size_t)width * (size_t)height * 4;
  void *memory = mmap(
      NULL, drawing->length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return SpotsDrawingUnavailable;
  drawing->memory = memory;
  Result *result = memory;
  Trial trial = NotStarted;
  for (double start = 0.25; trial == NotStarted && start < 2; start *= 2) {
    trial = try_once(bytes, count, width, height, start, seconds, result);
  }
  if (trial == NoProcess || trial == NotStarted) return SpotsDrawingUnavailable;
  if (trial == TimedOut) return SpotsDrawingTimedOut;
  if (trial == Crashed) return SpotsDrawingCrashed;
  // The child may have written anything.
  Result copy = *result;
  copy.message[sizeof copy.message - 1] = 0;
  memcpy(drawing->message, copy.message, sizeof copy.message);
  if (copy.width < 1 || copy.height < 1 || copy.width > width || copy.height > height) {
    return SpotsDrawingRefused;
  }
  drawing->width = copy.width;
  drawing->height = copy.height;
  drawing->pixels = (const uint8_t *)memory + pixels_at;
  return SpotsDrawingDone;
}

void spots_drawing_free(SpotsDrawing *drawing) {
  if (drawing->memory) munmap(drawing->memory, drawing->length);
  drawing->memory = NULL;
  drawing->pixels = NULL;
}
