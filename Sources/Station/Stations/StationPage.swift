// SPDX-License-Identifier: Apache-2.0

package import WebPage

/// A station's health for load balancers and Prometheus: `/healthz` and `/metrics`. Nothing on it can be changed, and it has
/// no text of a code but what a server may have answered.
package final class StationPage: ServedPage {
    private let health: StationHealth
    private let rules: AccessRules?

    /// - Parameter rules: `nil` where any machine may ask.
    package init(_ health: StationHealth, rules: AccessRules?) {
        self.health = health
        self.rules = rules
    }

    package func bodyLimit(_ request: PageRequest) throws(PageFailure) -> Int {
        try rules?.check(request)
        return 0
    }

    package func answer(_ request: PageRequest) async -> PageAnswer {
        var answer: PageAnswer
        do throws(PageFailure) {
            try rules?.check(request)
            guard request.isReading else { throw PageFailure(405, "cannot use this method here: use GET, HEAD") }
            let (state, now) = (health.current, health.now)
            switch request.path {
            case "/healthz": answer = PageAnswer(state.json(at: now), status: state.isHealthy ? 200 : 503)
            case "/metrics":
                answer = PageAnswer(
                    mediaType: "text/plain; version=0.0.4; charset=utf-8", bytes: Array(state.prometheus(at: now).utf8))
            default: throw PageFailure(404, "cannot find \(request.path.prefix(80)); there are /healthz and /metrics")
            }
        } catch {
            return await refusal(error, to: request)
        }
        return finished(answer, to: request)
    }

    package func refusal(_ failure: PageFailure, to request: PageRequest) async -> PageAnswer {
        finished(PageAnswer(failure), to: request)
    }

    private func finished(_ answer: PageAnswer, to request: PageRequest) -> PageAnswer {
        var answer = answer
        answer.headers += PageAnswer.commonHeaders
        if request.method == "HEAD" { answer.body = .bytes([]) }
        return answer
    }
}
