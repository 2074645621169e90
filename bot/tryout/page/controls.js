// What can be pressed in a message: buttons and menus.

import { JUMP } from "/address.js";
import { Choice } from "/choice.js";
import { el, emojiNode, withSuits } from "/dom.js";
import { menuOptions } from "/options.js";

const STYLE = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// `view` is the message's view: it knows the column and sends what is pressed
export function button(component, view) {
  const { column } = view;
  const inside = [component.emoji && emojiNode(component.emoji), component.label && el("span", {}, ...withSuits(component.label))];
  if (component.style === 5) return link(component, column, inside);
  const node = el("button", { class: `button ${STYLE[component.style]}`, type: "button", disabled: component.disabled, "data-key": component.custom_id, "aria-label": component.label ? null : component.emoji?.name?.replaceAll("_", " ") }, ...inside);
  node.addEventListener("click", () => {
    if (!node.classList.contains("waiting")) view.press({ do: "click", custom_id: component.custom_id }, node);
  });
  return node;
}

function link(component, column, inside) {
  const jump = JUMP.exec(component.url);
  const attributes = { class: "button link", "data-key": component.url };
  if (jump) return el("button", { ...attributes, type: "button", disabled: component.disabled, onclick: () => column.jump(jump[1], jump[2]) }, ...inside);
  const outside = el("span", { "aria-hidden": "true" }, "↗");
  if (component.disabled) return el("button", { ...attributes, type: "button", disabled: true }, ...inside, outside);
  return el("a", { ...attributes, href: component.url, target: "_blank", rel: "noopener noreferrer" }, ...inside, outside);
}

export function menu(component, view) {
  const { t } = view.column;
  const choice = new Choice({
    options: menuOptions(component, view.column), least: component.min_values ?? 1, most: component.max_values ?? 1,
    hint: component.placeholder || t.choose, disabled: component.disabled, key: component.custom_id, t,
    pick: (values) => {
      if (!choice.node.classList.contains("waiting")) view.press({ do: "select", custom_id: component.custom_id, values }, choice.node);
    },
  });
  return choice.node;
}
