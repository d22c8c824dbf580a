import type { ReactNode } from "react";
import { Money } from "#components/money/money.tsx";
import { countryName } from "#components/payments/labels.ts";
import type { Column } from "#components/table/columns.ts";
import { moreOf } from "#components/table/metadata-column.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ShortId } from "#components/ui/short-id.tsx";

const none = <span className="text-ink-faint">None</span>;

/** Columns that a list shows only when a person chooses them. A value is of the row, or read for it (`moreOf`). */
type Optional<Row> = { of?: (row: Row) => string | null };

/** Text, by default as it is. */
export function textColumn<Row extends object, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> & { label?: (value: string, row: Row) => ReactNode; width?: string } = {},
): Column<Row, Id> {
  const { of = (row: Row) => moreOf(row, id), label, width = "w-36" } = more;
  return {
    ...{ id, header, width, optional: true, card: "none" },
    cell: (row) => {
      const text = of(row);
      return text === null || text === "" ? none : (label?.(text, row) ?? text);
    },
  };
}

export function countryColumn<Row extends object, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> = {},
): Column<Row, Id> {
  return textColumn(id, header, { ...more, label: countryName });
}

/** The id of another object, shortened, with a button that copies it. */
export function idColumn<Row extends object, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> = {},
): Column<Row, Id> {
  const label = (value: string) => (
    <ShortId id={value} what={`${header.toLowerCase()} id`} className="text-ink-muted" />
  );
  return { ...textColumn(id, header, { ...more, label, width: "w-40" }), interactive: true };
}

/** An amount in the row's currency. */
export function moneyColumn<Row extends { currency: string }, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> = {},
): Column<Row, Id> {
  const label = (amount: string, { currency }: Row) => (
    <Money amount={amount} currency={currency} />
  );
  return { ...textColumn(id, header, { ...more, label, width: "w-30" }), align: "right" };
}

export function timeColumn<Row extends object, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> = {},
): Column<Row, Id> {
  const label = (at: string) => <Timestamp value={at} form="short" />;
  return { ...textColumn(id, header, { ...more, label, width: "w-34" }), align: "right" };
}
