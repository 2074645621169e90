// What can be chosen where: the choices of any kind of menu or command option, with their pictures.

import { nameOf } from "/dom.js";

const USERS = 5, ROLES = 6, MENTIONABLES = 7, CHANNELS = 8;
// the types of command options that mean the same as one of these menus
const AS_MENU = { 6: USERS, 7: CHANNELS, 8: ROLES, 9: MENTIONABLES };

// The options of a select menu: its own, or the people, roles and channels there are.
export function menuOptions(component, column) {
  const picked = new Set((component.default_values ?? []).map((value) => value.id));
  const entry = (value, label, more) => ({ value, label, default: picked.has(value), ...more });
  const users = () => [...column.people, column.bot].map((user) => entry(user.id, nameOf(user), { user }));
  const roles = () => column.roles.map((role) => entry(role.id, role.name.replace(/^@?/, "@")));
  switch (component.type) {
    case USERS: return users();
    case ROLES: return roles();
    case MENTIONABLES: return [...users(), ...roles()];
    case CHANNELS: return [...column.channels.values()].filter((channel) => channel.kind !== "dm").map((channel) => entry(channel.id, `# ${channel.name}`));
    default: return component.options ?? [];
  }
}

const BOOLEAN = 5;

// The fixed choices of a command's option; null when something has to be typed.
export function optionChoices(option, column) {
  if (option.choices?.length) return option.choices.map((choice) => ({ value: String(choice.value), label: localName(choice, column) }));
  if (option.type === BOOLEAN) return [{ value: "true", label: column.t.yes }, { value: "false", label: column.t.no }];
  return AS_MENU[option.type] ? menuOptions({ type: AS_MENU[option.type] }, column) : null;
}

export function localName(thing, column, key = "name") {
  return thing[`${key}_localizations`]?.[column.locale] ?? thing[key];
}
