// The try-out page: a column for every person that this browser is.

import { Column } from "/column.js";
import * as door from "/door.js";
import { el } from "/dom.js";
import { relative } from "/markdown.js";
import { TEXTS } from "/texts.js";

const FULL_MS = 3000, LONGEST_MS = 8000;
const t = TEXTS[navigator.language.startsWith("de") ? "de" : "en-US"];
const main = document.querySelector(".columns");
const switcher = document.querySelector(".switcher");
const wished = new URLSearchParams(location.search).get("person");
const come = () => door.ask({ do: "come", person: wished === null ? null : Number(wished) });

const house = {
  columns: [],
  people: 0,

  // make the columns fit what the server says this browser has
  settle({ mine, people }) {
    this.people = people;
    const shown = wished !== null && mine.includes(Number(wished)) ? [Number(wished)] : mine;
    for (const column of this.columns.filter((one) => !shown.includes(one.number))) column.close();
    this.columns = shown.map((number) => this.columns.find((one) => one.number === number) ?? new Column(number, this));
    main.querySelector(".full")?.remove();
    if (!shown.length) this.full();
    this.columns.forEach((column, place) => {
      if (main.children[place] !== column.node) main.insertBefore(column.node, main.children[place] ?? null);
      if (switcher.children[place] !== column.switch) switcher.insertBefore(column.switch, switcher.children[place] ?? null);
      column.relabel();
    });
    switcher.hidden = this.columns.length < 2;
    const last = Number(sessionStorage.getItem("column") ?? -1);
    this.show(shown.includes(last) ? last : shown[0]);
  },

  full() {
    main.append(el("section", { class: "full", role: "status" }, el("div", { class: "hand", "aria-hidden": "true" }, "♣ ♠ ♥ ♦"), el("h2", {}, t.full), el("p", {}, t.fullText)));
    setTimeout(() => this.arrive(), FULL_MS);
  },

  async arrive(delay = 500) {
    try {
      this.settle(await come());
    } catch {
      setTimeout(() => this.arrive(Math.min(delay * 2, LONGEST_MS)), delay);
    }
  },

  // a column has lost its connection: it comes back, unless the seat is somebody else's by now
  retry(column, delay = 500) {
    setTimeout(async () => {
      try {
        const answer = await come();
        if (this.columns.includes(column) && answer.mine.includes(column.number)) column.link.connect();
        else this.settle(answer);
      } catch {
        this.retry(column, Math.min(delay * 2, LONGEST_MS));
      }
    }, delay);
  },

  async add(column) {
    const before = this.columns.map((one) => one.number);
    try {
      const answer = await door.ask({ do: "add" });
      const added = answer.mine.find((number) => !before.includes(number));
      if (added === undefined) return column.say(column.t.noSeat);
      sessionStorage.setItem("column", added);
      this.settle(answer);
    } catch {
      column.say(column.t.lost);
    }
  },

  async leave(column) {
    try {
      this.settle(await door.ask({ do: "leave", person: column.number }));
    } catch {
      column.say(column.t.lost);
    }
  },

  // at phone width one column at a time
  show(number) {
    if (number === undefined) return;
    sessionStorage.setItem("column", number);
    for (const column of this.columns) {
      column.node.classList.toggle("chosen", column.number === number);
      column.switch.setAttribute("aria-pressed", String(column.number === number));
    }
    this.columns.forEach((column) => column.arrange());
  },

  recount() {
    const count = this.columns.reduce((sum, column) => sum + column.count, 0);
    document.title = (count ? `(${count}) ` : "") + t.title;
  },
};

house.arrive();
const look = () => house.columns.forEach((column) => column.glance());
document.addEventListener("visibilitychange", look);
addEventListener("resize", look);

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative), node.closest("[lang]")?.lang ?? "de");
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);
