// A menu that looks alike everywhere: a button with a list of choices that may have pictures. The focus stays on the
// button; mouse, finger and keyboard (arrows, Home, End, letters, Enter, Space, Escape) all reach every choice.

import { avatar, el, emojiNode, withSuits } from "/dom.js";

const TYPED_MS = 700;
let count = 0;

export class Choice {
  // options: { value, label, description, emoji, user, default }; `pick` gets the list of chosen values
  constructor({ options, least = 1, most = 1, hint, label = hint, disabled = false, key, t, pick, keep = false }) {
    Object.assign(this, { options, least, most, hint, label, t, pick, keep });
    // several choices (or none) are confirmed at the end, a single one is taken at once
    this.several = most > 1 || least === 0;
    this.values = options.filter((option) => option.default).map((option) => option.value);
    this.chosen = new Set(this.values);
    this.at = -1;
    this.typed = "";
    this.id = `choice${++count}`;
    this.list = el("div", { class: "menu-list", role: "listbox", id: this.id, "aria-label": label, "aria-multiselectable": this.several ? "true" : null });
    this.done = this.several && el("button", { class: "button primary", type: "button", tabindex: "-1", onclick: () => this.confirm() });
    this.menu = el("div", { class: "menu" }, this.list, this.done);
    // neither a press on the menu nor on its scroll bar takes the focus away from the button
    this.menu.addEventListener("mousedown", (press) => press.preventDefault());
    this.node = el("button", { class: "select", type: "button", role: "combobox", disabled, "data-key": key, "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": this.id });
    this.node.addEventListener("click", () => (this.open ? this.close() : this.show()));
    this.node.addEventListener("keydown", (press) => this.press(press));
    this.node.addEventListener("blur", () => this.close());
    this.follow = () => this.place();
    this.gone = new ResizeObserver(() => { if (!this.node.isConnected) this.close(); });
    this.draw();
  }

  get open() { return this.menu.isConnected; }

  draw() {
    const picked = this.options.filter((option) => this.values.includes(option.value));
    this.node.replaceChildren(el("span", { class: picked.length ? "picked" : "picked faint" },
      ...(picked.length ? picked.map((option) => el("span", {}, face(option), ...withSuits(option.label))) : [this.hint])));
    this.node.setAttribute("aria-label", [this.label, ...picked.map((option) => option.label)].join(" "));
  }

  show() {
    if (this.node.disabled || this.open) return;
    this.node.focus({ preventScroll: true });
    this.chosen = new Set(this.values);
    this.list.replaceChildren(...this.options.map((option, place) => el("div", { class: "item", role: "option", id: `${this.id}-${place}`, onclick: () => this.take(place) },
      face(option), el("span", { class: "words" }, el("b", {}, ...withSuits(option.label)), option.description && el("small", {}, option.description)))));
    if (!this.options.length) this.list.replaceChildren(el("div", { class: "item dull" }, this.t.none));
    document.body.append(this.menu);
    this.node.setAttribute("aria-expanded", "true");
    this.mark(Math.max(0, this.options.findIndex((option) => this.chosen.has(option.value))));
    this.place();
    addEventListener("scroll", this.follow, true);
    addEventListener("resize", this.follow);
    this.gone.observe(this.node);
  }

  close() {
    if (!this.open) return;
    this.menu.remove();
    this.node.setAttribute("aria-expanded", "false");
    this.node.removeAttribute("aria-activedescendant");
    removeEventListener("scroll", this.follow, true);
    removeEventListener("resize", this.follow);
    this.gone.disconnect();
  }

  // below the button or, where there is more room, above it; always inside the window
  place() {
    const box = this.node.getBoundingClientRect();
    const below = innerHeight - box.bottom - 8, above = box.top - 8;
    const up = below < Math.min(this.list.scrollHeight + 70, 260) && above > below;
    const width = Math.min(Math.max(box.width, 230), innerWidth - 16);
    const { style } = this.menu;
    style.width = `${width}px`;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    style.maxHeight = `${Math.max(120, Math.min(up ? above : below, 380))}px`;
    style.top = up ? "auto" : `${box.bottom + 4}px`;
    style.bottom = up ? `${innerHeight - box.top + 4}px` : "auto";
  }

  mark(at) {
    if (!this.options.length) return;
    this.at = (at + this.options.length) % this.options.length;
    [...this.list.children].forEach((node, place) => {
      const chosen = this.chosen.has(this.options[place].value);
      node.classList.toggle("marked", place === this.at);
      node.classList.toggle("ticked", chosen);
      node.setAttribute("aria-selected", String(chosen));
    });
    this.list.children[this.at].scrollIntoView({ block: "nearest" });
    this.node.setAttribute("aria-activedescendant", `${this.id}-${this.at}`);
    if (!this.done) return;
    this.done.disabled = this.chosen.size < this.least || this.chosen.size > this.most;
    this.done.textContent = this.most > 1 ? `${this.t.ok} (${this.chosen.size}/${this.most})` : this.t.ok;
  }

  take(place) {
    const { value } = this.options[place];
    if (!this.several) {
      this.chosen = new Set([value]);
      return this.confirm();
    }
    if (this.chosen.has(value)) this.chosen.delete(value);
    else {
      if (this.most === 1) this.chosen.clear();
      if (this.chosen.size < this.most) this.chosen.add(value);
    }
    this.mark(place);
  }

  confirm() {
    if (this.chosen.size < this.least || this.chosen.size > this.most) return;
    const values = this.options.map((option) => option.value).filter((value) => this.chosen.has(value));
    this.close();
    // in a message the bot decides what is chosen now: until it draws the menu anew, that shows what it showed
    if (this.keep) {
      this.values = values;
      this.draw();
    }
    this.pick?.(values);
  }

  press(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.open) {
      if (!["ArrowDown", "ArrowUp"].includes(key) && !(key.length === 1 && key !== " ")) return;
      event.preventDefault();
      this.show();
      if (key.length === 1) this.find(key);
      return;
    }
    const last = this.options.length - 1;
    const moves = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: last, PageDown: Math.min(this.at + 8, last), PageUp: Math.max(this.at - 8, 0) };
    if (key === "Tab") return this.close();
    if (key in moves) this.mark(moves[key]);
    else if (key === "Escape") this.close();
    else if (key === "Enter" && this.several) this.confirm();
    else if (key === "Enter" || (key === " " && !this.typed)) this.take(this.at);
    else if (key.length === 1) this.find(key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // go to the next choice that begins with what is being typed
  find(letter) {
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.typed = ""; }, TYPED_MS);
    this.typed += letter.toLocaleLowerCase();
    const from = this.typed.length > 1 ? this.at : this.at + 1;
    const order = this.options.map((_, place) => (from + place) % this.options.length);
    const found = order.find((place) => this.options[place].label.replace(/^[#@]\s*/, "").toLocaleLowerCase().startsWith(this.typed));
    if (found !== undefined) this.mark(found);
  }
}

function face(option) {
  if (option.user) return avatar(option.user);
  return option.emoji && emojiNode(option.emoji);
}
