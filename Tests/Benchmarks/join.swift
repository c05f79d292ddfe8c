// Joins users, albums and photos from a directory, as one would with JSONDecoder and JSONEncoder.
import Foundation

struct Geo: Codable { let lat, lng: String }
struct Address: Codable {
  let street, suite, city, zipcode: String
  let geo: Geo
}
struct Company: Codable { let name, catchPhrase, bs: String }
struct Photo: Codable {
  let albumId, id: Int
  let title, url, thumbnailUrl: String
}
struct Album: Codable {
  let userId, id: Int
  let title: String
  var photos: [Photo]?
}
struct User: Codable {
  let id: Int
  let name, username, email: String
  let address: Address
  let phone, website: String
  let company: Company
  var albums: [Album]?
}

func list<Record: Decodable>(_ name: String) throws -> [Record] {
  let url = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent("\(name).json")
  return try JSONDecoder().decode([Record].self, from: Data(contentsOf: url))
}

let photos = Dictionary(grouping: try list("photos") as [Photo], by: \.albumId)
let albums = (try list("albums") as [Album]).map { album in
  var album = album
  album.photos = photos[album.id] ?? []
  return album
}
let albumsOfUsers = Dictionary(grouping: albums, by: \.userId)
let users = (try list("users") as [User]).map { user in
  var user = user
  user.albums = albumsOfUsers[user.id] ?? []
  return user
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
try FileHandle.standardOutput.write(contentsOf: encoder.encode(users))
