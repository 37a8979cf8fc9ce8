// SPDX-License-Identifier: Apache-2.0
// Pictures dropped on the page or chosen: their codes, or the doctor's reason why there are none.

import { showEvidence } from "./doctor.js";
import { $, make, say, sentence, toast } from "./dom.js";

const page = $("pictures");
const most = 200;
let queue = [];
let isBusy = false;
let done = 0;
let found = 0;

function add(files) {
  const evidence = files.find((file) => /\.json$/i.test(file.name));
  if (evidence) return showEvidence(evidence);
  const pictures = files.filter((file) => file.type.startsWith("image/") || /\.(p[bgnp]m|heic|tiff?|bmp)$/i.test(file.name));
  if (!pictures.length) return toast("None of these files is a picture.");
  if (pictures.length > most) toast(`The first ${most} of ${pictures.length} pictures are read; candela scan reads any number.`);
  queue.push(...pictures.slice(0, most));
  if (!page.open) page.showModal();
  work();
}

/** Reads one picture at a time, as the studio does. */
async function work() {
  if (isBusy) return;
  isBusy = true;
  while (queue.length) {
    const file = queue.shift();
    tell();
    await read(file);
    done += 1;
  }
  isBusy = false;
  tell();
}

function tell() {
  const rest = queue.length + (isBusy ? 1 : 0);
  say($("pictures-note"), `${done} read, ${found} ${found === 1 ? "code" : "codes"} found${rest ? `, ${rest} to go …` : "."}`);
}

async function read(file) {
  const canvas = make("canvas");
  const body = make("div", "", null, make("p", "name", file.name));
  body.firstChild.title = file.name;
  $("picture-list").prepend(make("li", "", null, canvas, body));
  const bitmap = await createImageBitmap(file).catch(() => null);
  let result = {};
  try {
    const answer = await fetch("/api/pictures", {
      method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file,
    });
    result = await answer.json();
  } catch {
    result = { error: "The studio does not respond." };
  }
  draw(canvas, bitmap, result);
  bitmap?.close();
  found += result.codes?.length ?? 0;
  for (const code of result.codes ?? []) {
    body.append(make("p", "text", code.text), make("p", "name", code.symbology));
  }
  if (result.error) body.append(make("p", "why", sentence(result.error)));
  if (result.damage) body.append(make("p", "why", sentence(result.damage)));
  if (result.report) {
    body.append(make("p", "why", sentence(result.report.message)));
    const check = result.report.checks.find((one) => one.finding === result.report.headline);
    for (const fix of check?.fixes ?? []) body.append(make("p", "name", fix.title));
  }
}

function draw(canvas, bitmap, result) {
  const width = result.width ?? bitmap?.width ?? 4;
  const height = result.height ?? bitmap?.height ?? 3;
  const scale = Math.min(1, 640 / Math.max(width, height));
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const context = canvas.getContext("2d");
  if (bitmap) context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  context.lineJoin = "round";
  for (const code of result.codes ?? []) {
    if (!code.corners) continue;
    context.beginPath();
    code.corners.forEach(([x, y], index) => (index ? context.lineTo(x * scale, y * scale) : context.moveTo(x * scale, y * scale)));
    context.closePath();
    context.lineWidth = 7;
    context.strokeStyle = "rgb(0 0 0 / .5)";
    context.stroke();
    context.lineWidth = 4;
    context.strokeStyle = "#3ddc78";
    context.stroke();
  }
}

/** The dropped files, including those in folders. */
async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  const files = [];
  const walk = async (entry) => {
    if (files.length > most * 4) return;
    if (entry.isFile) return files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    const reader = entry.createReader();
    for (;;) {
      // It returns at most a hundred at a time, and none at the end.
      const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!part.length) return;
      for (const child of part) await walk(child);
    }
  };
  for (const entry of entries) await walk(entry).catch(() => {});
  return files;
}

const isFiles = (event) => event.dataTransfer?.types.includes("Files");
let depth = 0;

addEventListener("dragenter", (event) => {
  if (!isFiles(event)) return;
  depth += 1;
  $("drop").hidden = false;
});
addEventListener("dragleave", () => {
  depth = Math.max(0, depth - 1);
  if (depth === 0) $("drop").hidden = true;
});
addEventListener("dragover", (event) => { if (isFiles(event)) event.preventDefault(); });
addEventListener("drop", async (event) => {
  if (!isFiles(event)) return;
  event.preventDefault();
  depth = 0;
  $("drop").hidden = true;
  add(await filesOf(event.dataTransfer));
});

say($("pictures-note"), "Choose pictures, or drop them or a folder anywhere on the page, or a file of candela doctor --save-evidence. The studio reads them and does not store them.");
$("open-pictures").onclick = () => page.showModal();
$("choose").onclick = () => $("files").click();
$("files").onchange = () => {
  add([...$("files").files]);
  $("files").value = "";
};
