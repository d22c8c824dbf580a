import { useEffect, useState } from "react";
import type { UrlFilters } from "../use-url-filters.ts";
import { parseFilter, printFilter, type SyntaxFault } from "./syntax.ts";

const PAUSE_MS = 300;
/** The beginning of a word that is no filter yet, such as `last7`. */
const UNFINISHED = /(?:^|\s)(?:last\d{0,4}|\d{4}-[\d-]*(?:\.\.[\d-]*)?)$/i;

type History = "push" | "replace";

/** The text of the filters in the address, or what is typed instead until they are applied: on submit, or when typing pauses
 *  and every word is understood. */
export function useDraft(
  { defs, values, replace, pending }: Pick<UrlFilters, "defs" | "values" | "replace" | "pending">,
  currency: string | undefined,
) {
  const printed = printFilter(defs, values);
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<SyntaxFault | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [seen, setSeen] = useState(printed);
  // The filters that the address was asked to have and does not have yet, oldest first. It may skip some of them.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const read = (text: string) => parseFilter(defs, text, { currency, current: values });
  if (printed !== seen) {
    setSeen(printed);
    const at = asked.lastIndexOf(printed);
    setAsked(asked.slice(at + 1));
    // Text that was typed while earlier text was being applied stays. A chip, Back and "Clear all" replace it.
    const isOurs = at >= 0;
    const isLast = at === asked.length - 1;
    if (!isOurs || (submitted && isLast)) {
      setDraft(null);
      setFault(null);
    }
  } else if (!pending && asked.length > 0) {
    // Asked for others and back again: the address did not change.
    setAsked([]);
    if (submitted) setDraft(null);
  }
  const apply = (text: string, history: History) => {
    const { values: next, faults } = read(text);
    const wanted = printFilter(defs, next);
    if (faults.length > 0 || wanted === (asked.at(-1) ?? printed)) return faults;
    replace(next, history);
    setAsked([...asked, wanted]);
    return null;
  };
  const waits = draft !== null && !submitted && !UNFINISHED.test(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins anew with each change of the text only.
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => apply(draft, "replace"), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, waits]);
  return {
    text: draft ?? printed,
    isTyped: draft !== null,
    fault,
    type(text: string) {
      setDraft(text);
      setSubmitted(false);
      setFault(null);
    },
    submit(text: string, history: History) {
      const faults = apply(text, history);
      setSubmitted(true);
      setFault(faults?.[0] ?? null);
      // Applied: the draft stays until the address has its filters. Nothing to apply: their own text is shown.
      setDraft(faults?.length === 0 && asked.length === 0 ? null : text);
    },
    drop() {
      setDraft(null);
      setFault(null);
    },
  };
}
