#include <spawn.h>

// What glibc offers besides POSIX to start programs, and Swift's module of it leaves out.

// Closes all files from `from` on in the program.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// POSIX_SPAWN_SETSID: gives the program a session of its own.
static const int spawn_in_own_session = 0x80;
