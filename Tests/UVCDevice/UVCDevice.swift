// SPDX-License-Identifier: Apache-2.0

@main
struct UVCDevice {
    static func main() {}
}
