// Generated from the API's contract by `npm run openapi`. Do not edit.

import type { Objects } from "./objects.ts";
import type { Requests } from "./requests.ts";

/** The released versions, oldest first. */
export const VERSIONS = ["2026-04-01"] as const;

export type Version = (typeof VERSIONS)[number];

export const NEWEST_VERSION = "2026-04-01";

export type NewestVersion = typeof NEWEST_VERSION;

/** The types of every version. */
export interface Worlds {
  "2026-04-01": { objects: Objects; requests: Requests };
}

/** The parameters of an operation in a version. */
export type Params<V extends Version, N extends keyof Requests> = Worlds[V]["requests"][N];
