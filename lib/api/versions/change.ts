import type { Version } from "#lib/kernel/versions.ts";

export type Wire = Record<string, unknown>;

/**
 * One breaking change of the API. The core knows only the newest shapes; everything that is needed to
 * serve the shape before the change stands here. Pure: nothing is changed in place.
 */
export type VersionChange = {
  /** The release that brought it: callers of earlier versions keep the old shape. */
  date: Version;
  /** For the changelog. */
  title: string;
  description: string;
  affects: {
    /** Kinds of object (`object` of the wire shape) whose shape changed. */
    objects: readonly string[];
    /** Names of the routes whose parameters changed. */
    requests: readonly string[];
  };
  /** An object of one of the affected kinds as it was before this change. */
  downgradeResponse(object: Wire): Wire;
  /** Parameters written before this change in the words of after it. Throws `parameter_invalid` in
   *  the old words. */
  upgradeRequest?(parameters: Wire): Wire;
  /** The name that a parameter had before this change (`card[number]`). */
  downgradeParam?(param: string): string;
};

/** A copy of `object` with `key` replaced, in its place, by other fields. */
export function replaceField(object: Wire, key: string, fields: Wire): Wire {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      name === key ? Object.entries(fields) : [[name, value]],
    ),
  );
}
