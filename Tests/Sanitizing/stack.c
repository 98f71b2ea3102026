// Answers the sanitizers' question for the signal stack.
//
// Their runtimes ask before every longjmp, with which libpng and libjpeg report damaged pictures. The
// decoder is not allowed the system call and would be killed. This function stands in front of the
// C library's, as an object file linked into what `Scripts/test --sanitize` runs: no signal stack is
// ever set.

#include <signal.h>
#include <stddef.h>

int sigaltstack(const stack_t *new, stack_t *old) {
  (void)new;
  if (old) *old = (stack_t){.ss_sp = NULL, .ss_flags = SS_DISABLE, .ss_size = 0};
  return 0;
}
