"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { isShortcut } from "../table/single-keys.ts";
import { Kbd } from "../ui/kbd.tsx";
import type { FilterDef } from "./filters.ts";
import { CompletionList } from "./syntax/completion-list.tsx";
import { useCompletion } from "./syntax/use-completion.ts";
import { useDraft } from "./syntax/use-draft.ts";
import type { UrlFilters } from "./use-url-filters.ts";

export type QueryBoxProps = {
  label: string;
  filters: Pick<UrlFilters, "defs" | "values" | "replace" | "pending">;
  /** Of amounts that are written without one. */
  currency?: string | undefined;
};

/** The filters of a list as text. Applies them when typing pauses, and immediately on Enter; completes names and values. `/`
 *  focuses it from anywhere on the page; Escape discards what is not applied, then leaves it. */
export function QueryBox({ label, filters, currency }: QueryBoxProps) {
  const { defs } = filters;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const draft = useDraft(filters, currency);
  const { text, fault } = draft;
  const completion = useCompletion({ defs, text, input, onText: draft.type });
  useSlash(input);
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) return;
    if (event.key === "Enter") {
      completion.close();
      draft.submit(text, "push");
    }
    if (event.key === "Escape") {
      if (draft.isTyped) draft.drop();
      else input.current?.blur();
    }
  };
  const leave = () => {
    completion.close();
    draft.submit(text, "replace");
  };
  const clear = () => {
    draft.submit("", "push");
    completion.close();
    input.current?.focus();
  };
  return (
    <search className="relative w-full sm:w-80 lg:w-112">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={completion.open}
        aria-controls={completion.open ? `${id}-list` : undefined}
        aria-activedescendant={
          completion.open && completion.at !== null ? `${id}-${completion.at}` : undefined
        }
        aria-invalid={fault !== null}
        aria-describedby={fault ? `${id}-fault` : undefined}
        placeholder={placeholderOf(defs)}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          draft.type(event.target.value);
          completion.typed(event.target.selectionStart);
        }}
        onSelect={completion.moved}
        onKeyDown={onKeyDown}
        onBlur={leave}
        className="control peer h-7! pr-8! pl-8! text-13! pointer-coarse:h-10! pointer-coarse:text-16!"
      />
      {text ? <Clear onClear={clear} /> : <Shortcut />}
      {completion.open && <CompletionList id={id} label={label} completion={completion} />}
      {fault && (
        <p
          id={`${id}-fault`}
          role="alert"
          className="float absolute inset-x-0 top-8 z-20 p-3 text-13 text-negative-ink pointer-coarse:top-11"
        >
          <code className="font-medium">{fault.word}</code> {fault.message}
        </p>
      )}
    </search>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      onClick={onClear}
      className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-base text-ink-faint hover:text-ink"
    >
      <X className="size-3.5" aria-hidden />
    </button>
  );
}

function Shortcut() {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-1.5 flex items-center peer-focus:hidden pointer-coarse:hidden">
      <Kbd>/</Kbd>
    </span>
  );
}

function placeholderOf(defs: readonly FilterDef[]): string {
  const search = defs.find((def) => def.kind === "search");
  if (search?.kind === "search") return search.placeholder;
  const choice = defs.find((def) => def.kind === "choice" && def.choices.length > 0);
  const value = choice?.kind === "choice" ? choice.choices[0]?.value : undefined;
  return value ? `${choice?.key}:${value} …` : "Filter …";
}

function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || !isShortcut(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}
