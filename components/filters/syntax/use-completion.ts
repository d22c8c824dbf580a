import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { FilterDef } from "../filters.ts";
import { type Suggestion, suggestionsFor, taken } from "./suggestions.ts";

type Params = {
  defs: readonly FilterDef[];
  text: string;
  input: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
};

export type Completion = {
  open: boolean;
  items: readonly Suggestion[];
  /** The highlighted suggestion. */
  at: number | null;
  take: (index: number) => void;
};

/** Completion of the word at the caret. It opens with typing or an arrow key; Enter and Tab take the highlighted suggestion. */
export function useCompletion({ defs, text, input, onText }: Params) {
  const [wanted, setWanted] = useState(false);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const next = useRef<number | null>(null);
  const found = useMemo(
    () => (wanted ? suggestionsFor(defs, text, Math.min(caret, text.length)) : null),
    [wanted, defs, text, caret],
  );
  const items = found?.items ?? [];
  const open = items.length > 0;
  const at = chosen ?? (found?.isUnfinished ? 0 : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the text was rendered.
  useLayoutEffect(() => {
    if (next.current === null) return;
    input.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [text]);
  const close = () => {
    setWanted(false);
    setChosen(null);
  };
  const take = (index: number) => {
    const item = items[index];
    if (!found || !item) return;
    const after = taken(text, found, item);
    next.current = after.caret;
    setCaret(after.caret);
    setChosen(null);
    // A name needs a value.
    setWanted(!item.isWhole);
    onText(after.text);
  };
  const step = (by: number) => {
    const from = at ?? (by > 0 ? -1 : items.length);
    setChosen((from + by + items.length) % items.length);
  };
  return {
    open,
    items,
    at,
    take,
    close,
    typed(at: number | null) {
      setCaret(at ?? 0);
      setWanted(true);
      setChosen(null);
    },
    moved() {
      setCaret(input.current?.selectionStart ?? 0);
    },
    /** Whether the key was for the suggestions. */
    onKeyDown(event: KeyboardEvent): boolean {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (!open && !(isArrow && !event.altKey)) return false;
      if (isArrow) {
        if (open) step(event.key === "ArrowDown" ? 1 : -1);
        else setWanted(true);
      } else if ((event.key === "Enter" || event.key === "Tab") && at !== null) take(at);
      else if (event.key === "Escape") close();
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
