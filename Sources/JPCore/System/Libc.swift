// Imports the C library into every file of JPCore and of the program.
#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif
