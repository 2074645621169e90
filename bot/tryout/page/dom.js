// Small makers of DOM nodes that everything on the page is built from. Text is always text, never HTML.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Files of this server are asked for under the address the page itself was opened with.
export function local(url) {
  const found = /^https?:\/\/[^/]+(\/(?:attachments|emojis)\/.*)$/.exec(url ?? "");
  return found ? found[1] : url;
}

export const snowflakeTime = (id) => Number(BigInt(id) >> 22n) + 1420070400000;
export const nameOf = (user) => user.global_name || user.username;

export function avatar(user) {
  return el("span", { class: `avatar tint${Number(BigInt(user.id) % 6n)}${user.bot ? " bot" : ""}`, "aria-hidden": "true" }, user.bot ? "♣" : nameOf(user)[0]);
}

export function emojiNode(emoji) {
  if (emoji.id) {
    return el("img", { class: "emoji", src: `/emojis/${emoji.id}`, alt: `:${emoji.name}:`, title: `:${emoji.name}:` });
  }
  const suit = /^[♠♣♥♦]\ufe0f?$/.test(emoji.name);
  return el("span", { class: suit ? "emoji suit" : "emoji" }, suit ? emoji.name[0] + "\ufe0f" : emoji.name);
}

// Plain text in which only the suits are shown as the coloured signs they are.
export function withSuits(text) {
  return text.split(/([♠♣♥♦]\ufe0f?)/).filter(Boolean).map((part) => (/^[♠♣♥♦]/.test(part) ? emojiNode({ name: part }) : part));
}

// Something covered until it is pressed; what is under the cover cannot be reached by keyboard either.
export function veiled(node, label) {
  node.inert = true;
  const veil = el("button", { class: "veil", type: "button" }, label);
  veil.addEventListener("click", () => { node.inert = false; veil.remove(); });
  return el("div", { class: "veiled" }, node, veil);
}

// A picture that is shown large when it is pressed. Escape or a press anywhere closes it again.
export function picture(url, alt, closeLabel, width, height) {
  const small = el("a", { class: "picture", href: local(url), target: "_blank", rel: "noopener" }, el("img", { src: local(url), alt, width, height }));
  small.addEventListener("click", (press) => {
    if (press.ctrlKey || press.metaKey || press.shiftKey) return;
    press.preventDefault();
    const large = el("dialog", { class: "viewer", "aria-label": alt || closeLabel }, el("img", { src: local(url), alt }), el("button", { class: "button secondary", type: "button" }, closeLabel));
    large.addEventListener("click", () => large.close());
    large.addEventListener("close", () => { large.remove(); small.focus({ preventScroll: true }); });
    document.body.append(large);
    large.showModal();
  });
  return small;
}
