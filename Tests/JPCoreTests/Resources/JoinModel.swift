import TestSupport

/// A naive join: for each record, it looks at all records of the other list.
struct JoinModel {
  /// The value of an id or a reference, and how it is spelled.
  struct Key: Equatable {
    let json: String
    let content: String
    /// The bytes to compare.
    var bytes: [UInt8] { Array(content.utf8) }
  }

  struct Record {
    let id: Key
    let reference: Key?

    /// The members as text.
    let members: String
  }

  let users: [Record]
  let albums: [Record]
  let photos: [Record]

  /// Users with their albums, with their photos.
  var tree: String {
    let albumsWithPhotos = albums.indices.map { row in
      let own = children(photos, of: row, in: albums).map { "{\(photos[$0].members)}" }
      return "{\(albums[row].members),\"photos\":[\(own.joined(separator: ","))]}"
    }
    return array(
      users.indices.map { row in
        let own = children(albums, of: row, in: users).map { albumsWithPhotos[$0] }
        return "{\(users[row].members),\"albums\":[\(own.joined(separator: ","))]}"
      })
  }

  /// Photos with their album, with its user.
  var parents: String {
    array(
      photos.map { photo in
        let album = parent(of: photo, in: albums).map { row in
          let user = parent(of: albums[row], in: users).map { "{\(users[$0].members)}" }
          return "{\(albums[row].members),\"user\":\(user ?? "null")}"
        }
        return "{\(photo.members),\"album\":\(album ?? "null")}"
      })
  }

  /// The issues of the tree: how many records repeat an id, how many have no parent, and how many
  /// photos have an album without a user.
  var issues: [String] {
    let lists = [("users", users), ("albums", albums), ("photos", photos)]
    let repeated = lists.map { name, list in
      let ids = list.map { $0.id.bytes }
      return (name, ids.count - Set(ids).count)
    }
    let joins = [("albums", albums, users), ("photos", photos, albums)]
    let orphans = joins.map { name, list, parents in
      (name, list.count { $0.reference != nil && parent(of: $0, in: parents) == nil })
    }
    let photosOfOrphans = photos.count { photo in
      guard let album = parent(of: photo, in: albums) else { return false }
      return parent(of: albums[album], in: users) == nil
    }
    var others: [String] = []
    if photosOfOrphans > 0 { others.append("\(photosOfOrphans) photos left out with their parent") }
    return
      (others + repeated.filter { $0.1 > 0 }.map { "\($0.1) \($0.0) repeat" }
      + orphans.filter { $0.1 > 0 }.map { "\($0.1) \($0.0) without a parent" }).sorted()
  }

  private func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  private func children(_ list: [Record], of row: Int, in parents: [Record]) -> [Int] {
    list.indices.filter { parent(of: list[$0], in: parents) == row }
  }

  /// Of records with one id, the first counts.
  private func parent(of record: Record, in parents: [Record]) -> Int? {
    guard let reference = record.reference else { return nil }
    return parents.firstIndex { $0.id.bytes == reference.bytes }
  }
}

extension JoinModel {
  /// Few keys, so that they meet; the same ones in several spellings.
  private static let keys: [Key] =
    ["0", "1", "2", "3", "-0", "-1", "4000000000", "9223372036854775807", "9223372036854775808"]
    .map { Key(json: $0, content: $0) }
    + ["1", "2", "3", "01", "-0", "a", "é", "e\u{301}", "", "9223372036854775808"]
    .map { Key(json: "\"\($0)\"", content: $0) }
    + [
      Key(json: #""\u0031""#, content: "1"),
      Key(json: #""\u00e9""#, content: "é"),
      // Unpaired surrogates differ from each other, and from what replaces them in a String.
      Key(json: #""\ud800""#, content: "high"),
      Key(json: #""\udfff""#, content: "low"),
      Key(json: #""\ufffd""#, content: "\u{FFFD}"),
    ]

  init(_ random: inout SeededNumbers) {
    func records(_ count: Int, _ name: String?) -> [Record] {
      return (0..<count).map { number in
        let id = random.pick(Self.keys)
        let reference = name == nil ? nil : random.pick(Self.keys)
        var members = ["\"id\":\(id.json)", "\"x\":[\(number),{\"id\":9}]"]
        if let name, let reference { members.append("\"\(name)\":\(reference.json)") }
        members.shuffle(using: &random)
        return Record(id: id, reference: reference, members: members.joined(separator: ","))
      }
    }
    users = records(.random(in: 0...6, using: &random), nil)
    albums = records(.random(in: 0...12, using: &random), "userId")
    photos = records(.random(in: 0...20, using: &random), "albumId")
  }
}
