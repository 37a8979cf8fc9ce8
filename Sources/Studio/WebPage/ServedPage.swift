// SPDX-License-Identifier: Apache-2.0

/// What a server asks for its answers. It knows neither sockets nor cameras.
package protocol ServedPage: Sendable {
    /// The most bytes that the body of a request may have. Throws if the request is refused before its body is read.
    func bodyLimit(_ request: PageRequest) throws(PageFailure) -> Int
    func answer(_ request: PageRequest) async -> PageAnswer
    /// The answer to a refused request, also to one that is incomplete.
    func refusal(_ failure: PageFailure, to request: PageRequest) async -> PageAnswer
}

extension StudioPage: ServedPage {}
