package import Martlet
package import MartletToolSupport

extension Artwork: SearchDocument {
  package var searchKey: String { id }

  package static let searchSchema = Schema<Artwork>(fields: [
    .text("title", \.title, weight: 3),
    .text("artist", \.artist, weight: 2),
    .text("body", \.body),
    .number("year", { $0.year.map(Double.init) }),
  ])
}
