// SPDX-License-Identifier: GPL-2.0
/*
 * A name in the firmware for the USB host controller of USB/IP, which has none.
 *
 * libcamera makes a webcam's id from the firmware's path of its host controller, and does not list a webcam without one. On
 * real machines ACPI or the device tree gives it.
 *
 * Licensed as the kernel asks of modules that use its GPL-only symbols. Nothing of Candela is linked with it.
 */
#include <linux/device.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/sysfs.h>

static struct device *controller;
static struct kobject *node;

static ssize_t path_show(struct kobject *object, struct kobj_attribute *attribute, char *text)
{
	return sysfs_emit(text, "\\_SB_.LAB0.USB0\n");
}

static struct kobj_attribute path = __ATTR_RO(path);

static int __init firmware_path_start(void)
{
	int result;

	controller = bus_find_device_by_name(&platform_bus_type, NULL, "vhci_hcd.0");
	if (!controller)
		return -ENODEV;
	node = kobject_create_and_add("firmware_node", &controller->kobj);
	if (!node) {
		put_device(controller);
		return -ENOMEM;
	}
	result = sysfs_create_file(node, &path.attr);
	if (result) {
		kobject_put(node);
		put_device(controller);
	}
	return result;
}

static void __exit firmware_path_end(void)
{
	kobject_put(node);
	put_device(controller);
}

module_init(firmware_path_start);
module_exit(firmware_path_end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A firmware path for the host controller of USB/IP");
