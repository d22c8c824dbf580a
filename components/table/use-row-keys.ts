"use client";

import { type RefObject, useEffect, useRef } from "react";
import { ROW_LINK } from "./table-row.tsx";

/** `j` and `k` move the focus between the rows' links, from anywhere on the page except in inputs and when a
 *  dialog or menu is open. Enter opens the link. */
export function useRowKeys<E extends HTMLElement>(): RefObject<E | null> {
  const body = useRef<E>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || isBusy(event)) return;
      const links = [...(body.current?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? [])];
      const here = links.indexOf(document.activeElement as HTMLElement);
      const next = here < 0 ? 0 : here + (event.key === "j" ? 1 : -1);
      links[next]?.focus();
      links[next]?.closest("tr")?.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return body;
}

function isBusy(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement;
  return Boolean(
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]"),
  );
}
