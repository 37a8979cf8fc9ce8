// SPDX-License-Identifier: Apache-2.0

import Testing

extension MachineLaboratory {
    /// A camera whose driver the kernel cannot load or bind, for the reasons that machines have.
    @Suite("the driver's module")
    struct Modules {
        @Test("a module that was built for another kernel, in front of the kernel's own: device.module-broken")
        func shadowed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withChangedModules(
                """
                mkdir -p updates/dkms
                # Without its signature, which would be checked first. Its magic differs in the release, and where symbols
                # have versions, in what else is compared.
                strip --strip-debug -o /run/unsigned.ko "$uvcvideo"
                sed "s/vermagic=$release/vermagic=0$(echo "$release" | cut -c 2-)/; s/mod_unload/mod_unlaod/" \
                    /run/unsigned.ko >updates/dkms/uvcvideo.ko
                depmod
                """
            ) { _ in
                let answer = try await laboratory.doctor()
                answer.expect("device.module-broken", evidence: ["updates/dkms/uvcvideo.ko", "version magic"])
                #expect(
                    answer.finding("device.module-broken")?["fixes"][0]["commands"][0].string?.hasPrefix("sudo mv ")
                        == true, "\(answer)")
            }
        }

        @Test("a module's file that is gone, and one that the kernel's package does not have")
        func missing() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withChangedModules("rm \"$uvcvideo\"") { camera in
                try await laboratory.doctor().expect("device.module-broken", evidence: ["uvcvideo.ko): ENOENT"])
                try await laboratory.require("depmod")
                try await laboratory.doctor(as: .stranger).expect(
                    "device.no-driver", evidence: ["uvcvideo: not on disk for this kernel"])
            }
        }

        @Test("a driver that needs a module which is gone: device.module-broken")
        func dependency() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withChangedModules("rm \"$(modinfo -n videobuf2-v4l2)\"") { _ in
                try await laboratory.doctor().expect(
                    "device.module-broken", evidence: ["videobuf2-v4l2.ko): ENOENT"])
            }
        }

        @Test("modules of another kernel only, as after an upgrade: device.no-driver, and a restart")
        func upgraded() async throws {
            let laboratory = try await Laboratory.shared()
            let folder = "/lib/modules/99.1-laboratory"
            let index = "echo kernel/drivers/media/usb/uvc/uvcvideo.ko: >\(folder)/modules.dep"
            let new = "mount -t tmpfs modules /lib/modules && mkdir \(folder) && \(index)"
            try await laboratory.withChangedModules("cd / && \(new)", back: "umount --lazy /lib/modules") { _ in
                let answer = try await laboratory.doctor()
                answer.expect("device.no-driver", evidence: [": missing"])
                #expect(
                    answer.finding("device.no-driver")?["fixes"][0]["commands"][0].string == "sudo reboot", "\(answer)")
            }
        }

        @Test(
            "a program that controls the camera over USB, as virtual machines do: device.driver-refused, with its name")
        func claimed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let program = try laboratory.start(Self.claiming)
                try await program.waitForOutput { $0.contains("claimed") }
                let answer = try await laboratory.doctor()
                let stranger = try await laboratory.doctor(as: .stranger)
                try program.signal("KILL")
                _ = try await program.end()
                answer.expect("device.driver-refused", evidence: ["driver: usbfs", "open in python3 (user root)"])
                #expect(answer.report["message"].string?.contains("python3") == true, "\(answer)")
                stranger.expect("device.driver-refused", evidence: ["driver: usbfs", "run as root"])
                // The remedy that is printed.
                let bind = answer.finding("device.driver-refused")?["fixes"].array.last?["commands"][0].string ?? "?"
                try await laboratory.require(bind.replacing("sudo ", with: ""))
                try await camera.waitForNode(present: true)
                try await laboratory.doctor("--size", "320x240").expectHealthy()
            }
        }

        /// Takes the interfaces from their driver and keeps them, as libusb does for QEMU. Source: `USBDEVFS_DISCONNECT_CLAIM`
        /// in linux/usbdevice_fs.h.
        private static let claiming = """
            exec python3 -c '
            import fcntl, glob, os, struct, time
            for device in glob.glob("/sys/bus/usb/devices/*"):
                if os.path.exists(device + "/idVendor") and open(device + "/idVendor").read().strip() == "1209":
                    numbers = [int(open(device + "/" + name).read()) for name in ("busnum", "devnum")]
            node = os.open("/dev/bus/usb/%03d/%03d" % tuple(numbers), os.O_RDWR)
            for interface in (0, 1):
                fcntl.ioctl(node, 0x8108551b, struct.pack("II256s", interface, 0, b""))
            print("claimed", flush=True)
            time.sleep(1000)
            '
            """

        @Test("a device that does not identify itself, as behind a bad cable: device.not-recognised")
        func mute() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await camera.obey("unplug")
                try await camera.waitForNode(present: false)
                try await laboratory.doctor().expect("device.none", evidence: ["USB disconnect"], "unplugged")
                try await camera.obey("mute")
                try await camera.obey("plug")
                // The kernel tries four times.
                try await laboratory.require(
                    "for try in $(seq 300); do dmesg | grep -q 'unable to enumerate' && exit; sleep 0.1; done; exit 1")
                let answer = try await laboratory.doctor()
                answer.expect("device.not-recognised", evidence: ["kernel log"])
                #expect(answer.report["message"].string?.contains("1-1") == true, "\(answer)")
                // The same device in order again.
                try await camera.obey("unplug")
                try await camera.obey("unmute")
                try await camera.obey("plug")
                try await camera.waitForNode(present: true)
                try await laboratory.doctor("--size", "320x240").expectHealthy()
            }
        }
    }
}

extension SignedLaboratory {
    @Suite("signatures of modules")
    struct Signatures {
        @Test("a module without a signature, where the kernel accepts only signed ones: device.driver-refused")
        func unsigned() async throws {
            let laboratory = try await Laboratory.shared()
            // From here on until the guest ends; nothing can turn it off.
            try await laboratory.require("echo 1 >/sys/module/module/parameters/sig_enforce")
            try await laboratory.withChangedModules(
                """
                mkdir -p updates
                strip --strip-debug -o updates/uvcvideo.ko "$uvcvideo"
                depmod
                """
            ) { _ in
                let answer = try await laboratory.doctor()
                answer.expect(
                    "device.driver-refused",
                    evidence: ["unsigned module is rejected", "updates/uvcvideo.ko: not signed"])
                // Others may not read the kernel's log.
                try await laboratory.doctor(as: .stranger).expect(
                    "device.driver-refused", evidence: ["updates/uvcvideo.ko: not signed"])
            }
            // The kernel's own module, which is signed.
            try await laboratory.withCamera { _ in
                try await laboratory.doctor("--size", "320x240").expectHealthy()
            }
        }
    }
}

extension Laboratory {
    /// Plugs a camera in whose driver is not loaded, runs `change` in a copy of the kernel's modules, and tries to load the
    /// driver as udev would; then puts the modules back.
    ///
    /// - Parameter change: a script; `$release` is the kernel's, `$uvcvideo` the path of the driver.
    fileprivate func withChangedModules(
        _ change: String, back: String = ":", _ body: (GuestCamera) async throws -> Void
    ) async throws {
        try await withCamera { camera in
            try await require(
                """
                set -e
                modprobe -r uvcvideo
                release=$(uname -r) uvcvideo=$(modinfo -n uvcvideo)
                mkdir -p /run/modules/upper /run/modules/work
                mount -t overlay -o lowerdir=/lib/modules/$release,upperdir=/run/modules/upper,workdir=/run/modules/work \
                    overlay /lib/modules/$release
                cd /lib/modules/$release
                \(change)
                modprobe uvcvideo || true
                """)
            let restore = """
                cd /; modprobe -r uvcvideo
                # udevd keeps the index open.
                \(back); umount --lazy /lib/modules/$(uname -r) && rm -r /run/modules && \(Laboratory.udevReload)
                modprobe uvcvideo
                """
            do {
                try await body(camera)
                try await require(restore)
                try await camera.waitForNode(present: true)
            } catch {
                _ = try? await run(restore)
                throw error
            }
        }
    }
}
