import { read } from "#lib/dashboard/client.ts";
import type { QueryOf } from "#lib/dashboard/internal-queries.ts";

export const downloadsRead = (mode: string, page: QueryOf<"GET /:mode/downloads">) =>
  read("/:mode/downloads", { mode }, page);

export const closingsRead = (mode: string) => read("/:mode/closings", { mode });
export const schedulesRead = (mode: string) => read("/:mode/report-schedules", { mode });

/** Download reads of either mode. */
export function isAboutDownloads({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return /^\/(test|live)\/downloads/.test(String(queryKey[1]));
}
