// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Testing
import Udev

@Suite struct PlugTrackerTests {
    private func node(_ number: Int, camera: String = "usb1", name: String = "C920") -> VideoNode {
        var node = VideoNode(sysname: "video\(number)", syspath: "/sys/\(camera)/video4linux/video\(number)")
        node.cameraKey = camera
        node.name = name
        return node
    }

    private func summary(_ events: [CameraEvent]) -> [String] {
        events.map { "\($0.change.rawValue) " + $0.camera.nodes.map(\.sysname).joined(separator: "+") }
    }

    @Test("nothing happening needs no settling")
    func staysIdle() {
        let tracker = PlugTracker(nodes: [node(0)])
        #expect(tracker.deadline == nil)
        #expect(!tracker.isTouched(node(0).syspath))
    }

    @Test("the events of one plug are one appearance of one camera")
    func coalescesPlug() {
        var tracker = PlugTracker(nodes: [])
        let nodes = [node(0), node(1)]
        tracker.receive(.add, syspath: nodes[1].syspath, at: .milliseconds(0))
        tracker.receive(.add, syspath: nodes[0].syspath, at: .milliseconds(30))
        tracker.receive(.change, syspath: nodes[0].syspath, at: .milliseconds(50))
        #expect(tracker.deadline == .milliseconds(50) + PlugTracker.settle)
        #expect(summary(tracker.settle(nodes)) == ["appeared video0+video1"])
        #expect(tracker.deadline == nil)
    }

    @Test("an unplug tells the nodes as they last were")
    func tellsUnplug() {
        var tracker = PlugTracker(nodes: [node(0), node(1), node(2, camera: "usb2")])
        tracker.receive(.remove, syspath: node(1).syspath, at: .zero)
        tracker.receive(.remove, syspath: node(0).syspath, at: .zero)
        let events = tracker.settle([node(2, camera: "usb2")])
        #expect(summary(events) == ["disappeared video0+video1"])
        #expect(events.first?.camera.nodes.first?.name == "C920")
    }

    @Test("added, changed and removed within one window is nothing")
    func dropsFlicker() {
        var tracker = PlugTracker(nodes: [])
        for action in [UdevAction.add, .change, .remove] {
            tracker.receive(action, syspath: node(0).syspath, at: .zero)
        }
        #expect(tracker.settle([]).isEmpty)
    }

    @Test("a driver bound anew is a disappearance and an appearance, though the list is the same")
    func noticesRebinding() {
        let nodes = [node(0), node(1)]
        var tracker = PlugTracker(nodes: nodes)
        for action in [UdevAction.unbind, .remove, .add, .bind] {
            for node in nodes { tracker.receive(action, syspath: node.syspath, at: .zero) }
        }
        #expect(summary(tracker.settle(nodes)) == ["disappeared video0+video1", "appeared video0+video1"])
        #expect(tracker.settle(nodes).isEmpty)
    }

    @Test("a bare unbind and bind of a node that stays is nothing")
    func ignoresBareBinding() {
        var tracker = PlugTracker(nodes: [node(0)])
        tracker.receive(.unbind, syspath: node(0).syspath, at: .zero)
        tracker.receive(.bind, syspath: node(0).syspath, at: .zero)
        #expect(tracker.isTouched(node(0).syspath))
        #expect(tracker.settle([node(0)]).isEmpty)
    }

    @Test("a change event is a change only if something changed")
    func tellsRealChanges() {
        var tracker = PlugTracker(nodes: [node(0), node(1)])
        tracker.receive(.change, syspath: node(0).syspath, at: .zero)
        #expect(tracker.settle([node(0), node(1)]).isEmpty)
        tracker.receive(.change, syspath: node(0).syspath, at: .zero)
        let events = tracker.settle([node(0, name: "renamed"), node(1)])
        #expect(summary(events) == ["changed video0"])
        #expect(events.first?.camera.nodes.first?.name == "renamed")
    }

    @Test("a plug in while another is out: both are told, the disappearance first")
    func tellsBoth() {
        var tracker = PlugTracker(nodes: [node(0)])
        tracker.receive(.add, syspath: node(2, camera: "usb2").syspath, at: .zero)
        tracker.receive(.remove, syspath: node(0).syspath, at: .zero)
        #expect(summary(tracker.settle([node(2, camera: "usb2")])) == ["disappeared video0", "appeared video2"])
    }

    @Test("events that never stop are settled all the same")
    func losesPatience() throws {
        var tracker = PlugTracker(nodes: [])
        for step in 0...100 {
            tracker.receive(.change, syspath: node(0).syspath, at: .milliseconds(step * 100))
        }
        #expect(tracker.deadline == PlugTracker.patience)
    }

    @Test("after lost events everything is looked at anew, and the difference told")
    func healsLoss() {
        var tracker = PlugTracker(nodes: [node(0)])
        tracker.eventsLost(at: .zero)
        #expect(tracker.deadline == PlugTracker.settle)
        #expect(tracker.isTouched(node(0).syspath))
        #expect(summary(tracker.settle([node(3, camera: "usb3")])) == ["disappeared video0", "appeared video3"])
        #expect(!tracker.isTouched(node(0).syspath))
    }
}
