// The arguments of the process, as the C library passes them to constructors.
#ifndef CARGUMENTS_H
#define CARGUMENTS_H

// The number of arguments, with the program's name; 0 if constructors don't get them.
int carguments_count(void);

// The arguments; NULL if constructors don't get them.
char **carguments_vector(void);

#endif
