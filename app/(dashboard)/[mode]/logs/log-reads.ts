import type { FilterValues } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";

/** Reads of the log screens, shared by screen and page. */
export const requestsRead = (mode: string, filters: FilterValues) =>
  read("/:mode/logs", { mode }, filters);
export const requestRead = (mode: string, id: string) => read("/:mode/logs/:id", { mode, id });
