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

      /// Makes coordinates.
      public init(lat: String, lng: String) {
        self.lat = lat
        self.lng = lng
      }
    }

    /// The street.
    public var street: String
    /// The flat or suite.
    public var suite: String
    /// The city.
    public var city: String
    /// The postal code.
    public var zipcode: String
    /// The coordinates.
    public var geo: Geo

    /// Makes an address.
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
    /// The name.
    public var name: String
    /// The slogan.
    public var catchPhrase: String
    /// The description of its business, in jargon.
    public var bs: String

    /// Makes a company.
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
  /// The name to log in with.
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

  /// Makes a user.
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
