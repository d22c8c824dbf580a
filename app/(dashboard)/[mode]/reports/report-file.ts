import { internalPath } from "#lib/dashboard/client.ts";

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

/** The rows behind a screen: its filters, and its period as moments, the last one outside. */
export function fileOf(
  type: FileParams["type"],
  filters: Readonly<Record<string, string | undefined>>,
  period: { from: string; to: string },
): FileParams {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value && !NOT_OF_ROWS.has(name) ? [[NAMES[name] ?? name, value]] : [],
  );
  return { ...Object.fromEntries(named), ...period, type };
}

/** Where a browser fetches a file from as it is made. */
export const exportHref = (mode: string, params: FileParams) =>
  internalPath(`/${mode}/reports/export`, params);

/** Where it fetches one that was prepared. */
export const fileHref = (mode: string, downloadId: string) =>
  internalPath(`/${mode}/downloads/${downloadId}/file`);
