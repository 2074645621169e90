// The messages of one channel in one column.

import { el, snowflakeTime } from "/dom.js";
import { MessageView, isEphemeral } from "/message.js";

const GROUPED_MS = 7 * 60 * 1000;
// how many messages are kept in the page before the oldest are let go; they can be asked for again
const MOST = 120, KEPT = 60;

export class Pane {
  constructor(column, id) {
    this.column = column;
    this.id = id;
    this.views = new Map();
    this.stick = true;
    this.scroll = 0;
    this.more = false;
    this.list = el("ol", { class: "messages", role: "log" });
    this.empty = el("div", { class: "empty" });
    this.olderButton = el("button", { class: "older", type: "button", hidden: true, onclick: () => this.older() });
    this.below = el("button", { class: "below", type: "button", hidden: true, onclick: () => this.toEnd() });
    this.scroller = el("div", { class: "scroller", tabindex: "-1" }, this.empty, this.olderButton, this.list);
    this.node = el("div", { class: "pane", "data-id": id, hidden: true }, this.scroller, this.below);
    this.scroller.addEventListener("scroll", () => {
      if (this.node.hidden) return;
      const end = this.scroller.scrollHeight - this.scroller.clientHeight - this.scroller.scrollTop < 40;
      // only a scroll upwards lets go of the end: a picture that loads late also leaves us above it
      if (end) this.stick = true;
      else if (this.scroller.scrollTop < this.scroll) this.stick = false;
      this.scroll = this.scroller.scrollTop;
      if (this.stick) this.below.hidden = true;
    });
    const follow = new ResizeObserver(() => { if (this.stick && !this.node.hidden) this.scroller.scrollTop = this.scroller.scrollHeight; });
    follow.observe(this.list);
    follow.observe(this.scroller);
    // where two channels stand side by side, one writes to the one that was used last
    for (const kind of ["pointerdown", "focusin"]) this.node.addEventListener(kind, () => { if (column.split) column.aim(id); });
  }

  // everything that the server has sent of this channel
  takeAll(messages, more) {
    const present = new Set(messages.map((message) => message.id));
    for (const key of [...this.views.keys()]) if (!present.has(key)) this.remove(key);
    for (const message of messages) this.put(message);
    this.more = more;
    this.arrange();
  }

  put(message) {
    const known = this.views.get(message.id);
    if (known) {
      if (JSON.stringify(known.message) !== JSON.stringify(message)) known.update(message);
      return;
    }
    const view = new MessageView(this.column, message);
    this.views.set(message.id, view);
    let later = this.list.lastElementChild;
    while (later && BigInt(later.view.message.id) > BigInt(message.id)) later = later.previousElementSibling;
    if (later) later.after(view.node);
    else this.list.prepend(view.node);
  }

  // a message that has just been sent
  take(message) {
    this.put(message);
    const own = [message.author.id, message.interaction?.user.id].includes(this.column.you.id);
    if (own) this.toEnd();
    else if (!this.stick) this.below.hidden = false;
    if (this.stick && this.views.size > MOST) {
      while (this.views.size > KEPT) this.remove(this.list.firstElementChild.view.message.id);
      this.more = true;
      // what was let go above us is no scroll upwards
      this.toEnd();
    }
    this.arrange();
  }

  remove(id) {
    this.views.get(id)?.node.remove();
    this.views.delete(id);
  }

  async older() {
    if (this.olderButton.disabled) return;
    this.olderButton.disabled = true;
    try {
      const before = this.list.firstElementChild?.view.message.id ?? "0";
      const found = await this.column.link.interact({ do: "older", channel: this.id, before });
      const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
      this.stick = false;
      for (const message of found.messages) this.put(message);
      this.more = found.more;
      this.arrange();
      this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    } catch (fault) {
      this.column.composer.note.textContent = fault.message;
    } finally {
      this.olderButton.disabled = false;
    }
  }

  // bring a message into sight, from the past if need be; false if it is gone
  async find(id) {
    while (!this.views.has(id) && this.more && BigInt(this.list.firstElementChild?.view.message.id ?? id) > BigInt(id)) {
      const size = this.views.size;
      await this.older();
      if (this.views.size === size) break;
    }
    const node = this.views.get(id)?.node;
    if (!node) return false;
    node.scrollIntoView({ block: "center" });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
    return true;
  }

  // messages of one author shortly after another stand under one head
  arrange() {
    let before = null;
    for (const node of this.list.children) {
      const { message } = node.view;
      const close = before && before.author.id === message.author.id && isEphemeral(before) === isEphemeral(message) && snowflakeTime(message.id) - snowflakeTime(before.id) < GROUPED_MS;
      node.classList.toggle("grouped", Boolean(close && !message.interaction && !message.referenced_message && message.type !== 18));
      before = message;
    }
    this.relabel();
  }

  relabel(translated = false) {
    const { column } = this;
    const { t } = column;
    if (translated) for (const view of this.views.values()) view.update(view.message);
    this.below.textContent = t.newBelow;
    this.olderButton.textContent = t.older;
    this.olderButton.hidden = !this.more || !this.views.size;
    this.empty.hidden = this.views.size > 0;
    if (!this.empty.hidden) this.invite();
  }

  // what an empty channel says: the table is one press away, and here is where the cards will lie
  invite() {
    const { column } = this;
    const { t } = column;
    const { kind } = column.channels.get(this.id) ?? {};
    const command = column.composer.firstCommand();
    const state = JSON.stringify([kind, column.locale, column.alone, command?.shown]);
    if (state === this.invited) return;
    this.invited = state;
    if (kind !== "channel") return this.empty.replaceChildren(el("p", {}, kind === "dm" ? t.emptyDm : t.empty));
    const press = async () => {
      if (command.options.some((option) => option.required)) return column.composer.fill(command);
      start.classList.add("waiting");
      await column.composer.run(command, {}, this.id);
      start.classList.remove("waiting");
    };
    const start = el("button", { class: "button primary", type: "button", disabled: !command, onclick: press }, command ? `/${command.shown}` : t.starting);
    const parts = [el("div", { class: "hand", "aria-hidden": "true" }, "♣ ♠ ♥ ♦"), el("h3", {}, t.hint), el("p", {}, column.alone ? t.hintOne : t.hintText), start, el("p", { class: "faint" }, t.hintAfter)];
    this.empty.replaceChildren(...parts);
  }

  leave() { this.node.hidden = true; }

  enter() {
    this.node.hidden = false;
    this.scroller.scrollTop = this.stick ? this.scroller.scrollHeight : this.scroll;
  }

  toEnd() {
    this.stick = true;
    this.below.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.scroll = this.scroller.scrollTop;
  }
}
