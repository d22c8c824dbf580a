"use client";

import { Search } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isShortcut } from "../table/single-keys.ts";
import { Kbd } from "../ui/kbd.tsx";
import { later } from "../ui/later.tsx";
import type { FilterDef } from "./filters.ts";
import type { QueryBoxProps } from "./query-box.tsx";

/** With the reader of the search syntax. */
const QueryBox = later<QueryBoxProps>(
  () => import("./query-box.tsx").then(({ QueryBox }) => QueryBox),
  (props) => <QueryShell {...props} />,
);

export type FilterQueryProps = Omit<QueryBoxProps, "label"> & {
  /** The rows, in the plural. */
  noun: string;
};

/** The filters of a list as text, for its `FilterBar`. */
export function FilterQuery({ noun, ...props }: FilterQueryProps) {
  const search = props.filters.defs.find((def) => def.kind === "search");
  return <QueryBox label={search?.label ?? `Filter ${noun}`} {...props} />;
}

/** The state of the first field when the full one replaces it. */
type Early = { text: string; hasFocus: boolean; isSent: boolean };

let early: Early | undefined;

/** The state of the first field, for the full one that replaces it in this commit. */
export const earlyQuery = (): Early | undefined => early;

export const BOX =
  "control peer h-7! pr-8! pl-8! text-13! pointer-coarse:h-10! pointer-coarse:text-16!";

/** The field of `QueryBox` until that is loaded, which then takes its text. */
function QueryShell({ label, filters }: QueryBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  useSlash(input);
  useLayoutEffect(() => {
    const box = input.current;
    return () => {
      const hasFocus = document.activeElement === box;
      early = { text: box?.value ?? "", hasFocus, isSent: isSent.current };
      // Not for the list of another page.
      setTimeout(() => {
        early = undefined;
      });
    };
  }, []);
  return (
    <QueryPlace>
      <input
        ref={input}
        aria-label={label}
        placeholder={placeholderOf(filters.defs)}
        autoComplete="off"
        onKeyDown={({ key }) => {
          isSent.current = key === "Enter";
        }}
        className={BOX}
      />
      <Shortcut />
    </QueryPlace>
  );
}

export function QueryPlace({ children }: { children: ReactNode }) {
  return (
    <search className="relative w-full sm:w-80 lg:w-112">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      {children}
    </search>
  );
}

export function Shortcut() {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-1.5 flex items-center peer-focus:hidden pointer-coarse:hidden">
      <Kbd>/</Kbd>
    </span>
  );
}

export function placeholderOf(defs: readonly FilterDef[]): string {
  const search = defs.find((def) => def.kind === "search");
  if (search?.kind === "search") return search.placeholder;
  const choice = defs.find((def) => def.kind === "choice" && def.choices.length > 0);
  const value = choice?.kind === "choice" ? choice.choices[0]?.value : undefined;
  return value ? `${choice?.key}:${value} …` : "Filter …";
}

/** `/` focuses the field from anywhere on the page. */
export function useSlash(input: RefObject<HTMLInputElement | null>) {
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
