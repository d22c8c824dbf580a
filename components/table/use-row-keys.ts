"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isShortcut } from "./single-keys.ts";
import { ROW_LINK } from "./table-row.tsx";
import { ROW_KEY, type RowSelection } from "./use-row-selection.ts";

/** The header and the head of the table cover rows above this. */
const HEAD_PX = 80;

type Params = {
  onPreview: ((key: string) => void) | undefined;
  selection: RowSelection | undefined;
  /** The keys of all rows, in order. */
  shown: readonly string[];
};

/** `j` and `k` move the focus between the rows' links, from anywhere on the page except in inputs and when a
 *  dialog or menu is open. Enter opens the link, Space previews the row. `x` selects the focused row, with Shift all from
 *  the last selected one; Escape clears the selection. */
export function useRowKeys<E extends HTMLElement>({
  onPreview,
  selection,
  shown,
}: Params): RefObject<E | null> {
  const body = useRef<E>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const { activeElement } = document;
      const focused = activeElement && keyOf(activeElement, body.current);
      if (event.key === " " && onPreview && focused && activeElement.matches(`[${ROW_LINK}]`)) {
        event.preventDefault();
        onPreview(focused);
      }
      if (event.key === "Escape" && selection?.selected.size) selection.clear();
      if (event.key.toLowerCase() === "x" && selection && focused) {
        event.preventDefault();
        selection.toggle(focused, event.shiftKey, shown);
      }
      if (event.key !== "j" && event.key !== "k") return;
      const links = [...(body.current?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? [])];
      const here = links.indexOf(activeElement as HTMLElement);
      const next = here < 0 ? firstInSight(links) : here + (event.key === "j" ? 1 : -1);
      links[next]?.focus();
      links[next]?.closest("tr")?.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onPreview, selection, shown]);
  return body;
}

/** In a list that is scrolled, the keys begin with what the person sees. */
function firstInSight(links: readonly HTMLElement[]): number {
  const at = links.findIndex((link) => link.getBoundingClientRect().top > HEAD_PX);
  return Math.max(0, at);
}

function keyOf(link: Element, body: HTMLElement | null): string | null {
  const row = link.closest(`[${ROW_KEY}]`);
  return body?.contains(row) ? (row?.getAttribute(ROW_KEY) ?? null) : null;
}

/** The link of a row that is on the page. */
export const rowLink = (key: string) =>
  document.querySelector<HTMLElement>(`[${ROW_KEY}="${CSS.escape(key)}"] [${ROW_LINK}]`);
