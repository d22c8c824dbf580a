"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { keepKeys } from "#components/frame/early-input.ts";
import { isShortcut } from "#components/table/single-keys.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { later } from "#components/ui/later.tsx";
import { showKeyboardHelp } from "../shared/show-keyboard-help.ts";
import type { PaletteSearchProps } from "./palette-search.tsx";

const PaletteSearch = later<PaletteSearchProps>(() =>
  import("./palette-search.tsx").then(({ PaletteSearch }) => PaletteSearch),
);

/** The button in the header; Cmd or Ctrl with K opens the palette from anywhere, `?` the list of shortcuts. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
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
    if (open) return keepKeys();
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
      {loaded && <PaletteSearch open={open} onOpenChange={setOpen} />}
    </>
  );
}
