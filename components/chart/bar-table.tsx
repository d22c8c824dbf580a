"use client";

import { useId, useState } from "react";
import type { Cell } from "#lib/kernel/csv.ts";
import { cx } from "../ui/cx.ts";
import { PlaceLink } from "../ui/place-link.tsx";
import { CsvButton } from "./csv-button.tsx";
import { ShowAll } from "./show-all.tsx";

export type BarRow = {
  key: string;
  label: string;
  /** A short description. */
  hint?: string;
  /** Link of the row: the same figures, filtered by it. */
  href: string | null;
  /** The page is already filtered by it. */
  active?: boolean;
  /** The length of the bar; never negative. */
  value: number;
  /** The value of the previous period, drawn as a thin mark on the same scale. */
  before?: number | null;
  /** The figures beside the bar, in column order. */
  cells: readonly BarCell[];
};

export type BarCell = {
  text: string;
  tone?: "good" | "bad" | "faint";
  /** A second line: the number that a rate is a rate of. */
  note?: string;
};

export type BarTableProps = {
  /** The finding, with its number. */
  title: string;
  /** The measure of the bars, with its unit. */
  subtitle: string;
  /** Column headings: the rows' dimension, then each figure. */
  columns: readonly [name: string, ...figures: string[]];
  /** A Tailwind width for the first figure, if it is an amount. */
  figureWidth?: string;
  rows: readonly BarRow[];
  /** The exact figures of all rows. */
  csv: { head: readonly string[]; rows: readonly (readonly Cell[])[] };
  /** Shown instead of rows when there are none. */
  empty: string;
  /** Colour of the bars: negative for bad values such as declines, neutral for others. */
  tone?: "negative" | "neutral";
};

const SHOWN = 7;
const TONES = {
  good: "text-positive-ink",
  bad: "text-negative-ink",
  faint: "text-ink-faint",
} as const;

/** A breakdown: a bar from zero and the exact figures in each row. Each row is a link that filters the page by
 *  it. */
export function BarTable(props: BarTableProps) {
  const { title, subtitle, columns, rows, csv, empty, tone = "neutral" } = props;
  const widthOf = (index: number) => (index === 1 && props.figureWidth) || "w-17";
  const [all, setAll] = useState(false);
  const id = useId();
  const most = Math.max(1, ...rows.map((row) => Math.max(row.value, row.before ?? 0)));
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="mb-2 flex items-start justify-between gap-4 border-b border-line pb-2">
        <span className="min-w-0">
          <span id={id} className="block text-14 font-semibold">
            {title}
          </span>
          <span className="block text-12 text-ink-faint">{subtitle}</span>
        </span>
        <span className="print:hidden">
          <CsvButton title={title} table={() => csv} />
        </span>
      </figcaption>
      {rows.length === 0 ? (
        <p className="py-1.5 text-13 text-ink-muted">{empty}</p>
      ) : (
        <table className="w-full table-fixed text-13 tabular-nums">
          <thead>
            <tr className="text-12 text-ink-faint">
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={cx(
                    "pb-1 font-medium",
                    index === 0 ? "text-left" : `${widthOf(index)} text-right`,
                  )}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <BarLine key={row.key} row={row} most={most} tone={tone} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > SHOWN && (
        <ShowAll all={all} onChange={setAll} label={`Show all ${rows.length}`} />
      )}
    </figure>
  );
}

function BarLine({ row, most, tone }: { row: BarRow; most: number; tone: "negative" | "neutral" }) {
  const share = (value: number) => `${Math.max(0, (100 * value) / most)}%`;
  return (
    <tr
      className={cx(
        "group relative align-baseline [transform:translate(0)]",
        row.active && "bg-accent-soft",
      )}
    >
      <th scope="row" className="py-1.5 pr-3 text-left font-normal">
        <span className="flex items-baseline gap-2">
          {row.href ? (
            <PlaceLink
              href={row.href}
              scroll={false}
              aria-current={row.active ? "true" : undefined}
              className="min-w-0 rounded-small max-lg:wrap-anywhere lg:truncate after:absolute after:inset-0 after:rounded-base group-hover:underline group-hover:underline-offset-2"
            >
              {row.label}
            </PlaceLink>
          ) : (
            <span className="min-w-0 max-lg:wrap-anywhere lg:truncate">{row.label}</span>
          )}
          {row.hint && <span className="shrink-0 text-12 text-ink-faint">{row.hint}</span>}
        </span>
        <span className="relative mt-1 block h-1.5 rounded-full bg-surface-hover" aria-hidden>
          <span
            className={cx(
              "block h-full rounded-full",
              tone === "negative" ? "bg-chart-adverse" : "bg-chart-1",
            )}
            style={{ width: share(row.value) }}
          />
          {row.before !== null && row.before !== undefined && (
            <span
              className="absolute -inset-y-0.5 w-px bg-chart-previous"
              style={{ left: share(row.before) }}
            />
          )}
        </span>
      </th>
      {row.cells.map((cell, index) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its column.
          key={index}
          className={cx("py-1.5 pl-2 text-right whitespace-nowrap", cell.tone && TONES[cell.tone])}
        >
          {cell.text}
          {cell.note && <span className="block text-12 text-ink-faint">{cell.note}</span>}
        </td>
      ))}
    </tr>
  );
}
