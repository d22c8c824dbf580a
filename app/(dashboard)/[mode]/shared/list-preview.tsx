"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Column } from "#components/table/columns.ts";
import { usesSingleKeys } from "#components/table/single-keys.ts";
import { leads } from "#components/table/use-columns.ts";
import { rowLink } from "#components/table/use-row-keys.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Drawer } from "#components/ui/drawer.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";

export type PreviewProps<Row extends { id: string }> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowHref: (row: Row) => string;
  /** The id of the previewed row, or null. */
  shown: string | null;
  onShow: (id: string | null) => void;
  onOpen: ((id: string) => void) | undefined;
};

/** A drawer with every column of one row, including those that the table does not show. `j` and `k` move through the
 *  rows, Enter opens the object, Space and Escape close the drawer. */
export function ListPreview<Row extends { id: string }>(props: PreviewProps<Row>) {
  const { rows, columns, rowHref, shown, onShow, onOpen } = props;
  const open = useRef<HTMLAnchorElement>(null);
  // While the drawer closes it keeps its content.
  const last = useRef(shown);
  if (shown !== null) last.current = shown;
  const at = rows.findIndex(({ id }) => id === last.current);
  const row = rows[at];
  const move = (to: number) => {
    const next = rows[to];
    if (!next) return;
    onShow(next.id);
    rowLink(next.id)?.closest("tr")?.scrollIntoView({ block: "nearest" });
  };
  usePreviewKeys(shown !== null, (key) => {
    if (key === " ") return onShow(null);
    move(at + (key === "j" ? 1 : -1));
  });
  const lead = columns.find((column) => leads(columns, column));
  const facts = columns
    .filter((column) => column !== lead)
    .map((column) => ({ term: column.header, value: row && column.cell(row) }));
  return (
    <Drawer
      title={row && lead?.cell(row)}
      open={shown !== null && row !== undefined}
      onOpenChange={(next) => next || onShow(null)}
      initialFocus={open}
      finalFocus={() => (last.current === null ? null : rowLink(last.current))}
      footer={
        row && (
          <>
            <span role="status" className="mr-auto text-13 text-ink-muted tabular-nums">
              Row {at + 1} of {rows.length}
            </span>
            <IconButton label="Previous row (k)" disabled={at === 0} onClick={() => move(at - 1)}>
              <ChevronUp className="size-4" aria-hidden />
            </IconButton>
            <IconButton
              label="Next row (j)"
              disabled={at === rows.length - 1}
              onClick={() => move(at + 1)}
            >
              <ChevronDown className="size-4" aria-hidden />
            </IconButton>
            <PlaceLink
              ref={open}
              href={rowHref(row)}
              className={buttonClass("primary")}
              onClick={() => onOpen?.(row.id)}
            >
              Open
            </PlaceLink>
          </>
        )
      }
    >
      <DefinitionList facts={facts} />
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
