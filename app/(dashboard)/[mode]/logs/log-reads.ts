import { read } from "#lib/dashboard/client.ts";
import type { QueryOf } from "#lib/dashboard/internal-queries.ts";

/** Reads of the log screens, shared by screen and page. */
export const requestsRead = (mode: string, filters: QueryOf<"GET /:mode/logs">) =>
  read("/:mode/logs", { mode }, filters);
export const requestRead = (mode: string, id: string) => read("/:mode/logs/:id", { mode, id });
