// The list of what could be meant by what is being typed into a field; the focus stays in the field.

import { el } from "/dom.js";

export class Suggest {
  constructor(id) {
    this.list = el("div", { class: "suggest", role: "listbox", id, hidden: true });
    this.items = [];
    this.at = -1;
    this.input = null;
  }

  // make a field one that this list belongs to while it has the focus
  serve(input, refresh) {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-controls", this.list.id);
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-autocomplete", "list");
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("focus", () => { this.input = input; refresh(); });
    input.addEventListener("blur", () => { if (this.input === input) this.hide(); });
  }

  // items: { head, tail, emoji, take }; one without `take` only says something
  show(items, at = -1, title = "") {
    this.items = items;
    this.at = items[at]?.take ? at : -1;
    this.list.hidden = !items.length && !title;
    this.input?.setAttribute("aria-expanded", String(!this.list.hidden));
    this.list.replaceChildren(...(title ? [el("div", { class: "suggest-title" }, title)] : []), ...items.map((item, place) => el("div", {
      class: item.take ? "item" : "item dull", role: "option", id: `${this.list.id}-${place}`,
      onmousedown: (event) => event.preventDefault(), onclick: () => item.take?.(),
    }, el("span", { class: "words" }, el("b", {}, item.head), item.tail && el("small", {}, item.tail)))));
    this.mark();
  }

  hide() { this.show([]); }

  mark() {
    [...this.list.querySelectorAll(".item")].forEach((node, place) => {
      node.setAttribute("aria-selected", String(place === this.at));
      if (place === this.at) node.scrollIntoView({ block: "nearest" });
    });
    if (this.at >= 0) this.input?.setAttribute("aria-activedescendant", `${this.list.id}-${this.at}`);
    else this.input?.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const usable = this.items.filter((item) => item.take).length;
    if (usable && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.at = event.key === "ArrowDown" ? (this.at + 1) % usable : (this.at <= 0 ? usable : this.at) - 1;
      this.mark();
    } else if (event.key === "Enter" && this.at >= 0 && !event.isComposing) {
      event.preventDefault();
      this.items[this.at].take();
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.stopPropagation();
      this.hide();
    }
  }
}
