// Tells ThreadSanitizer about the waits of Swift's Mutex.
//
// A Mutex that is free is taken by an atomic operation in the caller's own code, which is
// instrumented. One that is held is waited for inside libswiftSynchronization, which is not, so
// everything the waiter reads afterwards is reported as a race. With Swift 6.3 that is so: three
// threads that only count under one Mutex are "Swift access race" without this file and clean with
// it. These two functions stand in front of the library's, as an object file linked into what
// `Scripts/test --sanitize thread` runs.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void (*LockSlow)(
    uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void (*UnlockSlow)(
    __attribute__((swift_context)) void *mutex);

void __tsan_acquire(void *);
void __tsan_release(void *);

/// The library's function of that name. Ends the program when there is none, since a newer library
/// would otherwise leave its mutexes unseen.
static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) void *mutex) {
  ((LockSlow)next(LOCK_SLOW))(thread, mutex);
  __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(
    __attribute__((swift_context)) void *mutex) __asm__(UNLOCK_SLOW);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
  __tsan_release(mutex);
  ((UnlockSlow)next(UNLOCK_SLOW))(mutex);
}

// The options of programs that are started without an environment, as the decoder is: damaged
// pictures ask for absurd amounts of memory, and are told that there is none.

const char *__tsan_default_options(void) {
  return "allocator_may_return_null=1:halt_on_error=1:atexit_sleep_ms=0";
}

/// Arrays made without room write their count, 0, into the one empty array of the standard library.
const char *__tsan_default_suppressions(void) { return "race:_swiftEmptyArrayStorage\n"; }
