#include <time.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// The processor time of the calling thread, in seconds.
static inline double spots_thread_seconds(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Ends a match at a time of spots_thread_seconds.
struct spots_watch {
  double end;
  int interval, longest, left;
};

// Reading the clock takes as long as hundreds of steps, but a single step may scan the whole text: in
// long texts the clock is read more often, and in all of them often at first.
static inline struct spots_watch spots_watch(size_t length, double end) {
  int first = 1 + (int)(4096 / (length + 16)), longest = 1 + (int)((1 << 20) / (length + 16));
  struct spots_watch watch = {end, first, longest, first};
  return watch;
}

// The callout of a match; `data` is a spots_watch.
static int spots_look_at_watch(pcre2_callout_block_8 *step, void *data) {
  struct spots_watch *watch = data;
  (void)step;
  if (--watch->left > 0) return 0;
  if (watch->interval < watch->longest) watch->interval *= 2;
  watch->left = watch->interval;
  return spots_thread_seconds() > watch->end ? PCRE2_ERROR_CALLOUT : 0;
}
