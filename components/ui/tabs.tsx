"use client";

import { type ReactNode, useId, useState } from "react";
import { rove } from "./rove.ts";

export type Tab = { value: string; label: string; count?: number; content: ReactNode };

export type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/** Several views of one object; arrow keys move between them. */
export function Tabs({ label, tabs, value, defaultValue, onChange }: TabsProps) {
  const id = useId();
  const [inner, setInner] = useState(defaultValue ?? tabs[0]?.value);
  const active = value ?? inner;
  const shown = tabs.find((tab) => tab.value === active);
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={rove}
        className="relative flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => {
              setInner(tab.value);
              onChange?.(tab.value);
            }}
            className="relative flex h-9 shrink-0 items-center gap-1.5 text-13 font-medium text-ink-muted transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:transition-colors hover:text-ink aria-selected:text-ink aria-selected:after:bg-accent-ink focus-visible:-outline-offset-2 pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-12 font-normal text-ink-faint tabular-nums">{tab.count}</span>
            )}
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={shown.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${shown.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is shown is read by keys as well.
          tabIndex={0}
          className="pt-4 focus-visible:outline-offset-4"
        >
          {shown.content}
        </div>
      )}
    </div>
  );
}
