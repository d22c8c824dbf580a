import type { FilterValues } from "#components/filters/filters.ts";
import { type RequestListView, type RequestView, read } from "#lib/dashboard/client.ts";

/** Reads of the log screens, shared by screen and page. */
export const requestsRead = (mode: string, filters: FilterValues) =>
  read<RequestListView>(`/${mode}/logs`, filters);
export const requestRead = (mode: string, id: string) => read<RequestView>(`/${mode}/logs/${id}`);
