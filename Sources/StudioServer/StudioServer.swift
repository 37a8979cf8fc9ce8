// SPDX-License-Identifier: Apache-2.0

internal import Hummingbird

public enum Probe {
    public static func run() async throws {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        let app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8123)))
        try await app.runService()
    }
}
