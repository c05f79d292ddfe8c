import Foundation
import Synchronization

/// A terminal for one stream of a program. It changes no byte, and it isn't the program's controlling
/// terminal, so that the program counts as running in the background.
final class PseudoTerminal: Sink, Sendable {
  let handle: FileHandle

  private let bytes = Mutex(Data())
  private let end = DispatchSemaphore(value: 0)

  init(columns: Int) throws {
    var size = winsize(ws_row: 50, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var (mine, programs): (Int32, Int32) = (-1, -1)
    guard openpty(&mine, &programs, nil, nil, &size) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    // Other programs that start meanwhile must not hold the terminal open.
    for descriptor in [mine, programs] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var modes = termios()
    tcgetattr(programs, &modes)
    cfmakeraw(&modes)
    tcsetattr(programs, TCSANOW, &modes)
    handle = FileHandle(fileDescriptor: programs)
    Thread.detachNewThread { [self, mine] in read(mine) }
  }

  /// Reads to the end: on Linux, an error is the sign that the program's side is closed.
  private func read(_ descriptor: Int32) {
    var received = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Foundation.read(descriptor, &received, received.count)
      guard count > 0 else { break }
      bytes.withLock { $0 += received[..<count] }
    }
    Foundation.close(descriptor)
    end.signal()
  }

  func close() throws { try handle.close() }

  func content() throws -> Data {
    end.wait()
    end.signal()
    return bytes.withLock(\.self)
  }
}
