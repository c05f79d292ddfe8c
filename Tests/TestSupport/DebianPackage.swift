/// The Debian and Ubuntu packages of the programs that tests use.
enum DebianPackage {
  /// Packages whose name differs from the program's.
  private static let names = [
    "cc": "gcc", "groff": "groff-base", "nginx": "nginx-light", "pgrep": "procps",
    "prlimit": "util-linux", "readelf": "binutils", "script": "bsdutils",
    "setpriv": "util-linux", "unshare": "util-linux",
  ]

  static func bringing(_ program: String) -> String { names[program] ?? program }
}
