"use client";

/** Where letters belong to the element: inputs, dialogs and menus. */
const TAKEN = "input, textarea, select, [contenteditable], [role=dialog], [role=menu]";
const STORED = "paydesk.single-keys";

/** Whether a key pressed anywhere on the page is a shortcut of one character: no modifier, not in a field, and not
 *  switched off by the person. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false;
  return !(event.target as HTMLElement).closest(TAKEN) && usesSingleKeys();
}

/** Shortcuts of one character disturb speech input and some screen readers (WCAG 2.1.4), so each person can switch them
 *  off in this browser. */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  } catch {
    // A browser that stores nothing keeps the shortcuts on.
  }
}
