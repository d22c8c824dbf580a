"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { usesSingleKeys } from "#components/table/single-keys.ts";
import { rowLink } from "#components/table/use-row-keys.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Drawer } from "#components/ui/drawer.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";

export type PreviewItem = {
  id: string;
  href: string;
  title: () => ReactNode;
  facts: () => readonly Fact[];
};

export type PreviewProps = {
  items: readonly PreviewItem[];
  /** The id of the previewed row, or null. */
  shown: string | null;
  onShow: (id: string | null) => void;
  onOpen: ((id: string) => void) | undefined;
  /** Below the columns: facts that only the object's own read has. */
  more?: ((id: string) => ReactNode) | undefined;
};

/** A drawer with every column of one row. `j` and `k` move through the rows, Enter opens the object, Space and Escape
 *  close the drawer. */
export function ListPreview({ items, shown, onShow, onOpen, more }: PreviewProps) {
  const open = useRef<HTMLAnchorElement>(null);
  // While the drawer closes it keeps its content.
  const last = useRef(shown);
  if (shown !== null) last.current = shown;
  const at = items.findIndex(({ id }) => id === last.current);
  const item = items[at];
  const move = (to: number) => {
    const next = items[to];
    if (!next) return;
    onShow(next.id);
    rowLink(next.id)?.closest("tr")?.scrollIntoView({ block: "nearest" });
  };
  usePreviewKeys(shown !== null, (key) => {
    if (key === " ") return onShow(null);
    move(at + (key === "j" ? 1 : -1));
  });
  return (
    <Drawer
      title={item?.title()}
      open={shown !== null && item !== undefined}
      onOpenChange={(next) => next || onShow(null)}
      initialFocus={open}
      finalFocus={() => (last.current === null ? null : rowLink(last.current))}
      footer={
        item && (
          <>
            <span role="status" className="mr-auto text-13 text-ink-muted tabular-nums">
              Row {at + 1} of {items.length}
            </span>
            <IconButton label="Previous row (k)" disabled={at === 0} onClick={() => move(at - 1)}>
              <ChevronUp className="size-4" aria-hidden />
            </IconButton>
            <IconButton
              label="Next row (j)"
              disabled={at === items.length - 1}
              onClick={() => move(at + 1)}
            >
              <ChevronDown className="size-4" aria-hidden />
            </IconButton>
            <PlaceLink
              ref={open}
              href={item.href}
              className={buttonClass("primary")}
              onClick={() => onOpen?.(item.id)}
            >
              Open
            </PlaceLink>
          </>
        )
      }
    >
      {/* The cells of the table are cut there; here is their full text. */}
      <div className="[&_.truncate]:overflow-visible [&_.truncate]:whitespace-normal">
        <DefinitionList facts={item?.facts() ?? []} />
        {item && more?.(item.id)}
      </div>
    </Drawer>
  );
}

/** `j`, `k` and Space while the drawer is open. Space keeps its meaning on buttons. */
function usePreviewKeys(isOpen: boolean, onKey: (key: "j" | "k" | " ") => void): void {
  const act = useRef(onKey);
  act.current = onKey;
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (key !== "j" && key !== "k" && key !== " ") return;
      if (!usesSingleKeys() || (key === " " && (target as Element).closest("button"))) return;
      event.preventDefault();
      act.current(key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOpen]);
}
