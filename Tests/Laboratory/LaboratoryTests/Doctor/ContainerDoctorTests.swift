// SPDX-License-Identifier: Apache-2.0

import Testing

extension MachineLaboratory {
    /// Containers whose node is a leftover, after the camera was replugged on the host.
    @Suite("containers")
    struct Containers {
        @Test(
            "a copy of the node, as docker run --device makes it, after a replug with another number: access.stale-node"
        )
        func copied() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let copy = "cp -a /dev/null /dev/urandom \(camera.node) /mnt"
                try await laboratory.withContainer(copy) { container in
                    try await container.doctor([camera.node, "--size", "320x240"]).expectHealthy(what: "before")
                    try await camera.obey("unplug")
                    try await camera.waitForNode(present: false)
                    // It takes the number, so that the camera gets another one, and goes.
                    try await laboratory.withCamera(product: "Other", serial: "LAB0002", port: 1) { other in
                        #expect(other.node == camera.node)
                        try await camera.obey("plug")
                        try await camera.waitForNode(present: true)
                        let process = container.process
                        let outside = try await laboratory.doctor("--pid", process, camera.byID)
                        outside.expect("access.node-missing", evidence: ["does not exist"])
                    }
                    let named = try await container.doctor([camera.node])
                    named.expect("access.stale-node", evidence: ["/.dockerenv", "Laboratory Camera"])
                    #expect(
                        named.finding("access.stale-node")?["fixes"][0]["commands"][0].string
                            == "docker restart CONTAINER", "\(named)")
                    try await container.doctor([]).expect("access.node-missing", evidence: ["ENOENT"])
                }
            }
        }

        @Test("the node of the host itself, after a replug: the kernel has closed it: access.stale-node")
        func mounted() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let mount = """
                    cp -a /dev/null /dev/urandom /mnt; touch /mnt/$(basename \(camera.node))
                    mount --bind \(camera.node) /mnt/$(basename \(camera.node))
                    """
                try await laboratory.withContainer(mount) { container in
                    try await container.doctor([camera.node, "--size", "320x240"]).expectHealthy(what: "before")
                    try await camera.replug()
                    // It has the same number again, but nobody has a permission.
                    try await container.doctor([camera.node], as: .inGroupVideo).expect(
                        "access.stale-node", evidence: ["/.dockerenv", "000"])
                    try await laboratory.doctor("--pid", container.process, camera.node).expect(
                        "access.stale-node", evidence: ["no permission for anybody"])
                }
            }
        }
    }
}

/// A process with a `/dev` and process numbers of its own, as in a container of Docker.
private struct Container {
    let laboratory: Laboratory
    let process: String

    func doctor(_ arguments: [String], as user: GuestUser = .root) async throws -> DoctorAnswer {
        try await laboratory.undisturbed(unless: \.hasEveryFrame) {
            try await laboratory.end(
                try laboratory.startDoctor(
                    arguments, through: "nsenter --target \(process) --mount --pid \(user.wrapper)"))
        }
    }
}

extension Laboratory {
    /// Starts a container, which ends after `body`.
    ///
    /// - Parameter devices: a script that fills `/mnt`, the container's `/dev`.
    fileprivate func withContainer(_ devices: String, _ body: (Container) async throws -> Void) async throws {
        let inner =
            "mount -t tmpfs dev /mnt && { \(devices); } && mount --move /mnt /dev && echo up && exec \(GuestUser.inGroupVideo.wrapper) sleep 1000"
        let job = try start(
            "touch /.dockerenv; exec unshare --mount --pid --fork --mount-proc sh -c \(inner.shellQuoted)")
        try await whileUp(job, clean: "rm /.dockerenv") {
            // Of the processes with that command line the one that is process 1 of its own namespace.
            let process = try await require(
                """
                for status in /proc/[0-9]*/status; do
                    [ "$(awk '/^NSpid:/ { print $3 }' "$status")" != 1 ] || { basename "$(dirname "$status")"; exit; }
                done
                """
            ).trimmed
            try await body(Container(laboratory: self, process: process))
        }
    }
}
