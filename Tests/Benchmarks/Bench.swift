// SPDX-License-Identifier: Apache-2.0

@main
struct Bench {
    static func main() {}
}
