import { useCallback, useEffect, useState } from "react";

export type Texts = Record<string, string>;

export type Draft = {
  /** Typed and unsaved text by field. */
  typed: Texts;
  /** null: nothing unsaved. */
  type: (name: string, text: string | null) => void;
  /** Drops what was saved and keeps what was typed since. */
  forget: (saved: Texts) => void;
};

/** Unsaved text of the form, kept in sessionStorage for this tab, so that it survives a reload or a wrong click. */
export function useDraft(key: string): Draft {
  const [typed, setTyped] = useState<Texts>({});
  useEffect(() => setTyped(stored(key)), [key]);
  const type = useCallback(
    (name: string, text: string | null) =>
      setTyped(({ [name]: _, ...others }) => {
        const next = text === null ? others : { ...others, [name]: text };
        storeTexts(key, next);
        return next;
      }),
    [key],
  );
  const forget = useCallback(
    (saved: Texts) => {
      // Immediately, not on the next render: submitting unmounts the form.
      storeTexts(key, without(stored(key), saved));
      setTyped((texts) => without(texts, saved));
    },
    [key],
  );
  return { typed, type, forget };
}

/** The fields that were typed again since `saved` was sent. */
export const without = <Typed extends object>(typed: Typed, saved: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => saved[name as keyof Typed] !== value),
  ) as Typed;

function stored(key: string): Texts {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Texts;
  } catch {
    return {};
  }
}

/** The browser can refuse storage; the form works without it. */
function storeTexts(key: string, texts: Texts): void {
  try {
    if (Object.keys(texts).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // Only the copy in this tab is missing then.
  }
}
