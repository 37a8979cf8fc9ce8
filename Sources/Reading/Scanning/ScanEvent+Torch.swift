// SPDX-License-Identifier: Apache-2.0

package import Output

extension ScanEvent {
    /// A change of a camera's torch during a scan.
    package struct Torch: Sendable {
        package var time: WallTime
        package var source: String
        package var camera: String
        /// The light's name; `nil` if there is none.
        package var torch: String?
        /// `on`, `off`, `offered`, `none` or `failed`.
        package var state: String
        /// `asked`, `dim`, `bright`, `no-difference` or `end`.
        package var reason: String
        package var percent: Int?
        /// The brightness of the picture; the key names the figure, `mean_luma`.
        package var light: (key: String, value: Double)?
        package var message: String

        package init(
            time: WallTime = .now, source: String, camera: String, torch: String?, state: String, reason: String,
            percent: Int?, light: (key: String, value: Double)?, message: String
        ) {
            self.time = time
            self.source = source
            self.camera = camera
            self.torch = torch
            self.state = state
            self.reason = reason
            self.percent = percent
            self.light = light
            self.message = message
        }
    }
}

extension ScanEvent.Torch {
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("event", "torch"), .init("time", .string(time.text)), .init("source", .string(source)),
            .init("camera", .string(camera)), .init("torch", torch.map { .string($0) } ?? .null),
            .init("state", .string(state)), .init("reason", .string(reason)),
        ]
        if let percent { members.append(.init("level_percent", .integer(percent))) }
        if let light { members.append(.init(light.key, .number(light.value, decimals: 2))) }
        members.append(.init("message", .string(message)))
        return .object(members)
    }
}
