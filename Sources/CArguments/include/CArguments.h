// The arguments that the process was started with. Swift's CommandLine reads them from /proc, which
// may not be mounted.
#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/// The number of arguments, the program's name included; -1 if they are unknown.
int carguments_count(void);

/// The argument with this number.
const char *carguments_at(int number);

#endif
