import type { Document } from "./document.ts";

/** `versions.ts`: the versions, and the types of each. */
export function versionsFile(documents: readonly Document[]): string {
  const dates = documents.map(({ info }) => JSON.stringify(info.version));
  const newest = dates.at(-1)!;
  return `import type { Objects } from "./objects.ts";
import type { Requests } from "./requests.ts";

/** The released versions, oldest first. */
export const VERSIONS = [${dates.join(", ")}] as const;

export type Version = (typeof VERSIONS)[number];

export const NEWEST_VERSION = ${newest};

export type NewestVersion = typeof NEWEST_VERSION;

/** The types of every version. */
export interface Worlds {
  ${newest}: { objects: Objects; requests: Requests };
}

/** The parameters of an operation in a version. */
export type Params<V extends Version, N extends keyof Requests> = Worlds[V]["requests"][N];
`;
}
