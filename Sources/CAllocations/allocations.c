#include "allocations.h"
#include <stddef.h>

static _Thread_local unsigned long count;

unsigned long allocations(void) { return count; }

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

// A sanitizer replaces malloc by functions of its own, and reports each call to hooks.
int __sanitizer_install_malloc_and_free_hooks(
    void (*)(const volatile void *, size_t), void (*)(const volatile void *));

static void allocated(const volatile void *memory, size_t size) { count++; }
static void freed(const volatile void *memory) {}

__attribute__((constructor)) static void install(void) {
  __sanitizer_install_malloc_and_free_hooks(allocated, freed);
}

#else

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

#endif
