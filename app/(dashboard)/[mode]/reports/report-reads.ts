import type { FilterValues } from "#components/filters/filters.ts";
import { type DownloadListView, read } from "#lib/dashboard/client.ts";

export const downloadsRead = (mode: string, page: FilterValues) =>
  read<DownloadListView>(`/${mode}/downloads`, page);

/** Download reads of either mode. */
export function isAboutDownloads({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return /^\/(test|live)\/downloads/.test(String(queryKey[1]));
}
