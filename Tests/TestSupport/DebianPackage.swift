/// Which of Debian's and Ubuntu's packages bring the programs that tests use.
enum DebianPackage {
  /// Those that have another name than the program.
  private static let names = [
    "cc": "gcc", "groff": "groff-base", "nginx": "nginx-light", "pgrep": "procps",
    "prlimit": "util-linux", "readelf": "binutils", "script": "bsdutils",
    "setpriv": "util-linux", "unshare": "util-linux",
  ]

  static func bringing(_ program: String) -> String { names[program] ?? program }
}
