// SPDX-License-Identifier: Apache-2.0

extension Finding {
    /// This finding with one about the built-in camera, which somebody may have given up long ago and may as well mean.
    ///
    /// - Parameter count: how many of its fixes stand for themselves.
    func besides(_ own: Finding, fixes count: Int = 2) -> Finding {
        var finding = self
        finding.message += "; besides, \(own.message)"
        finding.evidence += own.evidence.filter { !evidence.contains($0) }
        finding.fixes += own.fixes.prefix(count).map { $0.under("If the built-in camera is meant") }
        return finding
    }
}
