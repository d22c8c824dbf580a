"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";
import { Pre } from "./pre.tsx";

export type Snippet = { language: string; code: string };

const REMEMBERED = "paydesk_language";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The selected programming language, shared by all blocks and kept for the next visit. */
function useLanguage(): [string | null, (language: string) => void] {
  const language = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(REMEMBERED),
    () => null,
  );
  const choose = (next: string) => {
    localStorage.setItem(REMEMBERED, next);
    for (const listener of listeners) listener();
  };
  return [language, choose];
}

export type CodeBlockProps = { snippets: readonly Snippet[]; title?: string; wrap?: boolean };

/** Code in the selected language, with a copy button. */
export function CodeBlock({ snippets, title, wrap }: CodeBlockProps) {
  const [language, choose] = useLanguage();
  const shown = snippets.find((snippet) => snippet.language === language) ?? snippets[0];
  if (!shown) return null;
  const name = title ?? shown.language;
  return (
    <figure className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken">
      <figcaption className="flex min-h-9 flex-wrap items-center gap-x-1 border-b border-line pr-1 pl-3">
        <span
          className={cx(
            "mr-2 text-12 font-medium text-ink-muted max-sm:py-1",
            snippets.length > 1 && "max-sm:basis-full",
            !title && snippets.length > 1 && "sr-only",
          )}
        >
          {name}
        </span>
        {snippets.length > 1 &&
          snippets.map((snippet) => (
            <LanguageButton
              key={snippet.language}
              pressed={snippet === shown}
              onPress={() => choose(snippet.language)}
            >
              {snippet.language}
            </LanguageButton>
          ))}
        <span className="ml-auto">
          <CopyButton text={shown.code} what="code" />
        </span>
      </figcaption>
      <Pre label={name} wrap={wrap} tall>
        {shown.code}
      </Pre>
    </figure>
  );
}

function LanguageButton(props: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.pressed}
      onClick={props.onPress}
      className={cx(
        "h-6 rounded-small px-2 text-12 transition-colors",
        props.pressed
          ? "bg-surface-raised font-medium text-ink shadow-press dark:bg-line"
          : "text-ink-muted hover:text-ink",
      )}
    >
      {props.children}
    </button>
  );
}
