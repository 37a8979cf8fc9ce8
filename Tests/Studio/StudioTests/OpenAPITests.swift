// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Compares the description of the interface with the interface.
@Suite("OpenAPI")
struct OpenAPITests {
    private typealias Object = [String: Any]

    private let document: Object

    init() throws {
        let file = StudioProcess.repository.appending(path: "Sources/Studio/CPageAssets/Page/openapi.json")
        document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Object ?? [:]
    }

    @Test("every request is answered as described")
    func answers() throws {
        let studio = try StudioProcess("sim:bench")
        while try studio.ask("GET", "/healthz").status != 200 { usleep(50_000) }
        let paths = try #require(document["paths"] as? [String: Object])
        #expect(paths.count > 12)
        // Doctor and calibration have the camera for some seconds, so they come last.
        func rank(_ path: String) -> Int { path.hasPrefix("/api/calibration") ? 1 : path == "/api/doctor" ? 2 : 0 }
        for (path, methods) in paths.sorted(by: { (rank($0.key), $0.key) < (rank($1.key), $1.key) }) {
            if path == "/api/doctor" {
                while try studio.ask("GET", "/api/calibration").body.contains("running") { usleep(50_000) }
                while try studio.ask("GET", "/healthz").status != 200 { usleep(50_000) }
            }
            for (method, value) in methods where !["/api/events", "/api/frames"].contains(path) {
                let operation = try #require(value as? Object)
                let answers = try #require(operation["responses"] as? [String: Object])
                let content = (operation["requestBody"] as? Object)?["content"] as? [String: Object]
                let example = try content?.values.first?["example"].map {
                    String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
                }
                let answer = try studio.ask(
                    method.uppercased(), path, body: content == nil ? nil : example ?? "nothing",
                    headers: content.map { ["Content-Type": $0.keys.first ?? ""] } ?? [:])
                let described = try #require(answers["\(answer.status)"], "\(method) \(path) answers \(answer.status)")
                // Examples are valid; actions that need a finished calibration report a conflict.
                if example != nil, answer.status != 409 || !path.hasPrefix("/api/calibration/") {
                    #expect(answer.status == 200, "\(path) answers \(answer.body)")
                }
                guard
                    let schema = ((described["content"] as? Object)?["application/json"] as? Object)?["schema"]
                        as? Object
                else { continue }
                let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8), options: .fragmentsAllowed)
                #expect(fault(json, schema) == nil, "\(method) \(path): \(fault(json, schema) ?? "")")
            }
        }
    }

    /// How a value violates a schema. Supports the keywords of JSON Schema that the document uses.
    private func fault(_ value: Any, _ schema: Object) -> String? {
        if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last {
            let schemas = (document["components"] as? Object)?["schemas"] as? [String: Object]
            return schemas?[String(name)].map { fault(value, $0) } ?? "there is no schema \(name)"
        }
        if let choices = schema["anyOf"] as? [Object] {
            return choices.contains { fault(value, $0) == nil } ? nil : "\(value) is none of the choices"
        }
        if let words = schema["enum"] as? [String] {
            return words.contains(value as? String ?? "") ? nil : "\(value) is no word of it"
        }
        switch schema["type"] as? String {
        case "null": return value is NSNull ? nil : "\(value) is not null"
        case "string": return value is String ? nil : "\(value) is no text"
        case "boolean": return value is Bool ? nil : "\(value) is not true or false"
        case "integer", "number": return value is NSNumber ? nil : "\(value) is no number"
        case "array":
            guard let list = value as? [Any] else { return "\(value) is no list" }
            guard let items = schema["items"] as? Object else { return nil }
            return list.lazy.compactMap { fault($0, items) }.first
        default:
            guard let object = value as? Object else { return "\(value) is no object" }
            for name in schema["required"] as? [String] ?? [] where object[name] == nil { return "\(name) is missing" }
            for (name, part) in schema["properties"] as? [String: Object] ?? [:] {
                if let member = object[name], let fault = fault(member, part) { return "\(name): \(fault)" }
            }
            return nil
        }
    }

    @Test("the studio serves it itself")
    func served() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        #expect(try studio.ask("GET", "/openapi.json").headers.contains("content-type: application/json"))
    }
}
