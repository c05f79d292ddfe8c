#include "CCurl.h"

#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

struct ccurl_functions ccurl;

// libcurl's ABI version has been 4 since 2006.
#ifdef __APPLE__
// An absolute path, because dlopen(3) searches the working directory for a bare name. No such file
// exists on disk; dyld finds the library in its shared cache.
static const char *const library_names[] = {"/usr/lib/libcurl.4.dylib"};
#else
static const char *const library_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif

static const long global_default = 3;  // CURL_GLOBAL_DEFAULT, curl_global_init(3)

int ccurl_load(char *message, size_t capacity) {
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof library_names / sizeof *library_names; i++) {
    // With RTLD_LAZY, only functions that are called are bound. libcurl loads about thirty
    // libraries, and most of their functions are never called.
    library = dlopen(library_names[i], RTLD_LAZY | RTLD_LOCAL);
    // Report the error for the first name, because most systems have the library by that name.
    const char *why = library ? NULL : dlerror();
    if (i == 0 && why) snprintf(message, capacity, "%s", why);
  }
  if (library == NULL) return -1;

  const struct {
    const char *name;
    void *slot;
  } wanted[] = {
#define CCURL_WANTED(result, name, parameters) {"curl_" #name, &ccurl.name},
      CCURL_FUNCTIONS(CCURL_WANTED)
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    // POSIX allows converting a data pointer from dlsym to a function pointer.
    void *address = dlsym(library, wanted[i].name);
    if (address == NULL) {
      snprintf(message, capacity, "%s is missing: libcurl 7.68 or later is needed",
               wanted[i].name);
      return -1;
    }
    *(void **)wanted[i].slot = address;
  }

  int code = ccurl.global_init(global_default);
  if (code != 0) {
    snprintf(message, capacity, "curl_global_init failed (%d)", code);
    return -1;
  }
  return 0;
}

struct ccurl_address {
  int family;
  int type;
  int protocol;
  unsigned length;
  struct sockaddr address;
};

int ccurl_open_socket(const ccurl_address *address) {
  return socket(address->family, address->type, address->protocol);
}

int ccurl_port(const ccurl_address *address) {
  // Copied, because the address needn't be aligned for its family's type.
  if (address->family == AF_INET) {
    struct sockaddr_in copy;
    memcpy(&copy, &address->address, sizeof copy);
    return ntohs(copy.sin_port);
  }
  if (address->family == AF_INET6) {
    struct sockaddr_in6 copy;
    memcpy(&copy, &address->address, sizeof copy);
    return ntohs(copy.sin6_port);
  }
  return 0;
}

static const int feature_idn = 1 << 10;  // CURL_VERSION_IDN, curl_version_info(3)

bool ccurl_use_utf8_names(void) {
  if (!(ccurl.version_info(CCURL_VERSION_SEVENTH)->features & feature_idn)) return false;
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) return false;
  // The locale isn't restored, because nothing else on this thread depends on one.
  uselocale(utf8);
  return true;
}

static int argument_count;
static char **arguments;

// glibc and dyld pass the arguments of main to constructors; other C libraries needn't. In this file,
// because callgrind can't read the debug information of a second C file.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

int ccurl_argument_count(void) { return argument_count; }

char **ccurl_arguments(void) { return arguments; }
