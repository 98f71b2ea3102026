#include <sys/syscall.h>
#include <unistd.h>

// Functions that Dispatch offers to other run loops: exported, but in none of its headers.

// An eventfd that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);

// Runs that work. Must be called on the main thread.
void _dispatch_main_queue_callback_4CF(void *unused);

// Whether the calling thread is the one the program began on.
static inline _Bool is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
