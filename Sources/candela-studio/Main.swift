// SPDX-License-Identifier: Apache-2.0

internal import StudioServer

@main struct Main {
    static func main() async throws { try await Probe.run() }
}
