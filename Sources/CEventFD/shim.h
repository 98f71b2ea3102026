#include <sys/eventfd.h>

// Flags of eventfd(2), which Swift does not import since they belong to an enumeration without a
// name.
static const int eventfd_nonblocking = EFD_NONBLOCK;
static const int eventfd_close_on_exec = EFD_CLOEXEC;
