import type { Version } from "#lib/kernel/versions.ts";

export type Wire = Record<string, unknown>;

/** One field of the affected objects on both sides of a change, with dots into objects. */
export type FieldChange = {
  /** Null: the field came with the change. */
  before: string | null;
  /** Null: the field went with the change. */
  after: string | null;
};

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
  /** Every field that is written differently on both sides: for the changelog and for showing two
   *  versions of an object side by side. A test holds `downgradeResponse` to it. */
  fields: readonly FieldChange[];
  /** An object of one of the affected kinds as it was before this change. */
  downgradeResponse(object: Wire): Wire;
  /** Parameters written before this change in the words of after it. A form's values are all text.
   *  Throws `parameter_invalid` in the old words. */
  upgradeRequest?(parameters: Wire, request: { route: string; isForm: boolean }): Wire;
  /** The name that a parameter had before this change (`card[number]`). */
  downgradeParam?(param: string): string;
};

/** What a call does differently from a version on; the shapes stay. The handler asks for it by name. */
export type BehaviourChange = {
  name: "mandate_data_required" | "authorisations_expire";
  /** The version that brought it: callers of earlier versions keep the old behaviour. */
  date: Version;
  /** For the changelog. */
  title: string;
  description: string;
  affects: VersionChange["affects"];
};

/** A copy of `object` with `key` replaced, in its place, by other fields. */
export function replaceField(object: Wire, key: string, fields: Wire): Wire {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      name === key ? Object.entries(fields) : [[name, value]],
    ),
  );
}
