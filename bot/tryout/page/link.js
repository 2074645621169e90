// The connection of one person to the server: wishes go out, events come in.

import { key } from "/door.js";

export class Link {
  // `take` gets every event that is no answer, `lost` is called when the connection has gone
  constructor(number, { take, lost, reason }) {
    Object.assign(this, { number, take, lost, reason });
    this.waiting = new Map();
    this.outcomes = new Map();
    this.refs = 0;
    // other pages of the same person hear of our actions too: the prefix keeps their answers apart from ours
    this.prefix = Math.random().toString(36).slice(2);
  }

  connect() {
    const wish = navigator.language.startsWith("de") ? "de" : "en-US";
    const address = `${location.origin.replace("http", "ws")}/ws?person=${this.number}&key=${key}&locale=${wish}`;
    this.socket = new WebSocket(address);
    this.socket.addEventListener("message", (frame) => this.hear(JSON.parse(frame.data)));
    this.socket.addEventListener("close", () => {
      // nothing is sent again by itself: what was pressed may have been heard
      for (const { reject } of [...this.waiting.values(), ...this.outcomes.values()]) reject(new Error(this.reason()));
      this.waiting.clear();
      this.outcomes.clear();
      if (!this.closed) this.lost();
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  // Ask the server for something; the promise fails with the reason if it is refused.
  ask(wish, ref = `${this.prefix}${++this.refs}`) {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Error(this.reason()));
      this.waiting.set(ref, { resolve, reject });
      this.socket.send(JSON.stringify({ ...wish, ref }));
    });
  }

  // Ask for what is answered by an event of its own; the promise gives that event.
  interact(wish) {
    const ref = `${this.prefix}${++this.refs}`;
    const outcome = new Promise((resolve, reject) => this.outcomes.set(ref, { resolve, reject }));
    outcome.catch(() => {});
    return this.ask(wish, ref).then(() => outcome, (fault) => { this.outcomes.delete(ref); throw fault; });
  }

  hear(event) {
    switch (event.event) {
      case "interaction": case "choices": case "older": return this.settle(this.outcomes, event, true);
      case "done": return this.settle(this.waiting, event, true);
      case "refused": return this.settle(this.waiting, event, false);
      default: return this.take(event);
    }
  }

  settle(waiting, event, worked) {
    const found = waiting.get(event.ref);
    waiting.delete(event.ref);
    if (!found) return;
    if (worked) found.resolve(event);
    else found.reject(new Error(event.reason));
  }
}
