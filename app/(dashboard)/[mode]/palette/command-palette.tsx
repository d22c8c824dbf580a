"use client";

import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isShortcut } from "#components/table/single-keys.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { later } from "#components/ui/later.tsx";
import { showKeyboardHelp } from "../shared/show-keyboard-help.ts";
import type { PaletteSearchProps } from "./palette-search.tsx";

const PaletteSearch = later<PaletteSearchProps>(() =>
  import("./palette-search.tsx").then(({ PaletteSearch }) => PaletteSearch),
);

/** Keys besides letters that count before the search has the focus. */
const EARLY = ["Enter", "Backspace", "Escape"];

/** The button in the header; Cmd or Ctrl with K opens the palette from anywhere, `?` the list of shortcuts. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const early = useRef("");
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) showKeyboardHelp();
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setLoaded(true);
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  useEffect(() => {
    // The field of the search takes what was typed until it has the focus. While the dialog closes it may still have it.
    early.current = "";
    if (!open) return;
    const keep = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, target } = event;
      if (target instanceof Element && target.closest("[role=dialog]")) return;
      if (metaKey || ctrlKey || (key.length > 1 && !EARLY.includes(key))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === "Backspace") early.current = early.current.slice(0, -1);
      else if (key === "Escape") setOpen(false);
      else early.current += key === "Enter" ? "\n" : key;
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, [open]);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        aria-haspopup="dialog"
        onPointerEnter={() => setLoaded(true)}
        onFocus={() => setLoaded(true)}
        onClick={() => {
          setLoaded(true);
          setOpen(true);
        }}
        className="flex h-8 shrink-0 items-center gap-2 rounded-base px-2 text-13 text-ink-muted transition-colors hover:bg-surface-hover hover:text-ink sm:border sm:border-line sm:pr-1.5 lg:w-52 pointer-coarse:h-10"
      >
        <Search className="size-4" aria-hidden />
        <span className="sr-only lg:not-sr-only">Search</span>
        <span className="sr-only"> and commands</span>
        <span className="ml-auto hidden sm:inline" aria-hidden>
          <Kbd>⌘K</Kbd>
        </span>
      </button>
      {loaded && <PaletteSearch open={open} onOpenChange={setOpen} early={early} />}
    </>
  );
}
