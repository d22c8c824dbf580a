import type { InternalRoute, ListPath } from "#lib/dashboard/internal-api.ts";
import type { Action } from "#lib/domain/audit/index.ts";
import type { Permission } from "#lib/domain/members/index.ts";
import type { World } from "./world.ts";

/** One request that works for whoever may make it. */
export type Request = {
  /** What stands in the path for `:id`. */
  id?: string;
  query?: string;
  body?: object;
};

export type RouteCase = {
  /** Who may: whoever has a permission, every member of the account, or anyone at all. */
  may: Permission | "members" | "anyone";
  /** A request about an object of this world; left out where the bare path is one. */
  valid?: (world: World) => Promise<Request>;
};

export type ChangeCase = RouteCase & {
  /** What is written down of it; null where nothing of the account's changes. */
  leaves: Action | null;
};

type ExportRoute = `GET ${ListPath}/export`;
type ReadRoute = Exclude<Extract<InternalRoute, `GET ${string}`>, ExportRoute>;
export type ChangeRoute = Exclude<InternalRoute, `GET ${string}`>;

/** `GET /:mode/payments/:id`, without `/internal`: every read of the map, and no other. */
export type RouteTable = Readonly<Record<ReadRoute, RouteCase>>;
/** Reads that leave an audit entry. */
export type ExportTable = Readonly<Record<ExportRoute, ChangeCase>>;
/** Some of the map's changes; `CHANGES` has all. */
export type ChangeTable = Readonly<Partial<Record<ChangeRoute, ChangeCase>>>;
