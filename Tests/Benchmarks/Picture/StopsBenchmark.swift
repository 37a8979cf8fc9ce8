// SPDX-License-Identifier: Apache-2.0

struct StopsBenchmark {
    var search: DegradationSearch
    func run() throws { try search.forEach { _, _ in } }
}
