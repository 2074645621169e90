// What the browser remembers; one that keeps nothing (a strict private window) forgets it with the page.

const fallback = new Map();

export function recall(name) {
  try { return localStorage.getItem(name); } catch { return fallback.get(name) ?? null; }
}

export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    fallback.set(name, value);
  }
}
