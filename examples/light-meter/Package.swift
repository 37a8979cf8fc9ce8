// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "light-meter",
    // In a package of your own: .package(url: "URL of candela's repository", from: "0.1.0")
    dependencies: [.package(name: "candela", path: "../..")],
    targets: [
        .executableTarget(
            name: "light-meter",
            dependencies: [
                .product(name: "Candela", package: "candela")
            ])
    ]
)
