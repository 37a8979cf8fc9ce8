// SPDX-License-Identifier: Apache-2.0

import CameraControls
import CameraDiscovery
import CameraListings
import Cameras
import DeviceRules
import Foundation
import Frames
import PublishedCameras
import Testing

/// Rules that hold for all cameras, on every published one; with `make devices DEVICES=DIR` on those of another folder.
@Suite("Devices")
struct DeviceRuleTests {
    @Test("there are files")
    func files() {
        #expect(!PublishedCamera.all.isEmpty, "no file in \(PublishedCamera.folder.path)")
    }

    @Test("no rule is contradicted", arguments: PublishedCamera.all.map(\.name))
    func holds(name: String) throws {
        let camera = try #require(PublishedCamera.all.first { $0.name == name })
        let rules = DeviceRules(camera)
        let contradictions = rules.contradictions + (try RemedyTests().refusals(camera))
        if PublishedCamera.isOtherFolder { print(Self.line(camera, rules, contradictions)) }
        #expect(contradictions == [], "\(name)")
    }

    /// `DEVICE logitech-c920: ok; 18 controls; video0 capture, MJPG 1280x720`
    private static func line(_ camera: PublishedCamera, _ rules: DeviceRules, _ contradictions: [String]) -> String {
        var parts = [contradictions.isEmpty ? "ok" : "\(contradictions.count) contradictions"]
        parts.append("\(camera.controls.count) controls")
        let choices = rules.choices
        for item in rules.judged {
            let mode = choices.first { $0.node == item.node }?.choice
            parts.append(
                "\(item.name) \(item.classification.nodeClass)" + (mode.map { ", \($0.fourCC) \($0.size)" } ?? ""))
        }
        return "DEVICE \(camera.name): " + (parts + contradictions.map { "\n    " + $0 }).joined(separator: "; ")
    }
}
