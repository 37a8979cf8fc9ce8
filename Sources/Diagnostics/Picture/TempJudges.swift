// SPDX-License-Identifier: Apache-2.0
enum LightJudge { static func judge(_ e: PictureEvidence) -> CheckReport { CheckReport(.light, .pass, "TEMP") } }
enum FocusJudge { static func judge(_ e: PictureEvidence) -> CheckReport { CheckReport(.focus, .pass, "TEMP") } }
enum SymbolJudge { static func judge(_ e: PictureEvidence) -> CheckReport { CheckReport(.symbol, .pass, "TEMP") } }
enum ReaderJudge { static func judge(_ e: PictureEvidence) -> CheckReport { CheckReport(.reader, e.read.isEmpty ? .fail : .pass, e.read.first.map { "\($0.symbology) \($0.text ?? "")" } ?? "nothing") } }
enum PictureCatalogue { static let entries: [CatalogueEntry] = [] }
