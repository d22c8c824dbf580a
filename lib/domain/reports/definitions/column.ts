/**
 * What a cell holds, which decides how it is written. `text` comes from outside (a merchant, an issuer,
 * a connector) and is kept from being read as a formula; `code` is ours: identifiers and words of our
 * own, moments and days.
 */
export type CellKind = "text" | "code" | "minor" | "integer" | "decimal";

/** One column of a report, over the tables that its definition joins. */
export type Column = {
  kind: CellKind;
  /** An expression of the database; no word of a request is ever part of it. `:account` stands for the
   *  account that asks. */
  sql: string;
  /** Rows may be summed up by it. */
  groups?: true;
  /** What it says of several rows together; without it, the column is left out of sums. */
  sum?: string;
};

export type Columns = Readonly<Record<string, Column>>;

/** `2026-04-12T09:31:07Z`: every time of a report, whatever its time zone (service.md §1). */
export const utc = (moment: string) =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `2026-04-12`, of a moment in the zone of the report, or of a day. */
export const day = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD')`;

/** Slices of time that every report can be summed up by, each in the zone of the report. */
export const timeGroups = (moment: string): Columns => ({
  day: { kind: "code", sql: day(moment), groups: true },
  week: { kind: "code", sql: `to_char(${moment}, 'IYYY-"W"IW')`, groups: true },
  month: { kind: "code", sql: `to_char(${moment}, 'YYYY-MM')`, groups: true },
});
