#include "CArguments.h"

#include <stdlib.h>

static int count;
static char **vector;

// glibc and dyld pass the arguments of main to constructors; other C libraries needn't.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  vector = argv;
}
#endif

int carguments_count(void) { return count; }

char **carguments_vector(void) { return vector; }
