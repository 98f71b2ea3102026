// A library that stands in for Vulkan's, which SDL asks for the extensions that windows need.
//
// It has one symbol, the address of a function of this program, and is made in memory: a library on
// disk would have to be found beside every program that opens windows.
//
// Delete it, with `VideoDriver.withoutOpenGL`, once Debian 12 is not supported any more: SDL 2.30.10
// and later load no OpenGL for these windows.

#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loaded_wayland.h"

// Functions, as Vulkan declares them

struct extension {
  char name[256];
  uint32_t version;
};
typedef void (*function)(void);
enum { SUCCESS = 0, INCOMPLETE = 5 };

// Without `extensions`, gives their number; else as many as there is room for.
static int list_extensions(const char *layer, uint32_t *count, struct extension *extensions) {
  static const struct extension all[] = {{"VK_KHR_surface", 1}, {"VK_KHR_wayland_surface", 1}};
  enum { ALL = sizeof all / sizeof *all };
  (void)layer;
  uint32_t room = extensions ? *count : ALL;
  *count = room < ALL ? room : ALL;
  if (extensions) memcpy(extensions, all, *count * sizeof *all);
  return room < ALL ? INCOMPLETE : SUCCESS;
}

static function find_function(void *instance, const char *name) {
  int is_known = !instance && !strcmp(name, "vkEnumerateInstanceExtensionProperties");
  return is_known ? (function)list_extensions : NULL;
}

// The file

enum { UNDEFINED, FINDER, SYMBOLS };

struct library {
  ElfW(Ehdr) header;
  ElfW(Phdr) segments[3];
  ElfW(Dyn) dynamic[6];
  ElfW(Sym) symbols[SYMBOLS];
  // One bucket, so that every name leads to the one symbol.
  struct {
    uint32_t bucket_count, chain_count, buckets[1], chains[SYMBOLS];
  } hashes;
  struct {
    char none[1], finder[sizeof "vkGetInstanceProcAddr"];
  } names;
};

#define PLACE(member) offsetof(struct library, member)

// The ELF header of the program, or of the library, that this is linked into.
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

static struct library make_library(void) {
  struct library library = {
    .header = {.e_type = ET_DYN, .e_version = EV_CURRENT, .e_phoff = PLACE(segments),
               .e_ehsize = sizeof(ElfW(Ehdr)), .e_phentsize = sizeof(ElfW(Phdr)), .e_phnum = 3},
    .segments = {
      // Writable, because the loader puts the addresses of the tables into it.
      {.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_filesz = sizeof(struct library),
       .p_memsz = sizeof(struct library), .p_align = (ElfW(Xword))sysconf(_SC_PAGESIZE)},
      {.p_type = PT_DYNAMIC, .p_flags = PF_R | PF_W, .p_offset = PLACE(dynamic),
       .p_vaddr = PLACE(dynamic), .p_filesz = sizeof library.dynamic,
       .p_memsz = sizeof library.dynamic, .p_align = sizeof(ElfW(Addr))},
      // Without this segment, loading it would make the stacks of all threads executable.
      {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W},
    },
    .dynamic = {
      {.d_tag = DT_HASH, .d_un.d_ptr = PLACE(hashes)},
      {.d_tag = DT_SYMTAB, .d_un.d_ptr = PLACE(symbols)},
      {.d_tag = DT_SYMENT, .d_un.d_val = sizeof(ElfW(Sym))},
      {.d_tag = DT_STRTAB, .d_un.d_ptr = PLACE(names)},
      {.d_tag = DT_STRSZ, .d_un.d_val = sizeof library.names},
      {.d_tag = DT_NULL},
    },
    .symbols[FINDER] = {
      .st_name = offsetof(__typeof__(library.names), finder), .st_shndx = SHN_ABS,
      // The same in 32-bit files.
      .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_value = (ElfW(Addr))find_function},
    .hashes = {.bucket_count = 1, .chain_count = SYMBOLS, .buckets = {FINDER}},
    .names.finder = "vkGetInstanceProcAddr",
  };
  memcpy(library.header.e_ident, __ehdr_start.e_ident, EI_NIDENT);
  library.header.e_machine = __ehdr_start.e_machine;
  library.header.e_flags = __ehdr_start.e_flags;
  return library;
}

int loaded_wayland_vulkan(void) {
  struct library library = make_library();
  int file = memfd_create("vulkan", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (write(file, &library, sizeof library) == sizeof library) return file;
  close(file);
  return -1;
}
