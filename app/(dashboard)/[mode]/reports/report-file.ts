import { fileAddress } from "#lib/dashboard/client.ts";

/** What a file holds, by the names of `GET /v1/reports`: `{ type: "declines", from: "2026-11-01" }`. */
export type FileParams = Readonly<Record<string, string>> & {
  type: "settlement" | "declines" | "interchange";
};

/** What the filters of the screens are called in a report. */
const NAMES: Readonly<Record<string, string>> = {
  reason: "decline_code",
  decline_kind: "soft_hard",
  issuer: "issuer_name",
};
const NOT_OF_ROWS: ReadonlySet<string> = new Set(["period", "measure", "after", "before"]);

/** A refusal whose reason is unknown is a row without a code. */
const rowValue = (name: string, value: string) =>
  name === "reason" && value === "unknown" ? "none" : value;

type Frame = { currency: string; period: { from: string; to: string } };

/** The rows behind a screen's figures: its filters, its one currency, its period. */
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

/** What arrives on these days, the last one included. */
export function fileOfArrivals(
  fromDay: string,
  toDay: string,
  narrowed: Readonly<Record<string, string>>,
): FileParams {
  const to = new Date(Date.parse(toDay) + DAY_MS).toISOString().slice(0, 10);
  return { ...narrowed, from: fromDay, to, type: "settlement" };
}

/** Where a browser fetches a file from as it is made. */
export const exportHref = (mode: string, params: FileParams) =>
  fileAddress("/:mode/reports/export", { mode }, params);

/** Where it fetches one that was prepared. */
export const fileHref = (mode: string, downloadId: string) =>
  fileAddress("/:mode/downloads/:id/file", { mode, id: downloadId });
