// swift-format-ignore-file
// As Apple's overlay and swift-corelibs-libdispatch declare them.
open class DispatchObject {}
public class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  @available(*, noasync, message: "Await a Task handle instead") public func wait() {}
  @available(*, noasync) public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    .success
  }
  public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { .success }
}
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public struct DispatchTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { DispatchTime(rawValue: 0) }
  public static let distantFuture = DispatchTime(rawValue: .max)
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { a.rawValue < b.rawValue }
}
public struct DispatchWallTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchWallTime { DispatchWallTime(rawValue: 0) }
  public static func < (a: DispatchWallTime, b: DispatchWallTime) -> Bool {
    a.rawValue < b.rawValue
  }
}
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public class func global() -> DispatchQueue { DispatchQueue() }
  override init() {}
  public init(label: String) {}
  public func asyncAfter(
    deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}
