"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { LoaderCircle, Search } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Kbd } from "../ui/kbd.tsx";
import { Scrim } from "../ui/modal-parts.tsx";

export type PaletteItem = {
  id: string;
  label: string;
  /** Secondary text. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Shown at the right end: a status or a key. */
  end?: ReactNode;
};
export type PaletteGroup<Item extends PaletteItem> = { label: string; items: readonly Item[] };

export type PaletteProps<Item extends PaletteItem> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  onText: (text: string) => void;
  placeholder: string;
  groups: readonly PaletteGroup<Item>[];
  /** A summary of the results; screen readers announce it when it changes. */
  status: string;
  /** A search is still running; Enter waits for it. */
  busy: boolean;
  /** Enter was pressed before an entry was highlighted. */
  onWaitingEnter: () => void;
  onChoose: (item: Item) => void;
};

/** The search and command palette: type, arrow keys, Enter. Enter opens the selected entry, at first the top
 *  one. */
export function Palette<Item extends PaletteItem>(props: PaletteProps<Item>) {
  const { open, onOpenChange, text, onText, placeholder, groups, status, busy } = props;
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.key !== "Enter") return;
    // New entries are highlighted a moment after they are shown.
    const dialog = event.currentTarget.closest("[role=dialog]");
    if (!busy && dialog?.querySelector("[data-highlighted]")) return;
    event.preventBaseUIHandler?.();
    event.preventDefault();
    props.onWaitingEnter();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Scrim />
        <Dialog.Popup className="fixed inset-x-0 top-0 z-40 mx-auto flex max-h-dvh w-full flex-col overflow-hidden bg-surface-raised shadow-modal outline-none transition-opacity duration-120 data-starting-style:opacity-0 data-ending-style:opacity-0 sm:top-[12vh] sm:max-h-[70vh] sm:w-160 sm:rounded-large">
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            value={text}
            onValueChange={(next, { reason }) => reason === "input-change" && onText(next)}
            itemToStringValue={(item: Item) => item.label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
              <Autocomplete.Input
                aria-label="Search and commands"
                placeholder={placeholder}
                spellCheck={false}
                autoCapitalize="off"
                onKeyDown={onKeyDown}
                className="h-12 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-ink-faint sm:text-14"
              />
              {busy && <LoaderCircle className="size-4 animate-spin text-ink-faint" aria-hidden />}
              <Dialog.Close className="rounded-small px-1 py-1 text-13 text-ink-muted sm:hidden pointer-coarse:py-3">
                Close
              </Dialog.Close>
              <span className="hidden sm:inline">
                <Kbd>esc</Kbd>
              </span>
            </div>
            <Autocomplete.Status className="sr-only">{status}</Autocomplete.Status>
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
              {(group: PaletteGroup<Item>) => (
                <Autocomplete.Group
                  key={group.label}
                  items={group.items}
                  className="pb-2 last:pb-0"
                >
                  <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-1 text-12 text-ink-faint">
                    {group.label}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Line key={item.id} item={item} onChoose={() => props.onChoose(item)} />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Line<Item extends PaletteItem>({ item, onChoose }: { item: Item; onChoose: () => void }) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-base px-2 py-1.5 text-13 outline-none select-none data-highlighted:bg-accent-soft pointer-coarse:min-h-11"
    >
      {item.icon && <span className="shrink-0 text-ink-faint">{item.icon}</span>}
      <span className="min-w-0 flex-1 truncate">
        {item.label}
        {item.note && <span className="ml-2 text-12 text-ink-muted">{item.note}</span>}
      </span>
      {item.end && <span className="shrink-0">{item.end}</span>}
    </Autocomplete.Item>
  );
}
