import type { FilterValues } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";

/** What the screens of the log read, as their pages do ahead of them. */
export const requestsRead = (mode: string, filters: FilterValues) =>
  read("/:mode/logs", { mode }, filters);
export const requestRead = (mode: string, id: string) => read("/:mode/logs/:id", { mode, id });
