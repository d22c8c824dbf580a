import { BANK_CHANGES } from "./bank-changes.ts";
import { DEVELOPER_CHANGES } from "./developer-changes.ts";
import { EXPORTS } from "./exports.ts";
import { MONEY_CHANGES } from "./money-changes.ts";
import { PEOPLE_CHANGES } from "./people-changes.ts";
import { READS } from "./reads.ts";
import type { ChangeCase, ChangeRoute, ExportTable, Request, RouteCase } from "./types.ts";

export { EXPORTS } from "./exports.ts";
export type { RouteCase } from "./types.ts";
export { openWorld, type World } from "./world.ts";

/** Every route of `/internal` that is not a plain read, and the entry that it leaves in the audit log. */
export const CHANGES: Readonly<Record<ChangeRoute, ChangeCase>> & ExportTable = {
  ...EXPORTS,
  ...MONEY_CHANGES,
  ...BANK_CHANGES,
  ...DEVELOPER_CHANGES,
  ...PEOPLE_CHANGES,
};

/** Every route of `/internal`: who may use it, and a request that works. A route that is missing here fails
 *  `lib/dashboard/roles.test.ts`. */
export const INTERNAL_ROUTES: ReadonlyMap<string, RouteCase> = new Map(
  Object.entries({ ...READS, ...CHANGES }),
);

/** The method and URL of a request, in test mode. */
export function addressOf(route: string, request: Request = {}): [method: string, path: string] {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(":mode", "test").replace(":id", request.id ?? "none");
  return [method, request.query ? `${path}?${request.query}` : path];
}
