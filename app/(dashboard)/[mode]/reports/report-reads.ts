import type { FilterValues } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";

export const downloadsRead = (mode: string, page: FilterValues) =>
  read("/:mode/downloads", { mode }, page);

/** Download reads of either mode. */
export function isAboutDownloads({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return /^\/(test|live)\/downloads/.test(String(queryKey[1]));
}
