// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

extension Trait where Self == ConditionTrait {
    /// Runs the test in the laboratory; where there can be none, the test is skipped with a banner that says why. With
    /// `CI=true` it runs all the same and fails: nothing is skipped there.
    static func inLaboratory(_ guest: Laboratory.Guest) -> Self {
        .enabled("this machine can boot the laboratory") {
            do {
                _ = try await Laboratory.shared(guest)
                return true
            } catch {
                if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
                LaboratoryBanner.show(
                    "THE LABORATORY TESTS ARE NOT RUN: NOTHING IS TESTED AGAINST REAL V4L2.", "\(error)")
                return false
            }
        }
    }
}

/// Says loudly, once for each headline, what is not tested here.
enum LaboratoryBanner {
    private static let shown = Mutex<Set<String>>([])

    static func show(_ headline: String, _ reason: String) {
        guard shown.withLock({ $0.insert(headline).inserted }) else { return }
        let rule = String(repeating: "#", count: 78)
        let text = """

            \(rule)
            ##  \(headline)
            ##  \(reason.trimmingCharacters(in: .whitespacesAndNewlines).replacingOccurrences(of: "\n", with: "\n##  "))
            \(rule)


            """
        FileHandle.standardError.write(Data(text.utf8))
    }
}

/// Gives the tests of a suite their guest.
struct GuestTrait: SuiteTrait, TestTrait, TestScoping {
    var guest: Laboratory.Guest
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Laboratory.$guest.withValue(guest) { try await function() }
    }
}

extension Trait where Self == GuestTrait {
    static func guest(_ guest: Laboratory.Guest) -> Self { Self(guest: guest) }
}
