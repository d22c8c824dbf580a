"use client";

import { useSyncExternalStore } from "react";
import { CodeFrame, type CodeProps, LanguageButton } from "./code-frame.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Pre } from "./pre.tsx";

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

/** Code in the selected language, with a copy button. */
export function CodeBlock({ snippets, title, wrap }: CodeProps) {
  const [language, choose] = useLanguage();
  const shown = snippets.find((snippet) => snippet.language === language) ?? snippets[0];
  if (!shown) return null;
  const name = title ?? shown.language;
  return (
    <CodeFrame
      title={title}
      name={name}
      languages={
        snippets.length > 1
          ? snippets.map((snippet) => (
              <LanguageButton
                key={snippet.language}
                language={snippet.language}
                pressed={snippet === shown}
                onPress={() => choose(snippet.language)}
              />
            ))
          : null
      }
      actions={<CopyButton text={shown.code} what="code" />}
    >
      <Pre label={name} wrap={wrap} tall>
        {shown.code}
      </Pre>
    </CodeFrame>
  );
}
