/// The number of allocations that the calling thread has made so far.
///
/// Programs that use it get this module's allocation functions, which call the C library's.
unsigned long allocations(void);
