"use client";

import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isShortcut } from "../table/single-keys.ts";
import { Kbd } from "../ui/kbd.tsx";

const PAUSE_MS = 300;

export type SearchBoxProps = {
  label: string;
  placeholder: string;
  value: string;
  /** Called when typing pauses, and immediately on Enter. */
  onChange: (text: string) => void;
};

/** Searches while the person types. `/` focuses it from anywhere on the page; Escape clears it. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== seen) {
    setSeen(value);
    // The URL was changed elsewhere (Back, "Clear all").
    if (value !== applied) {
      setApplied(value);
      setText(value);
    }
  }
  const apply = (next: string) => {
    clearTimeout(timer.current);
    setApplied(next.trim());
    if (next.trim() !== value) onChange(next.trim());
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(next), PAUSE_MS);
  };
  useSlash(input);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="relative w-full sm:w-80">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply(text);
          if (event.key === "Escape") {
            setText("");
            apply("");
          }
        }}
        className="control peer h-7! pr-8! pl-8! text-13! [&::-webkit-search-cancel-button]:hidden pointer-coarse:h-10! pointer-coarse:text-16!"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText("");
            apply("");
            input.current?.focus();
          }}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-base text-ink-faint hover:text-ink"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      ) : (
        <span className="pointer-events-none absolute inset-y-0 right-1.5 flex items-center peer-focus:hidden pointer-coarse:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
    </search>
  );
}

function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || !isShortcut(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}
