// Discord's markdown, as far as a bot uses it, turned into DOM nodes (never into HTML text).

import { el, emojiNode } from "/dom.js";
import { JUMP } from "/address.js";

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function relative(seconds, locale) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS[UNITS.length - 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(away / size), unit);
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function timeNode(seconds, style, context) {
  const date = new Date(seconds * 1000);
  const full = new Intl.DateTimeFormat(context.locale, STYLES.F).format(date);
  if (style === "R") {
    return el("time", { class: "stamp", title: full, "data-relative": seconds }, relative(seconds, context.locale));
  }
  return el("time", { class: "stamp", title: full }, new Intl.DateTimeFormat(context.locale, STYLES[style] ?? STYLES.f).format(date));
}

function linkNode(address, children, context) {
  const jump = JUMP.exec(address);
  if (jump) {
    return el("a", { href: "#", onclick: (event) => { event.preventDefault(); context.jump(jump[1], jump[2]); } }, ...children);
  }
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

// Each rule: a pattern tried at the current place, and what it becomes. The first that fits wins.
const RULES = [
  [/^\\([^\sA-Za-z0-9])/, (m) => [document.createTextNode(m[1])]],
  [/^(`+)([^]*?[^`])\1(?!`)/, (m) => [el("code", {}, m[2].trim())]],
  [/^<(a?):(\w+):(\d+)>/, (m) => [emojiNode({ name: m[2], id: m[3] })]],
  [/^([♠♣♥♦]\ufe0f?)((?:[A-Z]|\d{1,2})(?!\w))?/, (m) => [el("span", { class: "card" }, emojiNode({ name: m[1] }), m[2] ?? "")]],
  [/^<@!?(\d+)>/, (m, c) => [el("span", { class: "mention" }, "@" + c.userName(m[1]))]],
  [/^<@&(\d+)>/, (m, c) => [el("span", { class: "mention" }, c.roleName(m[1]))]],
  [/^<#(\d+)>/, (m, c) => [el("button", { class: "mention", type: "button", onclick: () => c.jump(m[1]) }, "# " + c.channelName(m[1]))]],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m, c) => [timeNode(Number(m[1]), m[2] ?? "f", c)]],
  [/^<\/([^:>]+):\d+>/, (m, c) => [el("button", { class: "mention", type: "button", onclick: () => c.type("/" + m[1] + " ") }, "/" + m[1])]],
  [/^\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (m, c) => [linkNode(m[2], inline(m[1], c), c)]],
  [/^<(https?:\/\/[^\s>]+)>/, (m, c) => [linkNode(m[1], [m[1]], c)]],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (m, c) => [linkNode(m[0], [m[0]], c)]],
  [/^\*\*\*((?:\\.|[^\\])+?)\*\*\*(?!\*)/, (m, c) => [el("strong", {}, el("em", {}, ...inline(m[1], c)))]],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/, (m, c) => [el("strong", {}, ...inline(m[1], c))]],
  [/^__((?:\\.|[^\\])+?)__(?!_)/, (m, c) => [el("u", {}, ...inline(m[1], c))]],
  [/^~~((?:\\.|[^\\])+?)~~/, (m, c) => [el("s", {}, ...inline(m[1], c))]],
  [/^\|\|((?:\\.|[^\\])+?)\|\|/, (m, c) => [el("button", { class: "spoiler", type: "button", onclick: (e) => e.currentTarget.classList.add("open") }, ...inline(m[1], c))]],
  [/^\*(?!\s)((?:\\.|[^\\*]|\*\*(?:\\.|[^\\*])+?\*\*)+?)(?<!\s)\*(?!\*)/, (m, c) => [el("em", {}, ...inline(m[1], c))]],
  [/^_(?!\s)((?:\\.|[^\\_])+?)_(?!\w)/, (m, c, before) => (/\w$/.test(before) ? null : [el("em", {}, ...inline(m[1], c))])],
];

export function inline(text, context) {
  const nodes = [];
  let plain = "";
  let rest = text;
  let before = "";
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  scan: while (rest) {
    if (/^[\\`<[*_~|h♠♣♥♦]/.test(rest)) {
      for (const [pattern, make] of RULES) {
        const match = pattern.exec(rest);
        const made = match && make(match, context, before);
        if (made) {
          flush();
          nodes.push(...made);
          before = match[0];
          rest = rest.slice(match[0].length);
          continue scan;
        }
      }
    }
    const sign = String.fromCodePoint(rest.codePointAt(0));
    plain += sign;
    before = sign;
    rest = rest.slice(sign.length);
  }
  flush();
  return nodes;
}

function listNode(lines, context) {
  // a list line is [indent, ordered, start, text]; deeper lines become a list inside the item before them
  const ordered = lines[0][1];
  const list = el(ordered ? "ol" : "ul", ordered ? { start: lines[0][2] } : {});
  const base = lines[0][0];
  let at = 0;
  while (at < lines.length) {
    const item = el("li", {}, ...inline(lines[at][3], context));
    at += 1;
    const inner = [];
    while (at < lines.length && lines[at][0] > base) inner.push(lines[at++]);
    if (inner.length) item.append(listNode(inner, context));
    list.append(item);
  }
  return list;
}

const LIST = /^(\s*)(?:([-*])|(\d+)\.)\s+(.+)$/;
const ONLY_EMOJI = /^(?:\s|<a?:\w+:\d+>|\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u200d\ufe0f])+$/u;

// The blocks of a whole text: fences, headings, small text, quotes, lists, and plain lines.
export function markdown(text, context) {
  const root = el("div", { class: "markdown" });
  if (ONLY_EMOJI.test(text) && text.length < 800) root.classList.add("jumbo");
  const pieces = text.split(/```(?:([\w+-]*)\n)?([^]*?)```/);
  for (let i = 0; i < pieces.length; i += 3) {
    blocks(root, i ? pieces[i].replace(/^\n/, "") : pieces[i], context);
    if (i + 2 < pieces.length) root.append(el("pre", {}, el("code", {}, pieces[i + 2].replace(/\n$/, ""))));
  }
  return root;
}

function blocks(root, text, context) {
  const lines = text.replace(/\n$/, "").split("\n");
  if (!text) return;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,3})\s+(.+)$/.exec(line);
    const small = /^-#\s+(.+)$/.exec(line);
    if (heading) {
      root.append(el("h" + (heading[1].length + 2), { class: "h" + heading[1].length }, ...inline(heading[2], context)));
    } else if (small) {
      root.append(el("small", {}, ...inline(small[1], context)));
    } else if (line.startsWith(">>> ")) {
      const quote = el("blockquote");
      blocks(quote, [line.slice(4), ...lines.slice(at + 1)].join("\n"), context);
      root.append(quote);
      return;
    } else if (line.startsWith("> ") || line === ">") {
      const quoted = [];
      while (at < lines.length && /^>( |$)/.test(lines[at])) quoted.push(lines[at++].slice(2));
      const quote = el("blockquote");
      blocks(quote, quoted.join("\n"), context);
      root.append(quote);
      continue;
    } else if (LIST.test(line)) {
      const items = [];
      while (at < lines.length && LIST.test(lines[at])) {
        const [, indent, , number, words] = LIST.exec(lines[at]);
        // numbers after points (or the other way round) on the same level begin a list of their own
        if (items.length && indent.length <= items[0][0] && (number !== undefined) !== items[0][1]) break;
        at += 1;
        items.push([indent.length, number !== undefined, number, words]);
      }
      root.append(listNode(items, context));
      continue;
    } else {
      const plain = [];
      while (at < lines.length && !/^(#{1,3}\s+\S|-#\s+\S|>>> |> |>$)/.test(lines[at]) && !LIST.test(lines[at])) plain.push(lines[at++]);
      root.append(el("p", {}, ...inline(plain.join("\n"), context)));
      continue;
    }
    at += 1;
  }
}
