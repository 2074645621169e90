// Which people this browser is: it has a secret key, and the server knows which seats belong to it.

import { recall, remember } from "/store.js";

function secret() {
  // crypto.randomUUID exists only on https and on this machine itself
  const numbers = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...numbers)).replaceAll("+", "-").replaceAll("/", "_");
}

export const key = recall("key") ?? secret();
remember("key", key);

// Come, add a person or leave one; the answer says whom this browser has now. Fails when the server cannot be reached.
export async function ask(wish) {
  const response = await fetch("/seats", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key, ...wish }) });
  if (!response.ok) throw new Error(String(response.status));
  const answer = await response.json();
  if (answer.run !== document.body.dataset.run) {
    // another run, perhaps of another version: nothing this page knows is true any longer
    location.reload();
    await new Promise(() => {});
  }
  return answer;
}
