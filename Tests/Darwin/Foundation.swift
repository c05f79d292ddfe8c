// swift-format-ignore-file
// A replacement for macOS's Foundation: only the declarations that the project uses, with Apple's
// Sendable and noasync annotations (NSThread.h, NSLock.h, NSTask.h, NSFileHandle.h of the SDK).
@_exported import Darwin
@_exported import Dispatch

public typealias TimeInterval = Double
open class NSObject { public init() {} }
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
public struct Data: DataProtocol, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection, Hashable, Sendable, Codable
{
  public typealias Index = Int
  var bytes: [UInt8] = []
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init(contentsOf url: URL) throws {}
  public func base64EncodedString() -> String { "" }
  public func write(to url: URL) throws {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(i: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(r: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
  where C.Element == UInt8 {}
  public func range(of: Data) -> Range<Int>? { nil }
}
public struct URL: Hashable, Sendable, Codable {
  public init(filePath: String) {}
  public init?(string: String) {}
  public func appending<S: StringProtocol>(path: S) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var path: String { "" }
  public func path(percentEncoded: Bool = true) -> String { "" }
}
public struct Date: Hashable, Comparable, Sendable {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public static func < (a: Date, b: Date) -> Bool { false }
}
public struct UUID: Hashable, Sendable, CustomStringConvertible {
  public init() {}; public var description: String { "" }
}
public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let modificationDate = FileAttributeKey(rawValue: ""),
    posixPermissions = modificationDate, size = modificationDate, type = modificationDate
}
public struct URLResourceKey: Hashable, Sendable {}
public class FileManager: NSObject, @unchecked Sendable {
  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public class DirectoryEnumerator: NSEnumerator {}
  public class var `default`: FileManager { FileManager() }
  public var temporaryDirectory: URL { URL(filePath: "") }
  public func createDirectory(
    at: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  public func createDirectory(
    atPath: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  public func removeItem(at: URL) throws {}
  public func removeItem(atPath: String) throws {}
  public func copyItem(atPath: String, toPath: String) throws {}
  public func copyItem(at: URL, to: URL) throws {}
  public func createSymbolicLink(at: URL, withDestinationURL: URL) throws {}
  public func createSymbolicLink(atPath: String, withDestinationPath: String) throws {}
  public func fileExists(atPath: String) -> Bool { false }
  public func isExecutableFile(atPath: String) -> Bool { false }
  public func contents(atPath: String) -> Data? { nil }
  public func contentsOfDirectory(atPath: String) throws -> [String] { [] }
  public func subpathsOfDirectory(atPath: String) throws -> [String] { [] }
  public func contentsOfDirectory(
    at: URL, includingPropertiesForKeys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = []
  ) throws -> [URL] { [] }
  public func enumerator(
    at: URL, includingPropertiesForKeys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = [], errorHandler: ((URL, any Error) -> Bool)? = nil
  ) -> DirectoryEnumerator? { nil }
  public func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { [:] }
  public func setAttributes(_: [FileAttributeKey: Any], ofItemAtPath: String) throws {}
}
open class NSEnumerator: NSObject { public var allObjects: [Any] { [] } }
public class ProcessInfo: NSObject, @unchecked Sendable {
  public class var processInfo: ProcessInfo { ProcessInfo() }
  public var environment: [String: String] { [:] }
  public var processIdentifier: Int32 { 0 }
  public var arguments: [String] { [] }
}
public class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }
  public var executablePath: String? { nil }
}
public class Thread: NSObject {
  @preconcurrency public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  @available(*, noasync, message: "Use Task.sleep(until:clock:) instead.")
  public class func sleep(forTimeInterval: TimeInterval) {}
}
public protocol NSLocking {
  @available(*, noasync) func lock()
  @available(*, noasync) func unlock()
}
extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() }
}
public class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  @available(*, noasync) public func lock() {}
  @available(*, noasync) public func unlock() {}
  @available(*, noasync) public func wait() {}
  @available(*, noasync) public func wait(until: Date) -> Bool { false }
  @available(*, noasync) public func signal() {}
  public func broadcast() {}
}
public class FileHandle: NSObject, @unchecked Sendable {
  public convenience init(forWritingTo: URL) throws { self.init() }
  public convenience init(forUpdating: URL) throws { self.init() }
  public convenience init(forReadingFrom: URL) throws { self.init() }
  public convenience init(fileDescriptor: Int32) { self.init() }
  public class var nullDevice: FileHandle { FileHandle() }
  public class var standardError: FileHandle { FileHandle() }
  public class var standardOutput: FileHandle { FileHandle() }
  public class var standardInput: FileHandle { FileHandle() }
  public func close() throws {}
  public func write(_: Data) {}
  public func write<T: DataProtocol>(contentsOf: T) throws {}
  public func readToEnd() throws -> Data? { nil }
  public func read(upToCount: Int) throws -> Data? { nil }
  public func truncate(atOffset: UInt64) throws {}
  public var fileDescriptor: Int32 { 0 }
}
public class Pipe: NSObject, @unchecked Sendable {
  public var fileHandleForReading: FileHandle { FileHandle() }
  public var fileHandleForWriting: FileHandle { FileHandle() }
}
public class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal = 2 }
  public var executableURL: URL?
  public var currentDirectoryURL: URL?
  public var arguments: [String]?
  public var environment: [String: String]?
  public var standardInput: Any?
  public var standardOutput: Any?
  public var standardError: Any?
  public var terminationHandler: (@Sendable (Process) -> Void)?
  public var processIdentifier: Int32 { 0 }
  public var isRunning: Bool { false }
  public var terminationStatus: Int32 { 0 }
  public var terminationReason: TerminationReason { .exit }
  public func run() throws {}
  public func interrupt() {}
  public func terminate() {}
  public func waitUntilExit() {}
}
public class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let sortedKeys = WritingOptions(rawValue: 2)
  }
  public class func jsonObject(with: Data, options: ReadingOptions = []) throws -> Any { 0 }
  public class func data(withJSONObject: Any, options: WritingOptions = []) throws -> Data {
    Data()
  }
}
open class JSONDecoder: @unchecked Sendable {
  public init() {};
  open func decode<T: Decodable>(_: T.Type, from: Data) throws -> T { fatalError() }
}
open class JSONEncoder: @unchecked Sendable {
  public init() {}; open func encode<T: Encodable>(_: T) throws -> Data { Data() }
}
public struct POSIXErrorCode: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32; public init?(rawValue: Int32) { self.rawValue = rawValue };
  public static var EIO: POSIXErrorCode { .init(rawValue: 5)! }
}
public struct POSIXError: Error {
  public typealias Code = POSIXErrorCode; public init(_ code: Code) {};
}
public protocol XMLParserDelegate: AnyObject {
  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String])
  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?)
  func parser(_ parser: XMLParser, foundCharacters string: String)
}
extension XMLParserDelegate {
  public func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {}
  public func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {}
  public func parser(_ parser: XMLParser, foundCharacters string: String) {}
}
open class XMLParser: NSObject {
  public init(data: Data) {}
  unowned(unsafe) open var delegate: (any XMLParserDelegate)?
  open func parse() -> Bool { false }
}
extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let utf8 = Encoding(rawValue: 4), isoLatin1 = Encoding(rawValue: 5)
  }
  public init(contentsOf: URL, encoding: Encoding) throws { self = "" }
  public init(contentsOfFile: String, encoding: Encoding) throws { self = "" }
  public init?(data: Data, encoding: Encoding) { self = "" }
  @available(
    macOS, introduced: 10.10, deprecated: 15,
    message: "Use `init(contentsOfFile:encoding:)` instead"
  )
  public init(contentsOfFile: String) throws { self = "" }
}
public struct CharacterSet: Sendable {
  public static let whitespaces = CharacterSet(), newlines = CharacterSet()
}
extension StringProtocol {
  public func components<T: StringProtocol>(separatedBy: T) -> [String] { [] }
  public func trimmingCharacters(in: CharacterSet) -> String { "" }
  public func range<T: StringProtocol>(of: T, options: Int = 0) -> Range<Index>? { nil }
  public func data(using: String.Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
  public func write(toFile: String, atomically: Bool, encoding: String.Encoding) throws {}
  public func write(to: URL, atomically: Bool, encoding: String.Encoding) throws {}
}

public struct Decimal: Hashable, Comparable, Sendable, Codable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  public init?(string: String, locale: Locale? = nil) {}
  public init(integerLiteral: Int) {}
  public init(floatLiteral: Double) {}
  public init(_ v: Int) {}
  public static var nan: Decimal { 0 }
  public static func < (a: Decimal, b: Decimal) -> Bool { false }
}
public struct Locale: Hashable, Sendable {}
extension String {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let caseInsensitive = CompareOptions(rawValue: 1),
      diacriticInsensitive = CompareOptions(rawValue: 128),
      regularExpression = CompareOptions(rawValue: 1024)
  }
}
extension StringProtocol {
  public func folding(options: String.CompareOptions = [], locale: Locale?) -> String { "" }
  public var removingPercentEncoding: String? { nil }
}

// What OtherPlatforms.md uses. NSURLRequest.h, NSURLResponse.h and NSURLSession.h mark their classes and
// protocols NS_SWIFT_SENDABLE.
public struct URLError: Error, Hashable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var cannotFindHost: Code { Code(rawValue: -1003) }
    public static var cannotConnectToHost: Code { Code(rawValue: -1004) }
    public static var networkConnectionLost: Code { Code(rawValue: -1005) }
    public static var notConnectedToInternet: Code { Code(rawValue: -1009) }
    public static var badServerResponse: Code { Code(rawValue: -1011) }
  }
  public init(_ code: Code) { self.code = code }
  public let code: Code
}
public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: UInt, Sendable { case reloadIgnoringLocalCacheData = 1 }
  public init(
    url: URL, cachePolicy: CachePolicy = .reloadIgnoringLocalCacheData,
    timeoutInterval: TimeInterval = 60.0
  ) {}
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}
open class URLResponse: NSObject, @unchecked Sendable {
  open var expectedContentLength: Int64 { 0 }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
  open func value(forHTTPHeaderField field: String) -> String? { nil }
}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
}
open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open var response: URLResponse? { nil }
  open func cancel() {}
  open func resume() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
  open func finishTasksAndInvalidate() {}
}
public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}
// The delegates' methods are optional in Objective-C.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
