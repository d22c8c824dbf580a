import type { FilterValues } from "#components/filters/filters.ts";
import { type RequestListView, type RequestView, read } from "#lib/dashboard/client.ts";

/** What the screens of the log read, as their pages do ahead of them. */
export const requestsRead = (mode: string, filters: FilterValues) =>
  read<RequestListView>(`/${mode}/logs`, filters);
export const requestRead = (mode: string, id: string) => read<RequestView>(`/${mode}/logs/${id}`);
