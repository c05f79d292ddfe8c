/// The words that the sample's content is made of.
enum SampleWords {
  /// The words that belong to one user only.
  struct Person {
    let name: String
    let username: String
    let city: String
    let company: String

    fileprivate init(_ name: String, _ username: String, _ city: String, _ company: String) {
      self.name = name
      self.username = username
      self.city = city
      self.company = company
    }
  }

  static let people = [
    Person("Ada Brennan", "adab", "Galway", "Brennan & Daughters"),
    Person("José Álvarez", "jalvarez", "Oaxaca", "Taller Álvarez"),
    Person("Mina Okafor", "minao", "Enugu", "Okafor Textiles"),
    Person("Zoë Lindqvist", "zlind", "Växjö", "Lindqvist Ljus"),
    Person("Tomasz Wójcik", "twojcik", "Łódź", "Wójcik i Syn"),
    Person("山田 花子", "hanako", "京都", "花屋 やまだ"),
    Person("Priya Raman", "praman", "Madurai", "Raman Instruments"),
    Person("Samuel Ortega-Hale", "sortega", "Port Townsend", "Hale Boatworks"),
    Person("Нина Петрова", "ninap", "Варна", "Морска Книга"),
    Person("Leilani Kealoha", "leik", "Hilo", "Kealoha Farms"),
  ]

  static let places = [
    "Porto", "Bergen", "Kyoto", "Tallinn", "Valparaíso", "Zanzibar", "Hobart", "Tbilisi",
    "Reykjavík", "Ljubljana", "Cartagena", "Galway", "Nantes", "Oaxaca", "Göteborg", "Malmö",
  ]

  static let streets = ["Street", "Lane", "Square", "Road", "Quay", "Terrace", "Row"]

  static let occasions = [
    "Summer in", "Winter in", "A week in", "Rain over", "Markets of", "Letters from",
    "Bicycles of", "Harbours of", "The roofs of", "Night train to", "Gardens of", "Back to",
  ]

  static let adjectives = [
    "quiet", "amber", "narrow", "early", "distant", "salty", "crooked", "bright", "paper",
    "wooden", "hidden", "borrowed", "slow", "silver", "mossy", "half-open", "northern", "tidy",
  ]

  static let nouns = [
    "harbour", "lantern", "staircase", "orchard", "kettle", "ferry", "window", "bridge",
    "umbrella", "café", "tram", "meadow", "notebook", "lighthouse", "market", "rooftop",
    "garden", "violin", "puddle", "bakery",
  ]

  static let joints = [
    " under the ", " beside the ", " before the ", " without the ", " and the ", " behind every ",
    " near our ", " with no ",
  ]
}
