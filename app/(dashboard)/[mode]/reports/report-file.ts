import { fileAddress } from "#lib/dashboard/client.ts";
import type { BodyOf } from "#lib/dashboard/internal-bodies.ts";
import type { ReportType } from "#lib/kernel/vocabulary/reports.ts";

/** Content of a file, by the parameter names of `GET /v1/reports`: `{ type: "declines", from: "2026-11-01" }`. */
export type FileParams = BodyOf<"POST /:mode/downloads"> & { type: ReportType };

/** Names of the screens' filters in a report. */
const NAMES: Readonly<Record<string, string>> = {
  reason: "decline_code",
  decline_kind: "soft_hard",
  issuer: "issuer_name",
};
const NOT_OF_ROWS: ReadonlySet<string> = new Set(["period", "measure", "after", "before"]);

/** A decline with unknown reason is a row without a code. */
const rowValue = (name: string, value: string) =>
  name === "reason" && value === "unknown" ? "none" : value;

type Frame = { currency: string; period: { from: string; to: string } };

/** The rows behind a screen's figures: its filters, its currency, its period. */
export function fileBehind(
  type: FileParams["type"],
  filters: Readonly<Record<string, string | undefined>>,
  { currency, period }: Frame,
): FileParams {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value && !NOT_OF_ROWS.has(name) ? [[NAMES[name] ?? name, rowValue(name, value)]] : [],
  );
  const { from, to } = period;
  return { ...Object.fromEntries(named), currency, from, to, type };
}

const DAY_MS = 86_400_000;

/** Paid settlements that arrived on these days, including the last one. A settlement arrives at an instant, so its days
 *  are UTC in every zone. */
export function fileOfArrivals(
  fromDay: string,
  toDay: string,
  narrowed: Omit<FileParams, "type">,
): FileParams {
  const from = new Date(Date.parse(fromDay)).toISOString();
  const to = new Date(Date.parse(toDay) + DAY_MS).toISOString();
  return { ...narrowed, from, to, type: "settlement" };
}

/** The URL that streams a file. */
export const exportHref = (mode: string, params: FileParams) =>
  fileAddress("/:mode/reports/export", { mode }, params);

/** The URL of a prepared file. */
export const fileHref = (mode: string, downloadId: string) =>
  fileAddress("/:mode/downloads/:id/file", { mode, id: downloadId });
