"use client";

import { useEffect, useRef } from "react";
import type { Completion } from "./use-completion.ts";

type Props = { id: string; label: string; completion: Completion };

/** The suggestions below the box. The focus stays in the box. */
export function CompletionList({ id, label, completion }: Props) {
  const { items, at, take } = completion;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at !== null) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-list`}
      aria-label={`${label}: completions`}
      className="float absolute inset-x-0 top-8 z-30 max-h-72 overflow-y-auto p-1 pointer-coarse:top-11"
    >
      {items.map(({ insert, note }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus (aria-activedescendant).
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Tab in the box do the same.
        <div
          key={insert}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(index)}
          className="flex min-h-8 cursor-default items-center justify-between gap-4 rounded-small px-2 py-1 text-13 hover:bg-surface-hover aria-selected:bg-accent-soft pointer-coarse:min-h-10"
        >
          <code className="truncate">{insert}</code>
          <span className="shrink-0 text-12 text-ink-muted">{note}</span>
        </div>
      ))}
    </div>
  );
}
