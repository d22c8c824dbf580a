import { useCallback, useEffect, useState } from "react";

export type Texts = Record<string, string>;

export type Draft = {
  /** What is typed and not saved, by field. */
  typed: Texts;
  /** null: as it is saved. */
  type: (name: string, text: string | null) => void;
  /** Lets go of what was saved; what was typed since then stays. */
  forget: (saved: Texts) => void;
};

/** What is typed into a form and not saved yet, kept for this tab: a reload or a wrong click loses none
 *  of it. */
export function useDraft(key: string): Draft {
  const [typed, setTyped] = useState<Texts>({});
  useEffect(() => setTyped(stored(key)), [key]);
  const type = useCallback(
    (name: string, text: string | null) =>
      setTyped(({ [name]: _, ...others }) => {
        const next = text === null ? others : { ...others, [name]: text };
        keep(key, next);
        return next;
      }),
    [key],
  );
  const forget = useCallback(
    (saved: Texts) => {
      // At once, and not with the next rendering: handing in takes the form away.
      keep(key, without(stored(key), saved));
      setTyped((texts) => without(texts, saved));
    },
    [key],
  );
  return { typed, type, forget };
}

const without = (texts: Texts, saved: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => saved[name] !== text));

function stored(key: string): Texts {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Texts;
  } catch {
    return {};
  }
}

/** A browser may refuse to keep anything; then the form still works. */
function keep(key: string, texts: Texts): void {
  try {
    if (Object.keys(texts).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // Nothing is lost that was not only in this form.
  }
}
