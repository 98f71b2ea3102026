/// How often the calling thread has asked for memory so far.
///
/// A program that uses it has the functions of this module in place of the C library's, which they
/// call.
unsigned long allocations(void);
