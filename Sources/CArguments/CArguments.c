#include "CArguments.h"

#include <stdlib.h>

static int count = -1;
static char **arguments;

// glibc's and Apple's loaders call constructors with the parameters of main().
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void save(int argc, char **argv) {
  count = argc;
  arguments = argv;
}
#endif

int carguments_count(void) { return count; }

const char *carguments_at(int number) { return arguments[number]; }
