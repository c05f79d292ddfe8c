/// The words that the sample's content is made of.
enum SampleWords {
  static let people: [(name: String, username: String, city: String, company: String)] = [
    ("Ada Brennan", "adab", "Galway", "Brennan & Daughters"),
    ("José Álvarez", "jalvarez", "Oaxaca", "Taller Álvarez"),
    ("Mina Okafor", "minao", "Enugu", "Okafor Textiles"),
    ("Zoë Lindqvist", "zlind", "Växjö", "Lindqvist Ljus"),
    ("Tomasz Wójcik", "twojcik", "Łódź", "Wójcik i Syn"),
    ("山田 花子", "hanako", "京都", "花屋 やまだ"),
    ("Priya Raman", "praman", "Madurai", "Raman Instruments"),
    ("Samuel Ortega-Hale", "sortega", "Port Townsend", "Hale Boatworks"),
    ("Нина Петрова", "ninap", "Варна", "Морска Книга"),
    ("Leilani Kealoha", "leik", "Hilo", "Kealoha Farms"),
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
