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

const readerOf =
  <Row extends object>(id: string, of: Optional<Row>["of"]) =>
  (row: Row): string | null =>
    of ? of(row) : moreOf(row, id);

/** Text, by default as it is. */
export function textColumn<Row extends object, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> & { label?: (value: string) => ReactNode; width?: string } = {},
): Column<Row, Id> {
  const value = readerOf(id, more.of);
  return {
    id,
    header,
    optional: true,
    width: more.width ?? "w-36",
    card: "none",
    cell: (row) => {
      const text = value(row);
      return text === null || text === "" ? none : (more.label?.(text) ?? text);
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
  const value = readerOf(id, more.of);
  return {
    ...textColumn(id, header),
    align: "right",
    width: "w-30",
    cell: (row) => {
      const amount = value(row);
      return amount === null ? none : <Money amount={amount} currency={row.currency} />;
    },
  };
}

export function timeColumn<Row extends object, Id extends string>(
  id: Id,
  header: string,
  more: Optional<Row> = {},
): Column<Row, Id> {
  const value = readerOf(id, more.of);
  return {
    ...textColumn(id, header),
    align: "right",
    width: "w-34",
    cell: (row) => {
      const at = value(row);
      return at === null ? none : <Timestamp value={at} form="short" />;
    },
  };
}
