"use client";

import { GripVertical } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { METADATA_COLUMN } from "#lib/kernel/vocabulary/lists.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { cx } from "../ui/cx.ts";
import { Input } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { limitWidth, usualWidth, WIDTH_STEP } from "./column-widths.ts";
import { type Column, leads } from "./columns.ts";
import { applyDensity, currentDensity } from "./density.ts";
import { applyRowFlow, useRowFlow } from "./row-flow.ts";
import type { ColumnChoice } from "./use-columns.ts";

const DENSITIES = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
] as const;

const FLOWS = [
  { value: "pages", label: "On pages" },
  { value: "scroll", label: "On scrolling" },
] as const;

/** With more columns than this, they can be searched. */
const MANY = 12;

/** The column choice without the type of the rows: the chooser shows no cell. */
type Choice = Omit<ColumnChoice<never>, "all" | "shown"> & {
  all: readonly Column<never>[];
  shown: readonly Column<never>[];
};

export type ColumnListProps = {
  columns: Choice;
  metadataKeys: readonly string[] | undefined;
};

type Entry = { id: string; header: string };

/** The columns in their order with a checkbox each. The handle of a shown column moves it: dragged, or with the arrow
 *  keys, which also change its width. The order of the entries is kept while the chooser is open, except for moves. */
export function ColumnList({ columns, metadataKeys = [] }: ColumnListProps) {
  const { all, shown, choose, show, isUsual, reset } = columns;
  const [order, setOrder] = useState(() => initialOrder(all, shown));
  const [wanted, setWanted] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ id: string } | null>(null);
  useEffect(() => {
    // Moving an element in the document takes its focus.
    if (moved) handleOf(list.current, moved.id)?.focus();
  }, [moved]);
  const entries = entriesOf(order, all, metadataKeys);
  const isShown = (id: string) => shown.some((column) => column.id === id);
  const found = entries.filter(({ header }) =>
    header.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const move = (id: string, to: string) => {
    const ids = entries.map((entry) => entry.id);
    const next = ids.filter((one) => one !== id);
    next.splice(ids.indexOf(to), 0, id);
    setOrder(next);
    choose(next.filter(isShown));
    setMoved({ id });
  };
  const step = (id: string, by: 1 | -1) => {
    const ids = entries.map((entry) => entry.id).filter(isShown);
    const to = ids[ids.indexOf(id) + by];
    if (to) move(id, to);
  };
  return (
    <>
      <RowHeight />
      <Flow />
      {entries.length > MANY && (
        <div className="mb-2">
          <Input
            type="search"
            aria-label="Find a column"
            placeholder="Find a column"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </div>
      )}
      <ul ref={list} className="flex max-h-[min(22rem,42vh)] flex-col overflow-y-auto">
        {found.map((entry) => (
          <li key={entry.id}>
            <ColumnEntry
              entry={entry}
              isShown={isShown(entry.id)}
              isLead={all.some((column) => column.id === entry.id && leads(all, column))}
              onShow={(on) => show(entry.id, on)}
              onMove={(id) => move(id, entry.id)}
              onStep={(by) => step(entry.id, by)}
              onWiden={(by) => widen(columns, entry.id, by)}
            />
          </li>
        ))}
        {found.length === 0 && <li className="text-13 text-ink-muted">No such column.</li>}
      </ul>
      <p className="mt-2 text-12 text-ink-faint" id="column-keys">
        On a handle, ↑ and ↓ move the column, ← and → change its width.
      </p>
      {!isUsual && (
        <div className="mt-3 border-t border-line pt-2">
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              reset();
              setOrder(initialOrder(all, []));
            }}
          >
            Reset
          </Button>
        </div>
      )}
    </>
  );
}

function RowHeight() {
  const [density, setDensity] = useState(currentDensity);
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 text-13">
      Row height
      <Segmented
        label="Row height"
        choices={DENSITIES}
        value={density}
        onChange={(next) => {
          setDensity(next);
          applyDensity(next);
        }}
      />
    </div>
  );
}

function Flow() {
  const flow = useRowFlow();
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3 text-13">
      More rows
      <Segmented label="More rows" choices={FLOWS} value={flow} onChange={applyRowFlow} />
    </div>
  );
}

type EntryProps = {
  entry: Entry;
  isShown: boolean;
  isLead: boolean;
  onShow: (on: boolean) => void;
  /** A column was dropped here. */
  onMove: (id: string) => void;
  onStep: (by: 1 | -1) => void;
  onWiden: (by: 1 | -1) => void;
};

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };
const WIDENS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
const DRAGGED = "text/x-paydesk-column";

function ColumnEntry(props: EntryProps) {
  const { entry, isShown, isLead, onShow, onMove, onStep, onWiden } = props;
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle has the same moves for the keyboard.
    <div
      className={cx("flex items-center gap-1 rounded-small py-0.5", isOver && "bg-accent-soft")}
      onDragOver={(event) => {
        if (!isShown || !event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onMove(event.dataTransfer.getData(DRAGGED));
      }}
    >
      <button
        type="button"
        draggable={isShown}
        disabled={!isShown}
        data-column-handle={entry.id}
        aria-label={`Move or resize ${entry.header}`}
        aria-describedby="column-keys"
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, entry.id)}
        onKeyDown={(event) => {
          const [steps, widens] = [STEPS[event.key], WIDENS[event.key]];
          if (steps) onStep(steps);
          else if (widens) onWiden(widens);
          else return;
          event.preventDefault();
        }}
        className="flex size-6 shrink-0 cursor-grab items-center justify-center rounded-small text-ink-faint hover:text-ink disabled:cursor-default disabled:opacity-30"
      >
        <GripVertical className="size-3.5" aria-hidden />
      </button>
      <Checkbox label={entry.header} checked={isShown} disabled={isLead} onChange={onShow} />
    </div>
  );
}

function widen(columns: Choice, id: string, by: 1 | -1): void {
  const column = columns.shown.find((one) => one.id === id);
  if (!column) return;
  const width = columns.widths[id] ?? usualWidth(column);
  columns.setWidth(id, limitWidth(width + by * WIDTH_STEP));
}

/** The shown columns, then the others. */
function initialOrder(all: Choice["all"], shown: Choice["shown"]): string[] {
  return [...new Set([...shown, ...all].map(({ id }) => id))];
}

function entriesOf(
  order: readonly string[],
  all: readonly Column<never>[],
  metadataKeys: readonly string[],
): Entry[] {
  const known = new Map<string, Entry>(all.map(({ id, header }) => [id, { id, header }]));
  for (const key of metadataKeys) {
    const id = `${METADATA_COLUMN}${key}`;
    known.set(id, { id, header: key });
  }
  const ids = new Set([...order, ...known.keys()]);
  return [...ids].flatMap((id) => {
    const entry = known.get(id);
    if (!entry) return [];
    const isMetadata = id.startsWith(METADATA_COLUMN);
    return [{ id, header: isMetadata ? `Metadata: ${entry.header}` : entry.header }];
  });
}

const handleOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-column-handle="${CSS.escape(id)}"]`);
