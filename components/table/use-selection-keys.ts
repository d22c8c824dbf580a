"use client";

import { useEffect } from "react";
import { isShortcut } from "./single-keys.ts";
import { ROW_KEY, type RowSelection } from "./use-row-selection.ts";

/** `x` selects the focused row, with Shift all from the last selected one; Escape clears the selection. */
export function useSelectionKeys(selection: RowSelection, shown: readonly string[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const target = event.target as HTMLElement;
      if (event.key === "Escape" && selection.selected.size > 0) return selection.clear();
      const key = target.closest(`[${ROW_KEY}]`)?.getAttribute(ROW_KEY);
      if (event.key.toLowerCase() !== "x" || !key) return;
      event.preventDefault();
      selection.toggle(key, event.shiftKey, shown);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [selection, shown]);
}
