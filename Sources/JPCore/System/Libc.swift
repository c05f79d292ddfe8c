// The C library, for every file of JPCore and of the program.
#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif
