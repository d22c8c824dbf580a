"use client";

import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type Tab = { value: string; label: string; count?: number; content: ReactNode };

export type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/** Several views of one thing; arrow keys move between them. */
export function Tabs({ label, tabs, value, defaultValue, onChange }: TabsProps) {
  return (
    <BaseTabs.Root
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <BaseTabs.List
        aria-label={label}
        className="relative flex gap-5 overflow-x-auto border-b border-line base-ui-disable-scrollbar"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-9 shrink-0 items-center gap-1.5 text-13 font-medium text-ink-muted transition-colors hover:text-ink data-active:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-12 font-normal text-ink-faint tabular-nums">{tab.count}</span>
            )}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent-ink transition-[translate,width] duration-150" />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          key={tab.value}
          value={tab.value}
          className="pt-4 focus-visible:outline-offset-4"
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
