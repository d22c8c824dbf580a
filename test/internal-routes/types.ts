import type { InternalRoute } from "#lib/dashboard/internal-api.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import type { Action } from "#lib/domain/audit/index.ts";
import type { Permission } from "#lib/domain/members/index.ts";
import type { World } from "./world.ts";

/** A request that succeeds for everyone who is allowed to make it. */
export type Request = {
  /** The value of `:id` in the path. */
  id?: string;
  query?: string;
  body?: object;
};

export type RouteCase = {
  /** Permitted callers: members with a permission, every member of the account, or anyone. */
  may: Permission | "members" | "anyone";
  /** A request about an object of this world; absent if the path alone is a request. */
  valid?: (world: World) => Promise<Request>;
};

export type ChangeCase = RouteCase & {
  /** The audit entry; null if the route changes nothing of the account. */
  leaves: Action | null;
};

type ExportRoute = `GET ${ListPath}/export`;
type ReadRoute = Exclude<Extract<InternalRoute, `GET ${string}`>, ExportRoute>;
export type ChangeRoute = Exclude<InternalRoute, `GET ${string}`>;

/** `GET /:mode/payments/:id`, without `/internal`: exactly the reads of the map. */
export type RouteTable = Readonly<Record<ReadRoute, RouteCase>>;
/** Reads that write an audit entry. */
export type ExportTable = Readonly<Record<ExportRoute, ChangeCase>>;
/** Some of the map's changes; `CHANGES` has all. */
export type ChangeTable = Readonly<Partial<Record<ChangeRoute, ChangeCase>>>;
