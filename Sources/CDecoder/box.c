// The box a decoder works in: memory, a clock and one socket, and nothing else.
//
// Four walls, none of which relies on another: resource limits, no new privileges, Landlock without
// a single path, and a list of system calls; the kernel kills the process for any other.

#define _GNU_SOURCE
#include "CDecoder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// How much memory an image may use, in bytes, on top of what the loaded libraries occupy.
static const rlim_t memory_limit = (rlim_t)400 << 20;

static void close_files_but(int kept) {
  syscall(SYS_close_range, 0, kept - 1, 0);
  syscall(SYS_close_range, kept + 1, ~0U, 0);
}

/// The address space in use, in bytes; 0 when unknown.
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

static void limit_resources(void) {
  rlim_t used = used_memory();
  if (used > 0) limit(RLIMIT_AS, used + memory_limit);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NPROC, 0);
}

/// Takes away every right that this kernel's Landlock knows of.
static bool deny_files(void) {
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  // The number of file rights in each version.
  static const int rights[] = {13, 14, 15, 15, 16};
  struct {
    uint64_t files, network, scopes;
  } ruleset = {
      .files = (1ULL << rights[(version > 5 ? 5 : version) - 1]) - 1,
      .network = version >= 4 ? 3 : 0,
      .scopes = version >= 6 ? 3 : 0,
  };
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int descriptor = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
  if (descriptor < 0) return false;
  bool holds = syscall(SYS_landlock_restrict_self, descriptor, 0) == 0;
  close(descriptor);
  return holds;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#else
#error "the system calls of this architecture have to be looked at first"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define IS(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ALLOW
/// Allowed unless the third argument, a protection, asks for executable memory.
#define WITHOUT_CODE(number)                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4),   \
      LOAD(args[2]),                                     \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), KILL, ALLOW

static bool allow_calls(void) {
  static struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      KILL,
      LOAD(nr),
      IS(__NR_recvmsg),
      IS(__NR_sendmsg),
      IS(__NR_futex),
      IS(__NR_brk),
      WITHOUT_CODE(__NR_mmap),
      WITHOUT_CODE(__NR_mprotect),
      IS(__NR_munmap),
      IS(__NR_mremap),
      IS(__NR_madvise),
      IS(__NR_fstat),
      // Takes a path, which Landlock does not cover.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_newfstatat, 0, 1),
      REFUSE,
      IS(__NR_lseek),
      IS(__NR_read),
      IS(__NR_close),
      IS(__NR_clock_gettime),
      IS(__NR_gettimeofday),
      IS(__NR_getrandom),
      IS(__NR_sysinfo),  // glibc's qsort asks how much memory there is
      IS(__NR_rt_sigreturn),
      IS(__NR_rt_sigprocmask),
      IS(__NR_sigaltstack),  // sanitizers ask for their own before a longjmp
      IS(__NR_restart_syscall),
      IS(__NR_exit),
      IS(__NR_exit_group),
      KILL,
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

SpotsDecoderBox spots_enter_box(int socket) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  close_files_but(socket);
  limit_resources();
  SpotsDecoderBox box = {0};
  box.no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  box.landlock = deny_files();
  box.seccomp = allow_calls();
  return box;
}
