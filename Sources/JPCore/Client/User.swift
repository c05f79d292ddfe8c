/// A user of JSONPlaceholder.
public struct User: Codable, Hashable, Identifiable, Sendable {
  /// Where a user lives.
  public struct Address: Codable, Hashable, Sendable {
    /// A place on the earth, as the API spells it.
    public struct Geo: Codable, Hashable, Sendable {
      /// The latitude in degrees; the API has it as a string.
      public var lat: String
      /// The longitude in degrees; the API has it as a string.
      public var lng: String
    }

    /// The street.
    public var street: String
    /// The flat or suite.
    public var suite: String
    /// The city.
    public var city: String
    /// The postal code.
    public var zipcode: String
    /// The place on the earth.
    public var geo: Geo
  }

  /// Whom a user works for.
  public struct Company: Codable, Hashable, Sendable {
    /// The name.
    public var name: String
    /// What it says of itself.
    public var catchPhrase: String
    /// What it does, in its own words.
    public var bs: String
  }

  /// The number that albums, posts and todos call the user by.
  public var id: Int
  /// The full name.
  public var name: String
  /// The name to log in with.
  public var username: String
  /// The address for mail.
  public var email: String
  /// Where the user lives.
  public var address: Address
  /// The telephone number, in no particular form.
  public var phone: String
  /// The host name of the user's pages.
  public var website: String
  /// Whom the user works for.
  public var company: Company
}
