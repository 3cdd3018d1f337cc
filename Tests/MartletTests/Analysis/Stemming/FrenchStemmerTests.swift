import Testing

@testable import Martlet

/// The published French vocabulary cannot be kept in the repository, so these words stand for it:
/// one or more for each rule.
@Suite("French stemmer")
struct FrenchStemmerTests {
  private static let stems: KeyValuePairs = [
    "continuellement": "continuel", "continuité": "continu", "continuons": "continuon",
    "majestueusement": "majestu", "majesté": "majest", "majorités": "major", "maïs": "maï",
    "maîtresses": "maîtress", "maladive": "malad", "maintenant": "mainten", "maritime": "maritim",
    "psychologie": "psycholog", "révolutions": "révolu", "existence": "existent",
    "fréquemment": "fréquent",
    "constamment": "const", "activement": "activ", "heureusement": "heureux",
    "premièrement": "premi",
    "probabilité": "probabl", "électricité": "électr", "communicatif": "commun",
    "chevaux": "cheval",
    "bateaux": "bateau", "bijoux": "bijou", "heureuse": "heureux", "finissement": "fin",
    "finissait": "fin", "mangeait": "mang", "palais": "palais", "française": "franc",
    "mauvaise": "mauvais", "nation": "nation", "caissier": "caissi", "citoyenne": "citoyen",
    "modèle": "model", "l'eau": "eau", "qu'il": "il", "jouer": "jou", "quand": "quand",
    "yeux": "yeux", "naïf": "naïf", "noël": "noël",
  ]

  @Test("each rule gives the expected stem")
  func rules() {
    for (word, stem) in Self.stems {
      #expect(FrenchStemmer().stem(word) == stem, "\(word)")
    }
  }
}
