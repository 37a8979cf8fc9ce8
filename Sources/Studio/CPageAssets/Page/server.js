// SPDX-License-Identifier: Apache-2.0
// Requests to the studio, and events from it.

import { toast } from "./dom.js";

/** Posts a request. Shows the error if it fails. Returns the result, or null. */
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const result = await answer.json();
    if (answer.ok) return result;
    toast(result.error ?? `The studio responded with status ${answer.status}.`);
  } catch {
    toast("The studio does not respond.");
  }
  return null;
}

let tellLocked = () => {};
let isLocked = false;

/** Sets a handler, called once when the studio no longer accepts this page's token: it was restarted with another. */
export const onLocked = (handler) => { tellLocked = handler; };

function lock() {
  if (isLocked) return;
  isLocked = true;
  tellLocked();
}

export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** Listens to events. The browser reconnects if the connection breaks. */
export function listen(handlers, onOpen, onBreak) {
  const source = new EventSource("/api/events");
  for (const [topic, handler] of Object.entries(handlers)) {
    source.addEventListener(topic, (event) => handler(JSON.parse(event.data)));
  }
  source.onopen = onOpen;
  source.onerror = () => {
    onBreak();
    // Refused for good: the studio was busy, or it is another one. The browser does not retry.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => isLocked || listen(handlers, onOpen, onBreak), 2000);
  };
}

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const shown = () => document.hidden
  ? new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true })) : null;

/** Longer than the studio is ever silent: it sends something every few seconds. */
const silence = 12000;

/**
 * Shows pictures from one endless response, always the newest. It skips those that a slow browser cannot draw; the studio
 * skips those that a slow connection cannot carry. While the page is hidden, no pictures are requested.
 */
export async function watchPictures(show) {
  let newest = null;
  let isDrawing = false;
  const draw = async () => {
    if (isDrawing) return;
    isDrawing = true;
    while (newest) {
      const { number, jpeg } = newest;
      newest = null;
      const blob = new Blob([jpeg], { type: "image/jpeg" });
      try {
        show(await createImageBitmap(blob), number, blob);
      } catch {
        // A damaged picture from the camera: the next one may be fine.
      }
    }
    isDrawing = false;
  };
  for (;;) {
    await shown();
    const stop = new AbortController();
    const onHidden = () => { if (document.hidden) stop.abort(); };
    document.addEventListener("visibilitychange", onHidden);
    let watchdog;
    const hear = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => stop.abort(), silence);
    };
    try {
      hear();
      const answer = await fetch("/api/frames", {
        signal: stop.signal, headers: { Accept: "application/octet-stream" },
      });
      if (answer.status === 401) return lock();
      if (!answer.ok) throw new Error(String(answer.status));
      for await (const part of parts(answer.body.getReader(), hear)) {
        if (!part.jpeg.length) continue;
        newest = part;
        draw();
      }
    } catch {
      // The stream ended: request it again.
    }
    clearTimeout(watchdog);
    document.removeEventListener("visibilitychange", onHidden);
    if (!document.hidden) await rest(700);
  }
}

/** Splits a stream of pictures into its parts: a head with the length, then a whole JPEG, or nothing. */
async function* parts(reader, hear) {
  let pieces = [];
  let held = 0;
  const more = async () => {
    const { done, value } = await reader.read();
    if (done) throw new Error("ended");
    hear();
    pieces.push(value);
    held += value.length;
  };
  const take = (count) => {
    const bytes = new Uint8Array(count);
    let at = 0;
    while (at < count) {
      const piece = pieces[0];
      const part = piece.subarray(0, count - at);
      bytes.set(part, at);
      at += part.length;
      if (part.length === piece.length) pieces.shift();
      else pieces[0] = piece.subarray(part.length);
    }
    held -= count;
    return bytes;
  };
  for (;;) {
    let head = "";
    while (!head.endsWith("\r\n\r\n")) {
      if (!held) await more();
      head += String.fromCharCode(take(1)[0]);
      if (head.length > 1000) throw new Error("no head");
    }
    const field = (name) => Number(head.match(new RegExp(`^${name}: (\\d+)\r$`, "m"))?.[1] ?? NaN);
    const length = field("Content-Length");
    if (!Number.isInteger(length)) throw new Error("no length");
    while (held < length + 2) await more();
    const jpeg = take(length);
    take(2);
    yield { number: field("Candela-Frame"), jpeg };
  }
}
