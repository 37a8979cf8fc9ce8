// SPDX-License-Identifier: Apache-2.0
// What is asked of the studio, and what it tells.

import { toast } from "./dom.js";

/** Asks for something to be done; says why it is not. Returns what became of it, or null. */
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const result = await answer.json();
    if (answer.ok) return result;
    toast(result.error ?? `The studio answered ${answer.status}.`);
  } catch {
    toast("The studio does not answer.");
  }
  return null;
}

let tellLocked = () => {};
let isLocked = false;

/** Called once when the studio no longer lets this page in: it was started anew, with another token. */
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

/** Listens. The browser itself comes back when the connection breaks. */
export function listen(handlers, onOpen, onBreak) {
  const source = new EventSource("/api/events");
  for (const [topic, handler] of Object.entries(handlers)) {
    source.addEventListener(topic, (event) => handler(JSON.parse(event.data)));
  }
  source.onopen = onOpen;
  source.onerror = () => {
    onBreak();
    // Refused for good, by a studio that was busy or another one.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => isLocked || listen(handlers, onOpen, onBreak), 2000);
  };
}

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const shown = () => document.hidden
  ? new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true })) : null;

let last = -1;

/** Frames are counted anew by a studio that was started anew. */
export const forgetPictures = () => { last = -1; };

/**
 * Asks for one picture after the other, each newer than the last: so a slow browser or line gets fewer, and nothing
 * piles up. While one is decoded the next is under way.
 */
export async function watchPictures(show) {
  let coming = null;
  const ask = () => fetch(`/api/frame?after=${last}`);
  for (;;) {
    await shown();
    try {
      const answer = await (coming ?? ask());
      coming = null;
      if (answer.status === 204) continue;
      if (answer.status === 401) return lock();
      if (!answer.ok) throw new Error(String(answer.status));
      const blob = await answer.blob();
      last = Number(answer.headers.get("Candela-Frame"));
      if (!document.hidden) {
        coming = ask();
        coming.catch(() => {});
      }
      show(await createImageBitmap(blob), last, blob);
    } catch {
      coming = null;
      await rest(700);
    }
  }
}
