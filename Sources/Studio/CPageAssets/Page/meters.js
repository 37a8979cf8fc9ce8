// SPDX-License-Identifier: Apache-2.0
// The meters: measurements of the picture, now and over the last minute.

import { $, colour, make, say, sharp } from "./dom.js";

const span = 60000;
const percent = (share) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
const number = (value, digits = 1) => (value === null || value === undefined ? "–" : value.toFixed(digits));

const list = [
  { key: "light", title: "Light", value: (m) => m.light?.ev, text: (m) => (m.light?.ev === undefined ? "–" : `EV ${number(m.light.ev)}`),
    note: (m) => (m.light?.ev === undefined ? ["unknown", "", m.light?.reason] : [`${m.light.lux} lx, ± ${number(m.light.error_ev)} EV`, m.light.caveat ? "wait" : ""]) },
  { key: "sharpness", title: "Sharpness", value: (m) => m.sharpness, text: (m) => number(m.sharpness, 0), zero: true, best: (m) => m.sharpness_best,
    note: (m) => (m.sharpness >= m.sharpness_best * 0.95 ? ["best so far", "good"] : [`best ${number(m.sharpness_best, 0)}`, ""]) },
  { key: "edge", title: "Edge width", value: (m) => m.edge_width_px, text: (m) => (m.edge_width_px === null ? "–" : `${number(m.edge_width_px)} px`), zero: true,
    note: (m) => (m.edge_width_px === null ? ["not enough edges", ""] : m.edge_width_px < 2.5 ? ["sharp", "good"] : m.edge_width_px < 5 ? ["soft", "wait"] : ["blurred", "bad"]) },
  { key: "module", title: "Module", value: (m) => m.module_px, text: (m) => (m.module_px === undefined ? "–" : `${number(m.module_px)} px`), zero: true,
    note: (m) => (m.module_px === undefined ? ["no code in view", ""] : [m.module_word, m.module_word === "good" ? "good" : m.module_word === "small" ? "wait" : "bad"]) },
  { key: "noise", title: "Noise", value: (m) => m.noise, text: (m) => number(m.noise), zero: true,
    note: (m) => (m.noise < 3 ? ["low", "good"] : m.noise < 7 ? ["some", "wait"] : ["high", "bad"]) },
  { key: "flicker", title: "Flicker", value: (m) => (m.flicker?.state === "seen" ? m.flicker.swing_percent : m.flicker?.state === "none" ? 0 : null), zero: true,
    text: (m) => (m.flicker?.state === "seen" ? `± ${number(m.flicker.swing_percent)} %` : m.flicker?.state === "none" ? "none" : "–"),
    note: (m) => (m.flicker?.state === "seen" ? [m.flicker.light_hz ? `mains, ${number(m.flicker.light_hz / 2, 0)} Hz` : "screen or dimmer", "wait"]
      : m.flicker?.state === "none" ? ["no bands", "good"] : ["unknown", "", m.flicker?.reason ?? "measuring"]) },
  { key: "fps", title: "Frame rate", value: (m) => m.frames_per_second, text: (m) => `${number(m.frames_per_second, 0)} /s`, zero: true,
    note: (m) => [`${m.scans_per_minute} ${m.scans_per_minute === 1 ? "scan" : "scans"}/min`, ""] },
  { key: "decode", title: "Decode time", value: (m) => m.decode.p50_ms, text: (m) => `${number(m.decode.p50_ms)} ms`, zero: true,
    note: (m) => [`p95 ${number(m.decode.p95_ms)} ms`, ""] },
  { key: "age", title: "Light to text", value: (m) => m.age.p50_ms, text: (m) => (m.age.p50_ms === null ? "–" : `${number(m.age.p50_ms, 0)} ms`), zero: true,
    note: (m) => (m.age.p95_ms === null ? ["no scans yet", ""] : [`p95 ${number(m.age.p95_ms, 0)} ms`, ""]) },
];

for (const meter of list) {
  meter.past = [];
  meter.now = make("span", "", "–");
  meter.small = make("small");
  meter.line = make("canvas");
  meter.line.setAttribute("aria-hidden", "true");
  const row = make("div", "", null, make("dt", "", meter.title), make("dd", "", null, meter.line), make("dd", "value", null, meter.now, meter.small));
  row.dataset.meter = meter.key;
  $("meter-list").append(row);
}

export function takeMeters(m) {
  if (!m) return;
  const time = performance.now();
  drawHistogram(m.histogram);
  say($("mean"), number(m.mean_luma, 0));
  say($("black"), percent(m.black_share));
  say($("clipped"), percent(m.clipped_share));
  $("clipped").classList.toggle("bad", m.clipped_share > 0.02);
  $("black").classList.toggle("bad", m.black_share > 0.5);
  for (const meter of list) {
    say(meter.now, meter.text(m));
    const [note, kind, reason] = meter.note(m);
    say(meter.small, note);
    meter.small.title = reason ?? note;
    if (meter.small.className !== kind) meter.small.className = kind;
    const value = meter.value(m);
    if (value !== null && value !== undefined) meter.past.push([time, value]);
    while (meter.past.length && time - meter.past[0][0] > span) meter.past.shift();
    drawLine(meter, time);
  }
  say($("brief-fps"), number(m.frames_per_second, 0));
  say($("brief-decode"), number(m.decode.p50_ms));
}

function drawHistogram(shares) {
  const { context, width, height } = sharp($("histogram"));
  const most = Math.max(0.02, ...shares.slice(1, -1));
  const step = width / shares.length;
  shares.forEach((share, index) => {
    const tall = Math.min(1, Math.sqrt(share / most)) * (height - 6);
    const isEnd = (index === 0 || index === shares.length - 1) && share > 0.02;
    context.fillStyle = colour(isEnd ? "--bad" : "--trace");
    context.fillRect(index * step, height - tall, Math.max(1, step - 1), tall);
  });
}

function drawLine(meter, time) {
  const { context, width, height } = sharp(meter.line);
  if (meter.past.length < 2) return;
  const values = meter.past.map(([, value]) => value);
  const low = meter.zero ? 0 : Math.min(...values) - 0.5;
  const high = Math.max(...values, low + (meter.zero ? 1e-6 : 1)) * (meter.zero ? 1.1 : 1);
  const y = (value) => height - 2 - (value - low) / (high - low) * (height - 4);
  context.beginPath();
  meter.past.forEach(([at, value], index) => {
    const x = width - (time - at) / span * width;
    if (index) context.lineTo(x, y(value));
    else context.moveTo(x, y(value));
  });
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.strokeStyle = colour("--trace");
  context.stroke();
}
