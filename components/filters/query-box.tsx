"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { BOX, earlyQuery, placeholderOf, QueryPlace, Shortcut, useSlash } from "./filter-query.tsx";
import { CompletionList } from "./syntax/completion-list.tsx";
import { useCompletion } from "./syntax/use-completion.ts";
import { useDraft } from "./syntax/use-draft.ts";
import type { UrlFilters } from "./use-url-filters.ts";

export type QueryBoxProps = {
  label: string;
  filters: Pick<UrlFilters, "defs" | "values" | "replace" | "pending">;
  /** Applies to amounts that are written without a currency. */
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
  useEarlyQuery(input, draft);
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
    <QueryPlace>
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
        className={BOX}
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
    </QueryPlace>
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

/** Takes over what was done in the shell. Text that was typed there comes after the filters that are set. */
function useEarlyQuery(
  input: RefObject<HTMLInputElement | null>,
  { text, type, submit }: ReturnType<typeof useDraft>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the commit that replaces the shell.
  useLayoutEffect(() => {
    const early = earlyQuery();
    if (early?.hasFocus) input.current?.focus();
    if (!early?.text) return;
    const whole = `${text} ${early.text}`.trim();
    if (early.isSent) submit(whole, "push");
    else type(whole);
  }, []);
}
