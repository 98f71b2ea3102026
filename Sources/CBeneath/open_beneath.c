#define _GNU_SOURCE
#include "open_beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

const int spots_path_only = O_PATH;

int spots_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {
      .flags = (unsigned long long)flags,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
