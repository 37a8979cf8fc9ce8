// SPDX-License-Identifier: Apache-2.0
// The picture, what is drawn over it (boxes, texts, the region), and mouse, touch and keyboard input.

import { $, fixItems, moment, save, say, sentence, sharp, toast } from "./dom.js";
import { post } from "./server.js";

const view = $("view");
const picture = $("picture");
const overlay = $("overlay");
const reads = new Map();
let shownFrame = -1;
let lastBlob = null;
let size = { width: 1280, height: 720 };
let region = null;
let drag = null;
let isMirrored = false;
let isPeaking = false;
let lastRead = 0;
let zoom = null;
let canFocus = false;
let isFocusing = false;
/** Where the lens is being focused, as fractions of the picture. */
let focusAt = null;

/** Takes the codes of a frame. */
export function takeCodes(read) {
  reads.set(read.frame, read);
  if (reads.size > 40) reads.delete(reads.keys().next().value);
  if (read.codes.length > 0) lastRead = performance.now();
  const isRead = performance.now() - lastRead < 600;
  view.classList.toggle("read", isRead);
  // Codes come before their picture. Without pictures, draw them at once.
  if (shownFrame < 0) draw();
}

/** Shows a frame with its codes. */
export function showPicture(bitmap, frame, blob) {
  if (picture.width !== bitmap.width || picture.height !== bitmap.height) {
    [picture.width, picture.height] = [bitmap.width, bitmap.height];
    size = { width: bitmap.width, height: bitmap.height };
    view.style.aspectRatio = `${bitmap.width} / ${bitmap.height}`;
  }
  picture.getContext("2d").drawImage(bitmap, 0, 0);
  if (isPeaking) peak(bitmap);
  bitmap.close();
  shownFrame = frame;
  lastBlob = blob;
  view.dataset.frame = String(frame);
  draw();
}

export function takeState(state) {
  region = state.region;
  canFocus = Boolean(state.camera?.can_focus);
  if (isFocusing && !state.focusing) focusAt = null;
  isFocusing = state.focusing;
  view.title = canFocus ? "Tap to focus, drag to select the region to read" : "Drag to select the region to read";
  view.classList.toggle("regioned", region !== null);
  $("whole").hidden = region === null;
  $("paused").hidden = !state.paused;
  $("pause").setAttribute("aria-pressed", String(state.paused));
  view.classList.toggle("troubled", state.phase === "troubled");
  if (state.phase !== "live") {
    reads.clear();
    draw();
  }
}

/** Handles a touch that is not a drag: focuses there, if the camera can. */
async function tap(at) {
  if (!canFocus) return;
  focusAt = at;
  draw();
  if (await post("/api/focus", at) === null) focusAt = null;
  draw();
}

function drawFocus(context, spot) {
  if (!focusAt) return;
  const [x, y] = toView(spot, focusAt.x * size.width, focusAt.y * size.height);
  context.lineWidth = 2;
  context.strokeStyle = "#ffb547";
  context.beginPath();
  context.roundRect(x - 34, y - 34, 68, 68, 12);
  context.stroke();
}

export function takeZoom(control) { zoom = control ?? null; }

// ---- Geometry

/** The rectangle of the whole picture in the view, in CSS pixels. */
function place() {
  const { width, height } = view.getBoundingClientRect();
  const scale = Math.min(width / size.width, height / size.height);
  return { scale, left: (width - size.width * scale) / 2, top: (height - size.height * scale) / 2 };
}

function toView({ scale, left, top }, x, y) {
  return [left + (isMirrored ? size.width - x : x) * scale, top + y * scale];
}

/** The position of a pointer, as fractions of the picture. */
function toShare(event) {
  const box = view.getBoundingClientRect();
  const { scale, left, top } = place();
  const x = (event.clientX - box.left - left) / (size.width * scale);
  const y = (event.clientY - box.top - top) / (size.height * scale);
  const clamp = (value) => Math.min(1, Math.max(0, value));
  return { x: clamp(isMirrored ? 1 - x : x), y: clamp(y) };
}

// ---- Drawing

function readOf(frame) {
  if (reads.has(frame)) return reads.get(frame);
  let found = null;
  for (const read of reads.values()) if (frame < 0 || read.frame <= frame) found = read;
  return found;
}

export function draw() {
  const { context, width, height } = sharp(overlay);
  const spot = place();
  drawRegion(context, spot, width, height);
  const read = readOf(shownFrame);
  const texts = [];
  for (const code of read?.codes ?? []) {
    texts.push(`${code.symbology} ${code.text}`);
    if (code.corners) drawCode(context, spot, code, width, height);
  }
  drawFocus(context, spot);
  // What the screen shows, for tests and assistive programs.
  view.dataset.codes = texts.join("\n");
}

function drawCode(context, spot, code, width, height) {
  const ink = code.accepted ? "#3ddc78" : "#ffb547";
  const points = code.corners.map(([x, y]) => toView(spot, x, y));
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.lineJoin = "round";
  context.lineWidth = 6;
  context.strokeStyle = "rgb(0 0 0 / .45)";
  context.stroke();
  context.lineWidth = 3;
  context.strokeStyle = ink;
  context.stroke();
  context.font = "600 13px system-ui, sans-serif";
  const text = code.text.length > 42 ? `${code.text.slice(0, 41)}…` : code.text;
  const wide = context.measureText(text).width + 14;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(Math.max(4, (Math.min(...xs) + Math.max(...xs) - wide) / 2), Math.max(4, width - wide - 4));
  const below = Math.max(...ys) + 9;
  const y = below + 24 < height ? below : Math.max(4, Math.min(...ys) - 32);
  context.fillStyle = ink;
  context.beginPath();
  context.roundRect(x, y, wide, 23, 6);
  context.fill();
  context.fillStyle = "#07130b";
  context.textBaseline = "middle";
  context.fillText(text, x + 7, y + 12.5);
}

function drawRegion(context, spot, width, height) {
  const part = drag?.part ?? region;
  if (!part) return;
  const [x1, y1] = toView(spot, part.x * size.width, part.y * size.height);
  const [x2, y2] = toView(spot, (part.x + part.width) * size.width, (part.y + part.height) * size.height);
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  context.fillStyle = "rgb(0 0 0 / .45)";
  context.fillRect(0, 0, width, y1);
  context.fillRect(0, y2, width, height - y2);
  context.fillRect(0, y1, left, y2 - y1);
  context.fillRect(right, y1, width - right, y2 - y1);
  context.lineWidth = 1.5;
  context.strokeStyle = "#fff";
  context.setLineDash(drag ? [6, 4] : []);
  context.strokeRect(left, y1, right - left, y2 - y1);
  context.setLineDash([]);
  context.fillStyle = "#fff";
  for (const x of [left, right]) for (const y of [y1, y2]) context.fillRect(x - 5, y - 5, 10, 10);
}

const small = document.createElement("canvas");

/** Focus peaking: highlights the strongest changes between neighbouring pixels. */
function peak(bitmap) {
  const width = 480;
  const height = Math.round(width * bitmap.height / bitmap.width);
  [small.width, small.height] = [width, height];
  const context = small.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0, width, height);
  const data = context.getImageData(0, 0, width, height);
  const pixels = data.data;
  const luma = new Uint8Array(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = pixels[4 * i + 1];
  pixels.fill(0);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const slope = Math.abs(luma[i + 1] - luma[i - 1]) + Math.abs(luma[i + width] - luma[i - width]);
      if (slope > 88) pixels.set([255, 90, 40, Math.min(255, slope * 2)], 4 * i);
    }
  }
  context.putImageData(data, 0, 0);
  picture.getContext("2d").drawImage(small, 0, 0, picture.width, picture.height);
}

// ---- Input

const pointers = new Map();
let pinch = null;

view.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.target.closest(".trouble")) return;
  pointers.set(event.pointerId, event);
  view.setPointerCapture(event.pointerId);
  if (pointers.size === 2) {
    drag = null;
    pinch = { from: spread(), value: zoom?.value };
    return;
  }
  const start = toShare(event);
  drag = { start, base: region, grip: grip(start), part: null };
});

view.addEventListener("pointermove", (event) => {
  if (!pointers.has(event.pointerId)) return hover(event);
  pointers.set(event.pointerId, event);
  if (pinch && pointers.size === 2) return pinchTo(spread() / pinch.from);
  if (!drag) return;
  drag.part = dragged(drag, toShare(event));
  draw();
});

function release(event) {
  if (!pointers.delete(event.pointerId)) return;
  if (pointers.size < 2) pinch = null;
  const began = drag;
  const part = drag?.part;
  drag = null;
  if (event.type === "pointerup" && began && !part) tap(began.start);
  if (event.type === "pointerup" && part && part.width >= 0.02 && part.height >= 0.02) setRegion(part);
  draw();
}
view.addEventListener("pointerup", release);
view.addEventListener("pointercancel", release);

function hover(event) {
  const at = region ? grip(toShare(event)) : null;
  view.style.cursor = !at ? "crosshair" : at === "move" ? "move" : at === "nw" || at === "se" ? "nwse-resize" : "nesw-resize";
}

/** Which part of the region is at a position. */
function grip(at) {
  if (!region) return null;
  const near = 0.03;
  const [right, bottom] = [region.x + region.width, region.y + region.height];
  const side = Math.abs(at.x - region.x) < near ? "w" : Math.abs(at.x - right) < near ? "e" : "";
  const edge = Math.abs(at.y - region.y) < near ? "n" : Math.abs(at.y - bottom) < near ? "s" : "";
  if (side && edge) return edge + side;
  const isInside = at.x > region.x && at.x < right && at.y > region.y && at.y < bottom;
  return isInside ? "move" : null;
}

function between(a, b) {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

function dragged({ start, base, grip: at }, to) {
  if (!at) {
    const part = between(start, to);
    return part.width > 0.012 || part.height > 0.012 ? part : null;
  }
  if (at === "move") {
    const fit = (value, length) => Math.min(1 - length, Math.max(0, value));
    return { ...base, x: fit(base.x + to.x - start.x, base.width), y: fit(base.y + to.y - start.y, base.height) };
  }
  const opposite = {
    x: at.includes("w") ? base.x + base.width : base.x, y: at.includes("n") ? base.y + base.height : base.y,
  };
  return between(opposite, to);
}

async function setRegion(part) {
  const before = region;
  region = part;
  if (await post("/api/region", { region: part }) === null) region = before;
  draw();
}

function spread() {
  const [a, b] = [...pointers.values()];
  return Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
}

// ---- Zoom

let zoomTimer = 0;

function zoomTo(value) {
  if (!zoom) return toast("This camera has no zoom. To read only a part of the picture, drag over it.");
  const step = zoom.step || 1;
  const wanted = Math.min(zoom.maximum, Math.max(zoom.minimum, Math.round((value - zoom.minimum) / step) * step + zoom.minimum));
  if (wanted === zoom.value) return;
  zoom.value = wanted;
  clearTimeout(zoomTimer);
  zoomTimer = setTimeout(() => post("/api/controls", { settings: { [zoom.name]: wanted } }), 40);
}

/** Zooms by an eighth of the range, or by a quarter of the current value if that is less. */
const zoomBy = (steps) => zoomTo((zoom?.value ?? 0) + steps * Math.max(zoom?.step ?? 1, ((zoom?.maximum ?? 8) - (zoom?.minimum ?? 0)) / 16));
function pinchTo(ratio) {
  if (!zoom) return;
  const span = zoom.maximum - zoom.minimum;
  zoomTo(pinch.value + Math.log2(ratio) * span / 2.5);
}

view.addEventListener("wheel", (event) => {
  if (event.target.closest(".trouble")) return;
  event.preventDefault();
  zoomBy(event.deltaY < 0 ? 1 : -1);
}, { passive: false });

// ---- Tools

export const togglePause = () => post("/api/pause", { paused: $("pause").getAttribute("aria-pressed") !== "true" });

function toggle(button) {
  const isOn = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isOn));
  return isOn;
}

function mirror() {
  isMirrored = toggle($("mirror"));
  view.classList.toggle("mirrored", isMirrored);
  draw();
}

function snapshot() {
  if (!lastBlob) return toast("There is no picture yet.");
  // As the camera sent it, without the overlay.
  save(lastBlob, `candela-${moment()}.jpg`);
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else view.requestFullscreen?.().catch(() => toast("The browser does not allow full screen here."));
}

$("pause").onclick = togglePause;
$("mirror").onclick = mirror;
$("peaking").onclick = () => { isPeaking = toggle($("peaking")); };
$("snapshot").onclick = snapshot;
$("whole").onclick = () => setRegion(null);
$("full").onclick = fullScreen;

const keys = {
  " ": togglePause, m: mirror, p: () => $("peaking").click(), s: snapshot, f: fullScreen, t: () => $("torch").click(),
  "+": () => zoomBy(1), "=": () => zoomBy(1), "-": () => zoomBy(-1), Escape: () => region && setRegion(null),
  ArrowLeft: () => nudge(-1, 0), ArrowRight: () => nudge(1, 0), ArrowUp: () => nudge(0, -1), ArrowDown: () => nudge(0, 1),
  o: () => tap({ x: 0.5, y: 0.5 }),
  r: () => region || setRegion({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }),
};

/** Moves the region with the keyboard. */
function nudge(x, y) {
  if (!region) return;
  const fit = (value, length) => Math.min(1 - length, Math.max(0, value));
  setRegion({ ...region, x: fit(region.x + x * 0.02, region.width), y: fit(region.y + y * 0.02, region.height) });
}

document.addEventListener("keydown", (event) => {
  // An open dialog has its own keys.
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea") || (event.key === " " && event.target.closest("button"))) return;
  const isInView = event.target === view;
  if (event.key.startsWith("Arrow") && !isInView) return;
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

new ResizeObserver(draw).observe(view);

// ---- Problems

const titles = {
  absent: "No camera found", busy: "The camera is in use", gone: "The camera was disconnected", failed: "The camera delivers no picture",
  locked: "A new token is needed",
};

export function showTrouble(trouble) {
  const box = $("trouble");
  box.hidden = !trouble;
  if (!trouble) return;
  say($("trouble-title"), titles[trouble.kind] ?? titles.failed);
  say($("trouble-message"), sentence(trouble.cause ?? trouble.message));
  say($("trouble-effect"), trouble.finding ? `${trouble.finding}: ${trouble.effect}` : "");
  $("trouble-fixes").replaceChildren(...fixItems(trouble.fixes));
}
