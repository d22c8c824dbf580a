import { currenciesWithExponent } from "#lib/kernel/money.ts";

/**
 * The content of a cell, which decides how it is written. `text` comes from outside (a merchant, an issuer, a
 * connector) and is guarded against being read as a formula; `code` is our own: ids, enum values, times and days.
 */
export type CellKind = "text" | "code" | "minor" | "integer" | "decimal";

/** One column of a report, over the tables that its definition joins. */
export type Column = {
  kind: CellKind;
  /** A constant SQL expression; no part of a request is ever inserted. `:account` stands for the account's id. */
  sql: string;
  /** Whether rows can be grouped by it. */
  groups?: true;
  /** Its aggregate over several rows; without one, the column is left out of sums. */
  sum?: string;
};

export type Columns = Readonly<Record<string, Column>>;

/** `2026-04-12T09:31:07Z`: all times in reports are UTC, whatever the report's zone (service.md §1). */
export const utc = (moment: string) =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `2026-04-12`: the day of a time in the report's zone, or a date. */
export const day = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD')`;

/** Time slices by which every report can be grouped, in the report's zone. */
export const timeGroups = (moment: string): Columns => ({
  day: { kind: "code", sql: day(moment), groups: true },
  week: { kind: "code", sql: `to_char(${moment}, 'IYYY-"W"IW')`, groups: true },
  month: { kind: "code", sql: `to_char(${moment}, 'YYYY-MM')`, groups: true },
});

const listed = (exponent: number) =>
  currenciesWithExponent(exponent)
    .map((code) => `'${code}'`)
    .join(", ");

/** Minor units as an exact decimal amount with the currency's number of digits: `12.50`, `1250` for JPY, `1.250` for KWD.
 *  A product is exact and has the digits of its factors; dividing and rounding takes three times as long. */
export const majorUnits = (minor: string, currency: string) => `case
  when ${currency} in (${listed(0)}) then (${minor})::text
  when ${currency} in (${listed(3)}) then ((${minor}) * 0.001)::text
  when ${currency} in (${listed(4)}) then ((${minor}) * 0.0001)::text
  else ((${minor}) * 0.01)::text end`;
