// AddressSanitizer's options for programs that are started without an environment, as the decoder
// is: damaged pictures ask for absurd amounts of memory, and are told that there is none.

const char *__asan_default_options(void) {
  return "allocator_may_return_null=1:detect_leaks=0:quarantine_size_mb=64";
}
