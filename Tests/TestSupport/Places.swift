package import Foundation

/// Paths that tests use.
package enum Places {
  /// The top of the checkout.
  package static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static let readme =
    (try? String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// A release build that the program's tests are to run: `JPFETCH_PROGRAM`, as `.ci/run` sets it.
  package static let release = ProcessInfo.processInfo.environment["JPFETCH_PROGRAM"]

  /// The program to test: that release, or otherwise the one that was built with the tests.
  package static let jpfetch: String = {
    if let release { return release }
    // It is in the folder of the tests, or on macOS in one above their bundle.
    var folder = URL(filePath: testProgram).resolvingSymlinksInPath()
    while folder.path().count > 1 {
      folder = folder.deletingLastPathComponent()
      let candidate = folder.appending(path: "jpfetch").path(percentEncoded: false)
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    return "jpfetch"
  }()

  /// The folder of that program.
  package static let programFolder =
    URL(filePath: jpfetch).deletingLastPathComponent().path(percentEncoded: false)

  /// The file that the tests are in. On macOS, `swift test` and Xcode load it into a helper of their
  /// own, so that `arguments[0]` is the helper.
  private static var testProgram: String {
    #if os(macOS)
      var image = Dl_info()
      if dladdr(#dsohandle, &image) != 0, let name = image.dli_fname {
        return String(cString: name)
      }
    #endif
    return CommandLine.arguments[0]
  }

  /// The folder with the API's real data (`users.json` and so on), if it is next to the checkout.
  package static let realData: URL? = {
    let folder = package.deletingLastPathComponent().appending(path: "shared/jsonplaceholder")
    let photos = folder.appending(path: "photos.json").path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: photos) else { return nil }
    return folder
  }()

  package static let hasRealData = realData != nil

  package static let isLinux: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  /// Whether libcurl can be loaded, which jpfetch needs to go online.
  package static let hasLibcurl: Bool = {
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"] {
      if dlopen(name, RTLD_NOW) != nil { return true }
    }
    return false
  }()

  /// Whether `.ci/run` built the program with a sanitizer: it starts slowly, reserves terabytes of
  /// addresses, and must be the first library.
  package static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// Whether there is a device that is always full.
  package static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// The path of a program, or `nil` if it isn't installed.
  package static func program(_ name: String) -> String? {
    for folder in ["/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"] {
      let path = folder + name
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return nil
  }

  /// Whether `unshare -rm` and mount(8) work here.
  package static func canMount() async -> Bool {
    guard let unshare = program("unshare") else { return false }
    let script = "mount -t tmpfs none /mnt"
    let run = try? await run(unshare, ["-rm", "/bin/sh", "-c", script])
    return run?.status == 0
  }

  /// Whether script(1) is util-linux's, which runs a command in a pseudo-terminal.
  package static let hasScript: Bool = {
    #if os(Linux)
      has("script")
    #else
      false
    #endif
  }()

  /// Whether programs are installed.
  package static func has(_ names: String...) -> Bool {
    names.allSatisfy { program($0) != nil }
  }
}
