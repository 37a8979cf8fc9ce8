// SPDX-License-Identifier: GPL-2.0
/*
 * A camera with a light, for the laboratory: what phones and boards have and no stock driver can be without hardware.
 *
 * One platform device carries
 *  - a capture node (GREY 320x240) that sees an even wall, lit by the room (`ambient`) and by the light;
 *  - a V4L2 flash sub-device, linked to the camera's sensor in a media graph (`graph=0`: no media device);
 *  - the LED class device `white:flash` for the same light, whose sysfs file is closed while the sub-device is open,
 *    as with the kernel's own v4l2-flash-led-class;
 *  - `pretend::privacy`, an LED that tells people that they are filmed;
 *  - with `illuminator=1` the control of a lamp on the capture node.
 *
 * Licensed as the kernel asks of modules that use its GPL-only symbols. Nothing of Candela is linked with it.
 * Written for Linux 6.1 and 6.12; kernels.h has what differs.
 */
#include <linux/leds.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/workqueue.h>
#include <media/media-device.h>
#include <media/v4l2-ctrls.h>
#include <media/v4l2-device.h>
#include <media/v4l2-event.h>
#include <media/v4l2-fh.h>
#include <media/v4l2-ioctl.h>
#include <media/v4l2-subdev.h>
#include <media/videobuf2-v4l2.h>
#include <media/videobuf2-vmalloc.h>
#include "kernels.h"

#define WIDTH 320
#define HEIGHT 240
#define RATE 15
/* The light: fifteen steps of 25 mA, which makes every percentage a matter of rounding. */
#define STEP_MA 25
#define STEPS 15

static int ambient = 12;
module_param(ambient, int, 0644);
MODULE_PARM_DESC(ambient, "luma of the wall without the light, 0 to 255");
static int gain = 10;
module_param(gain, int, 0644);
MODULE_PARM_DESC(gain, "luma that each of the light's 15 steps adds");
static int faults;
module_param(faults, int, 0644);
MODULE_PARM_DESC(faults, "the light's faults, as V4L2_FLASH_FAULT_* bits");
static bool illuminator;
module_param(illuminator, bool, 0444);
MODULE_PARM_DESC(illuminator, "whether the capture node has the control of a lamp");
static bool graph = true;
module_param(graph, bool, 0444);
MODULE_PARM_DESC(graph, "whether there is a media device");
static bool flash = true;
module_param(flash, bool, 0444);
MODULE_PARM_DESC(flash, "whether there is a flash sub-device");

struct pretend_buffer {
	struct vb2_v4l2_buffer vb;
	struct list_head list;
};

static struct pretend {
	struct v4l2_device v4l2;
	struct media_device media;

	/* The light */
	int level; /* 0 to STEPS */
	struct led_classdev led, privacy;
	struct v4l2_subdev flash;
	struct v4l2_ctrl_handler flash_controls;
	struct v4l2_ctrl *mode, *intensity;

	/* The camera */
	struct media_entity sensor;
	struct media_pad sensor_pad, node_pad;
	struct video_device node;
	struct v4l2_ctrl_handler controls;
	bool lamp;
	struct vb2_queue queue;
	struct mutex lock;
	spinlock_t waiting_lock;
	struct list_head waiting;
	struct delayed_work work;
	unsigned int sequence;
	u32 noise;
} *camera;

/* ---- The light ---- */

static int led_set(struct led_classdev *led, enum led_brightness brightness)
{
	camera->level = brightness;
	return 0;
}

static int privacy_set(struct led_classdev *led, enum led_brightness brightness)
{
	return 0;
}

/* The names of Documentation/ABI/testing/sysfs-class-led-flash. */
static ssize_t flash_fault_show(struct device *dev, struct device_attribute *attribute, char *buffer)
{
	static const char *const names[] = {
		"led-over-voltage", "flash-timeout-exceeded", "controller-over-temperature",
		"controller-short-circuit", "led-power-supply-over-current", "indicator-led-fault",
		"led-under-voltage", "controller-under-voltage", "led-over-temperature",
	};
	ssize_t length = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (faults & (1 << i))
			length += sysfs_emit_at(buffer, length, "%s ", names[i]);
	return length + sysfs_emit_at(buffer, length, "\n");
}
static DEVICE_ATTR_RO(flash_fault);

static struct attribute *led_attrs[] = { &dev_attr_flash_fault.attr, NULL };
ATTRIBUTE_GROUPS(led);

static int flash_set_control(struct v4l2_ctrl *control)
{
	int level = 0;

	if (control->id != V4L2_CID_FLASH_LED_MODE && control->id != V4L2_CID_FLASH_TORCH_INTENSITY)
		return 0;
	if (camera->mode->val == V4L2_FLASH_LED_MODE_TORCH)
		level = camera->intensity->val / STEP_MA;
	return led_set_brightness_sync(&camera->led, level);
}

static int flash_get_control(struct v4l2_ctrl *control)
{
	if (control->id == V4L2_CID_FLASH_FAULT)
		control->val = faults;
	return 0;
}

static const struct v4l2_ctrl_ops flash_control_ops = {
	.s_ctrl = flash_set_control,
	.g_volatile_ctrl = flash_get_control,
};

static int flash_open(struct v4l2_subdev *subdev, struct v4l2_subdev_fh *handle)
{
	if (v4l2_fh_is_singular(&handle->vfh)) {
		mutex_lock(&camera->led.led_access);
		led_sysfs_disable(&camera->led);
		mutex_unlock(&camera->led.led_access);
	}
	return 0;
}

static int flash_close(struct v4l2_subdev *subdev, struct v4l2_subdev_fh *handle)
{
	if (v4l2_fh_is_singular(&handle->vfh)) {
		mutex_lock(&camera->led.led_access);
		led_sysfs_enable(&camera->led);
		mutex_unlock(&camera->led.led_access);
	}
	return 0;
}

static const struct v4l2_subdev_internal_ops flash_internal_ops = { .open = flash_open, .close = flash_close };
static const struct v4l2_subdev_core_ops flash_core_ops = {
	.subscribe_event = v4l2_ctrl_subdev_subscribe_event,
	.unsubscribe_event = v4l2_event_subdev_unsubscribe,
};
static const struct v4l2_subdev_ops flash_ops = { .core = &flash_core_ops };

static int light_register(struct device *dev)
{
	struct v4l2_ctrl_handler *controls = &camera->flash_controls;
	struct v4l2_ctrl *fault;
	int error;

	camera->led.name = "white:flash";
	camera->led.max_brightness = STEPS;
	camera->led.brightness_set_blocking = led_set;
	camera->led.groups = led_groups;
	error = led_classdev_register(dev, &camera->led);
	if (error)
		return error;
	camera->privacy.name = "pretend::privacy";
	camera->privacy.max_brightness = 1;
	camera->privacy.brightness_set_blocking = privacy_set;
	error = led_classdev_register(dev, &camera->privacy);
	if (error)
		goto no_privacy;
	if (!flash)
		return 0;

	v4l2_ctrl_handler_init(controls, 6);
	camera->mode = v4l2_ctrl_new_std_menu(controls, &flash_control_ops, V4L2_CID_FLASH_LED_MODE,
					      V4L2_FLASH_LED_MODE_TORCH, 0, V4L2_FLASH_LED_MODE_NONE);
	camera->intensity = v4l2_ctrl_new_std(controls, &flash_control_ops, V4L2_CID_FLASH_TORCH_INTENSITY,
					      STEP_MA, STEP_MA * STEPS, STEP_MA, STEP_MA * 4);
	v4l2_ctrl_new_std(controls, &flash_control_ops, V4L2_CID_FLASH_TIMEOUT, 100000, 500000, 100000, 100000);
	v4l2_ctrl_new_std(controls, &flash_control_ops, V4L2_CID_FLASH_STROBE, 0, 0, 0, 0);
	fault = v4l2_ctrl_new_std(controls, &flash_control_ops, V4L2_CID_FLASH_FAULT, 0, 0x1ff, 0, 0);
	if (fault)
		fault->flags |= V4L2_CTRL_FLAG_VOLATILE | V4L2_CTRL_FLAG_READ_ONLY;
	error = controls->error;
	if (error)
		goto no_flash;
	v4l2_ctrl_cluster(2, &camera->mode);

	v4l2_subdev_init(&camera->flash, &flash_ops);
	camera->flash.internal_ops = &flash_internal_ops;
	camera->flash.owner = THIS_MODULE;
	camera->flash.dev = dev;
	camera->flash.flags |= V4L2_SUBDEV_FL_HAS_DEVNODE | V4L2_SUBDEV_FL_HAS_EVENTS;
	camera->flash.ctrl_handler = controls;
	camera->flash.entity.function = MEDIA_ENT_F_FLASH;
	strscpy(camera->flash.name, camera->led.name, sizeof(camera->flash.name));
	media_entity_pads_init(&camera->flash.entity, 0, NULL);
	error = v4l2_device_register_subdev(&camera->v4l2, &camera->flash);
	if (error)
		goto no_flash;
	return 0;

no_flash:
	v4l2_ctrl_handler_free(controls);
	led_classdev_unregister(&camera->privacy);
no_privacy:
	led_classdev_unregister(&camera->led);
	return error;
}

static void light_unregister(void)
{
	if (flash) {
		v4l2_device_unregister_subdev(&camera->flash);
		media_entity_cleanup(&camera->flash.entity);
		v4l2_ctrl_handler_free(&camera->flash_controls);
	}
	led_classdev_unregister(&camera->privacy);
	led_classdev_unregister(&camera->led);
}

/* ---- The camera ---- */

static void expose(u8 *pixels)
{
	int light = camera->level + (camera->lamp ? STEPS : 0);
	int level = clamp(ambient + gain * light, 0, 250);
	int i;

	/* A sensor's frames are never all alike: a little noise. */
	for (i = 0; i < WIDTH * HEIGHT; i++) {
		camera->noise = camera->noise * 1664525 + 1013904223;
		pixels[i] = level + (camera->noise >> 30);
	}
}

static void next_frame(struct work_struct *work)
{
	struct pretend_buffer *buffer = NULL;

	spin_lock(&camera->waiting_lock);
	if (!list_empty(&camera->waiting)) {
		buffer = list_first_entry(&camera->waiting, struct pretend_buffer, list);
		list_del(&buffer->list);
	}
	spin_unlock(&camera->waiting_lock);
	if (buffer) {
		buffer->vb.vb2_buf.timestamp = ktime_get_ns();
		buffer->vb.sequence = camera->sequence;
		buffer->vb.field = V4L2_FIELD_NONE;
		expose(vb2_plane_vaddr(&buffer->vb.vb2_buf, 0));
		vb2_set_plane_payload(&buffer->vb.vb2_buf, 0, WIDTH * HEIGHT);
		vb2_buffer_done(&buffer->vb.vb2_buf, VB2_BUF_STATE_DONE);
	}
	camera->sequence++;
	schedule_delayed_work(&camera->work, HZ / RATE);
}

static int queue_setup(struct vb2_queue *queue, unsigned int *buffers, unsigned int *planes, unsigned int sizes[],
		       struct device *devices[])
{
	if (*planes)
		return sizes[0] < WIDTH * HEIGHT ? -EINVAL : 0;
	*planes = 1;
	sizes[0] = WIDTH * HEIGHT;
	return 0;
}

static void buffer_queue(struct vb2_buffer *vb)
{
	struct pretend_buffer *buffer = container_of(to_vb2_v4l2_buffer(vb), struct pretend_buffer, vb);

	spin_lock(&camera->waiting_lock);
	list_add_tail(&buffer->list, &camera->waiting);
	spin_unlock(&camera->waiting_lock);
}

static void give_back(enum vb2_buffer_state state)
{
	struct pretend_buffer *buffer, *next;

	spin_lock(&camera->waiting_lock);
	list_for_each_entry_safe(buffer, next, &camera->waiting, list) {
		list_del(&buffer->list);
		vb2_buffer_done(&buffer->vb.vb2_buf, state);
	}
	spin_unlock(&camera->waiting_lock);
}

static int start_streaming(struct vb2_queue *queue, unsigned int count)
{
	camera->sequence = 0;
	schedule_delayed_work(&camera->work, 0);
	return 0;
}

static void stop_streaming(struct vb2_queue *queue)
{
	cancel_delayed_work_sync(&camera->work);
	give_back(VB2_BUF_STATE_ERROR);
}

static const struct vb2_ops queue_ops = {
	.queue_setup = queue_setup,
	.buf_queue = buffer_queue,
	.start_streaming = start_streaming,
	.stop_streaming = stop_streaming,
	.wait_prepare = vb2_ops_wait_prepare,
	.wait_finish = vb2_ops_wait_finish,
};

static int query_capability(struct file *file, void *handle, struct v4l2_capability *capability)
{
	strscpy(capability->driver, "pretend_camera", sizeof(capability->driver));
	strscpy(capability->card, "Pretend Camera", sizeof(capability->card));
	strscpy(capability->bus_info, "platform:pretend-camera", sizeof(capability->bus_info));
	return 0;
}

static int enumerate_formats(struct file *file, void *handle, struct v4l2_fmtdesc *format)
{
	if (format->index)
		return -EINVAL;
	format->pixelformat = V4L2_PIX_FMT_GREY;
	return 0;
}

static int get_format(struct file *file, void *handle, struct v4l2_format *format)
{
	struct v4l2_pix_format *pixels = &format->fmt.pix;

	memset(pixels, 0, sizeof(*pixels));
	pixels->width = WIDTH;
	pixels->height = HEIGHT;
	pixels->pixelformat = V4L2_PIX_FMT_GREY;
	pixels->field = V4L2_FIELD_NONE;
	pixels->bytesperline = WIDTH;
	pixels->sizeimage = WIDTH * HEIGHT;
	pixels->colorspace = V4L2_COLORSPACE_SRGB;
	return 0;
}

static int set_format(struct file *file, void *handle, struct v4l2_format *format)
{
	if (vb2_is_busy(&camera->queue))
		return -EBUSY;
	return get_format(file, handle, format);
}

static int enumerate_sizes(struct file *file, void *handle, struct v4l2_frmsizeenum *size)
{
	if (size->index || size->pixel_format != V4L2_PIX_FMT_GREY)
		return -EINVAL;
	size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
	size->discrete.width = WIDTH;
	size->discrete.height = HEIGHT;
	return 0;
}

static int enumerate_intervals(struct file *file, void *handle, struct v4l2_frmivalenum *interval)
{
	if (interval->index || interval->pixel_format != V4L2_PIX_FMT_GREY || interval->width != WIDTH ||
	    interval->height != HEIGHT)
		return -EINVAL;
	interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
	interval->discrete = (struct v4l2_fract){ 1, RATE };
	return 0;
}

static int get_parameters(struct file *file, void *handle, struct v4l2_streamparm *parameters)
{
	if (parameters->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
		return -EINVAL;
	memset(&parameters->parm.capture, 0, sizeof(parameters->parm.capture));
	parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
	parameters->parm.capture.timeperframe = (struct v4l2_fract){ 1, RATE };
	parameters->parm.capture.readbuffers = 2;
	return 0;
}

static int enumerate_inputs(struct file *file, void *handle, struct v4l2_input *input)
{
	if (input->index)
		return -EINVAL;
	input->type = V4L2_INPUT_TYPE_CAMERA;
	strscpy(input->name, "Camera", sizeof(input->name));
	return 0;
}

static int get_input(struct file *file, void *handle, unsigned int *input)
{
	*input = 0;
	return 0;
}

static int set_input(struct file *file, void *handle, unsigned int input)
{
	return input ? -EINVAL : 0;
}

static const struct v4l2_ioctl_ops ioctl_ops = {
	.vidioc_querycap = query_capability,
	.vidioc_enum_fmt_vid_cap = enumerate_formats,
	.vidioc_g_fmt_vid_cap = get_format,
	.vidioc_s_fmt_vid_cap = set_format,
	.vidioc_try_fmt_vid_cap = get_format,
	.vidioc_enum_framesizes = enumerate_sizes,
	.vidioc_enum_frameintervals = enumerate_intervals,
	.vidioc_g_parm = get_parameters,
	.vidioc_s_parm = get_parameters,
	.vidioc_enum_input = enumerate_inputs,
	.vidioc_g_input = get_input,
	.vidioc_s_input = set_input,
	.vidioc_reqbufs = vb2_ioctl_reqbufs,
	.vidioc_create_bufs = vb2_ioctl_create_bufs,
	.vidioc_querybuf = vb2_ioctl_querybuf,
	.vidioc_qbuf = vb2_ioctl_qbuf,
	.vidioc_dqbuf = vb2_ioctl_dqbuf,
	.vidioc_expbuf = vb2_ioctl_expbuf,
	.vidioc_streamon = vb2_ioctl_streamon,
	.vidioc_streamoff = vb2_ioctl_streamoff,
	.vidioc_subscribe_event = v4l2_ctrl_subscribe_event,
	.vidioc_unsubscribe_event = v4l2_event_unsubscribe,
};

static const struct v4l2_file_operations file_ops = {
	.owner = THIS_MODULE,
	.open = v4l2_fh_open,
	.release = vb2_fop_release,
	.unlocked_ioctl = video_ioctl2,
	.mmap = vb2_fop_mmap,
	.poll = vb2_fop_poll,
	.read = vb2_fop_read,
};

static int camera_set_control(struct v4l2_ctrl *control)
{
	if (control->id == V4L2_CID_ILLUMINATORS_1)
		camera->lamp = control->val;
	return 0;
}

static const struct v4l2_ctrl_ops control_ops = { .s_ctrl = camera_set_control };

static int node_register(struct device *dev)
{
	struct vb2_queue *queue = &camera->queue;
	struct video_device *node = &camera->node;
	int error;

	v4l2_ctrl_handler_init(&camera->controls, 1);
	if (illuminator)
		v4l2_ctrl_new_std(&camera->controls, &control_ops, V4L2_CID_ILLUMINATORS_1, 0, 1, 1, 0);
	error = camera->controls.error;
	if (error)
		return error;

	queue->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	queue->io_modes = VB2_MMAP | VB2_READ | VB2_DMABUF;
	queue->buf_struct_size = sizeof(struct pretend_buffer);
	queue->ops = &queue_ops;
	queue->mem_ops = &vb2_vmalloc_memops;
	queue->timestamp_flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
	queue->MIN_QUEUED_BUFFERS = 1;
	queue->lock = &camera->lock;
	queue->dev = dev;
	error = vb2_queue_init(queue);
	if (error)
		goto no_queue;

	strscpy(node->name, "Pretend Camera", sizeof(node->name));
	node->v4l2_dev = &camera->v4l2;
	node->fops = &file_ops;
	node->ioctl_ops = &ioctl_ops;
	node->release = video_device_release_empty;
	node->queue = queue;
	node->lock = &camera->lock;
	node->ctrl_handler = &camera->controls;
	node->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_READWRITE;
	camera->node_pad.flags = MEDIA_PAD_FL_SINK;
	error = media_entity_pads_init(&node->entity, 1, &camera->node_pad);
	if (error)
		goto no_queue;
	error = video_register_device(node, VFL_TYPE_VIDEO, -1);
	if (error)
		goto no_queue;
	return 0;

no_queue:
	v4l2_ctrl_handler_free(&camera->controls);
	return error;
}

/* What drivers make of a sensor's `flash-leds` property since Linux 5.19: an ancillary link. */
static int graph_register(void)
{
	int error;

	camera->sensor.name = "pretend sensor";
	camera->sensor.function = MEDIA_ENT_F_CAM_SENSOR;
	camera->sensor_pad.flags = MEDIA_PAD_FL_SOURCE;
	error = media_entity_pads_init(&camera->sensor, 1, &camera->sensor_pad);
	if (error)
		return error;
	error = media_device_register_entity(&camera->media, &camera->sensor);
	if (error)
		return error;
	error = media_create_pad_link(&camera->sensor, 0, &camera->node.entity, 0,
				      MEDIA_LNK_FL_ENABLED | MEDIA_LNK_FL_IMMUTABLE);
	if (!error && flash) {
		struct media_link *link = media_create_ancillary_link(&camera->sensor, &camera->flash.entity);

		error = IS_ERR(link) ? PTR_ERR(link) : 0;
	}
	return error ? error : media_device_register(&camera->media);
}

static int __init pretend_probe(struct platform_device *platform)
{
	struct device *dev = &platform->dev;
	int error;

	camera = kzalloc(sizeof(*camera), GFP_KERNEL);
	if (!camera)
		return -ENOMEM;
	mutex_init(&camera->lock);
	spin_lock_init(&camera->waiting_lock);
	INIT_LIST_HEAD(&camera->waiting);
	INIT_DELAYED_WORK(&camera->work, next_frame);
	if (graph) {
		camera->media.dev = dev;
		strscpy(camera->media.model, "Pretend Camera", sizeof(camera->media.model));
		strscpy(camera->media.driver_name, "pretend_camera", sizeof(camera->media.driver_name));
		strscpy(camera->media.bus_info, "platform:pretend-camera", sizeof(camera->media.bus_info));
		media_device_init(&camera->media);
		camera->v4l2.mdev = &camera->media;
	}
	error = v4l2_device_register(dev, &camera->v4l2);
	if (error)
		goto no_v4l2;
	error = light_register(dev);
	if (error)
		goto no_light;
	error = node_register(dev);
	if (error)
		goto no_node;
	if (graph) {
		error = graph_register();
		if (error)
			goto no_graph;
	}
	error = v4l2_device_register_subdev_nodes(&camera->v4l2);
	if (!error)
		return 0;

	if (graph)
		media_device_unregister(&camera->media);
no_graph:
	vb2_video_unregister_device(&camera->node);
	v4l2_ctrl_handler_free(&camera->controls);
no_node:
	light_unregister();
no_light:
	v4l2_device_unregister(&camera->v4l2);
no_v4l2:
	if (graph)
		media_device_cleanup(&camera->media);
	kfree(camera);
	return error;
}

static removed_t pretend_remove(struct platform_device *platform)
{
	if (graph)
		media_device_unregister(&camera->media);
	vb2_video_unregister_device(&camera->node);
	light_unregister();
	v4l2_device_unregister(&camera->v4l2);
	v4l2_ctrl_handler_free(&camera->controls);
	if (graph)
		media_device_cleanup(&camera->media);
	kfree(camera);
	return REMOVED;
}

static struct platform_driver pretend_driver = {
	.remove = pretend_remove,
	/* Open files do not outlive the device: it goes with the module, which they hold. */
	.driver = { .name = "pretend-camera", .suppress_bind_attrs = true },
};

static struct platform_device *device;

static int __init pretend_init(void)
{
	device = platform_create_bundle(&pretend_driver, pretend_probe, NULL, 0, NULL, 0);
	return PTR_ERR_OR_ZERO(device);
}

static void __exit pretend_exit(void)
{
	platform_device_unregister(device);
	platform_driver_unregister(&pretend_driver);
}

module_init(pretend_init);
module_exit(pretend_exit);
MODULE_DESCRIPTION("A camera with a light, for Candela's laboratory");
MODULE_LICENSE("GPL");
