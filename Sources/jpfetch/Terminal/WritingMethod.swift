import JPCore

/// How an output file is written.
enum WritingMethod: Equatable {
  /// A temporary file in the same directory is written, synced and renamed, rename(2). So the path
  /// has either the old file or the complete new one.
  case replacing
  /// The file is opened, truncated and written, as a shell's `>` does.
  case inPlace
  /// The file isn't written, because of an error.
  case refused(errno: Int32)

  /// Chooses the method by the file that exists at the path.
  init(for file: FileStatus) {
    switch file.kind {
    case .nothing:
      self = .replacing
    case .directory:
      self = .refused(errno: EISDIR)
    case .regular, .other:
      if let number = file.accessError {
        // The file's own permissions decide: rename(2) would check only those of the directory.
        self = .refused(errno: number)
      } else if file.canBeReplaced {
        self = .replacing
      } else {
        self = .inPlace
      }
    }
  }
}

/// The file that exists at the path of an output file, if any.
struct FileStatus: Equatable {
  enum Kind: Equatable {
    case nothing
    case regular(isOurs: Bool, links: Int)
    case directory
    /// A pipe, a device, a socket, or a link to nothing.
    case other
  }

  var kind: Kind

  /// The error number if the file can't be written, access(2).
  var accessError: Int32?

  /// Whether files in its directory can be made and renamed.
  var isDirectoryWritable = true

  /// Whether replacing the file has failed, for example because something is mounted on it.
  var failsToReplace = false

  /// Whether the file has an access list, which a new file in its place would not have.
  var hasAccessList = false

  /// The permissions and the group of a regular file.
  var permissions: mode_t = 0o666
  var group: gid_t?

  init(_ kind: Kind) { self.kind = kind }

  /// Whether the file can be replaced. Another owner, another name of the file or an access list
  /// would be lost.
  fileprivate var canBeReplaced: Bool {
    guard case .regular(let isOurs, let links) = kind else { return false }
    return isOurs && links == 1 && !hasAccessList && isDirectoryWritable && !failsToReplace
  }

  var isRegular: Bool {
    if case .regular = kind { true } else { false }
  }
}

extension FileStatus {
  /// Reads the status, stat(2).
  ///
  /// - Parameter followsLinks: whether to read the status of the file that a link leads to, instead
  ///   of the link's.
  /// - Throws: ``SystemError``; also if the system refuses to follow a link that another user has
  ///   left in a directory like /tmp, proc_sys_fs(5).
  init(of path: String, followingLinks followsLinks: Bool = true) throws(SystemError) {
    var status = stat()
    let result: Int32
    if followsLinks {
      result = stat(path, &status)
    } else {
      result = lstat(path, &status)
    }
    if result != 0 {
      guard errno == ENOENT else { throw .last }
      self.init(.nothing)
      let isLinkToNothing = lstat(path, &status) == 0
      if isLinkToNothing { kind = .other }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      self.init(.regular(isOurs: status.st_uid == geteuid(), links: Int(status.st_nlink)))
      permissions = status.st_mode & 0o777
      hasAccessList = SystemFile.hasAccessList(path)
      group = status.st_gid
    case S_IFDIR: self.init(.directory)
    default: self.init(.other)
    }
    if access(path, W_OK) != 0 { accessError = errno }
  }
}
