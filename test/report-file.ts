import { apiApp } from "#lib/api/app.ts";
import { trailersOf } from "#lib/kernel/file-response.ts";
import { readCsvObjects } from "./csv.ts";

export type ReportFile = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** Null for an error. */
  rows: Record<string, string>[] | null;
  trailers: Record<string, string> | undefined;
};

/** Requests a report as CSV through the whole pipeline, in process. */
export async function takeCsv(
  key: string | null,
  query: string,
  headers: Record<string, string> = { Accept: "text/csv" },
): Promise<ReportFile> {
  const request = new Request(`http://localhost/v1/reports?${query}`, {
    headers: { ...headers, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
  });
  const response = await apiApp.fetch(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    rows: response.status === 200 ? readCsvObjects(text) : null,
    trailers: trailersOf(request)?.values(),
  };
}
