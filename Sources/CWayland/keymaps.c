// Guards calls of SDL's to libxkbcommon.
//
// When a keyboard enters the window with a key held, as a virtual one does that has just come, SDL
// 2.26 looks the key up in a layout that it does not know yet, and libxkbcommon reads what is not
// its own; and it goes on without a keymap after one that cannot be used. Debian's SDL is linked
// with libxkbcommon, so that its calls reach functions of a program that have the same names.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

struct xkb_keymap;
struct xkb_state;
typedef void (*key_function)(struct xkb_keymap *, uint32_t, void *);

// The library's own function in place of the one of the program that has its name.
#define LIBRARY(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int xkb_keymap_key_get_syms_by_level(
  struct xkb_keymap *keymap, uint32_t key, uint32_t layout, uint32_t level,
  const uint32_t **symbols) {
  __typeof__(&xkb_keymap_key_get_syms_by_level) get = LIBRARY(xkb_keymap_key_get_syms_by_level);
  *symbols = NULL;
  if (!keymap || !get) return 0;
  // The library takes numbers of this size for negative ones.
  return get(keymap, key, layout > INT32_MAX ? 0 : layout, level, symbols);
}

void xkb_keymap_key_for_each(struct xkb_keymap *keymap, key_function function, void *context) {
  __typeof__(&xkb_keymap_key_for_each) each = LIBRARY(xkb_keymap_key_for_each);
  if (keymap && each) each(keymap, function, context);
}

int xkb_state_update_mask(
  struct xkb_state *state, uint32_t depressed, uint32_t latched, uint32_t locked,
  uint32_t depressed_layout, uint32_t latched_layout, uint32_t locked_layout) {
  __typeof__(&xkb_state_update_mask) update = LIBRARY(xkb_state_update_mask);
  if (!state || !update) return 0;
  return update(
    state, depressed, latched, locked, depressed_layout, latched_layout, locked_layout);
}
