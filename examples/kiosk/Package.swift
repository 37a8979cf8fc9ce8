// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "kiosk",
    // In a package of your own: .package(url: "URL of candela's repository", from: "0.1.0")
    dependencies: [.package(name: "candela", path: "../..")],
    targets: [
        .executableTarget(
            name: "kiosk",
            dependencies: [
                .product(name: "Candela", package: "candela"),
                .product(name: "CandelaHistory", package: "candela"),
                .product(name: "candela-worker", package: "candela"),
            ])
    ]
)
