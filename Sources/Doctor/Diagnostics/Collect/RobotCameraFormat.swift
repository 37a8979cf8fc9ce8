// SPDX-License-Identifier: Apache-2.0

/// The pixel format that a node of ROS is told to take, in the parameters of its command line: `-p pixel_format:=uyvy` (ROS 2) or
/// `_pixel_format:=uyvy` (ROS 1). Parameters in a file are not read.
enum RobotCameraFormat {
    /// The names of usb_cam, and what it asks the driver for. Source: its `set_pixel_format` (ROS 2) and `pixel_format_from_string` (ROS 1).
    private static let names: [String: [String]] = [
        "yuyv": ["YUYV"], "yuyv2rgb": ["YUYV"], "uyvy": ["UYVY"], "uyvy2rgb": ["UYVY"], "mjpeg": ["MJPG", "JPEG"], "raw_mjpeg": ["MJPG", "JPEG"],
        "mjpeg2rgb": ["MJPG", "JPEG"], "rgb8": ["RGB3"], "rgb24": ["RGB3"], "mono8": ["GREY"], "grey": ["GREY"], "h264": ["H264"], "yu12": ["YU12"],
    ]

    /// - Returns: `nil` for other programs, and without a format that is known.
    static func find(_ program: String, _ words: [String]) -> CameraClientRecord.WantedFormat? {
        guard ["usb_cam_node", "usb_cam_node_exe"].contains(program) else { return nil }
        let isSecond = words.contains("--ros-args")
        // A rule of ROS 2 may begin with the node's name and a colon.
        let mark = isSecond ? "pixel_format:=" : "_pixel_format:="
        guard let word = words.last(where: { $0.hasPrefix(mark) || isSecond && $0.contains(":" + mark) }),
            let value = word.firstRange(of: mark).map({ String(word[$0.upperBound...]) }), let codes = names[value.lowercased()]
        else { return nil }
        var wanted = CameraClientRecord.WantedFormat(
            command: "\(program) … \(isSecond ? "-p " : "")\(mark)\(value)", name: codes[0], fourCCs: codes, isDefault: false)
        wanted.robot = isSecond ? 2 : 1
        return wanted
    }
}
