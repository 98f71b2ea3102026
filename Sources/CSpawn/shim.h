#include <spawn.h>

// Extensions of glibc for starting programs, which Swift's Glibc module leaves out.

// Closes all descriptors from `from` up in the new program.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// POSIX_SPAWN_SETSID: gives the program a session of its own.
static const int spawn_in_own_session = 0x80;
