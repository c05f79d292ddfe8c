/// A user of JSONPlaceholder.
public struct User: Codable, Hashable, Identifiable, Sendable {
  /// A postal address.
  public struct Address: Codable, Hashable, Sendable {
    /// Geographic coordinates.
    public struct Geo: Codable, Hashable, Sendable {
      /// The latitude in degrees, which the API sends as a string.
      public var lat: String
      /// The longitude in degrees, which the API sends as a string.
      public var lng: String

      /// The latitude as a number; `nil` if ``lat`` isn't one.
      public var latitude: Double? { Double(lat) }
      /// The longitude as a number; `nil` if ``lng`` isn't one.
      public var longitude: Double? { Double(lng) }

      /// Makes coordinates from strings, as the API sends them.
      public init(lat: String, lng: String) {
        self.lat = lat
        self.lng = lng
      }
    }

    /// The street, without a house number, such as `Kulas Light`.
    public var street: String
    /// The flat or suite number, such as `Apt. 556`.
    public var suite: String
    /// The city or town, such as `Gwenborough`.
    public var city: String
    /// The postal code, such as `92998-3874`.
    public var zipcode: String
    /// The position on the map.
    public var geo: Geo

    /// Makes an address from its members.
    public init(street: String, suite: String, city: String, zipcode: String, geo: Geo) {
      self.street = street
      self.suite = suite
      self.city = city
      self.zipcode = zipcode
      self.geo = geo
    }
  }

  /// The company that a user works for.
  public struct Company: Codable, Hashable, Sendable {
    /// The company's name.
    public var name: String
    /// The company's slogan.
    public var catchPhrase: String
    /// The description of its business, in jargon.
    public var bs: String

    /// Makes a company from its members.
    public init(name: String, catchPhrase: String, bs: String) {
      self.name = name
      self.catchPhrase = catchPhrase
      self.bs = bs
    }
  }

  /// The id, to which albums, posts and todos refer.
  public var id: Int
  /// The full name.
  public var name: String
  /// The name to log in with, such as `Bret`.
  public var username: String
  /// The email address.
  public var email: String
  /// The postal address.
  public var address: Address
  /// The telephone number, in any format.
  public var phone: String
  /// The host name of the user's website.
  public var website: String
  /// The company that the user works for.
  public var company: Company

  /// Makes a user from its members.
  public init(
    id: Int, name: String, username: String, email: String, address: Address, phone: String,
    website: String, company: Company
  ) {
    self.id = id
    self.name = name
    self.username = username
    self.email = email
    self.address = address
    self.phone = phone
    self.website = website
    self.company = company
  }
}
