import type { Version } from "#lib/kernel/versions.ts";

export type Wire = Record<string, unknown>;

export type JsonSchema = { [name: string]: unknown };

/** One field of the affected objects before and after a change; dots lead into nested objects. */
export type FieldChange = {
  /** Null: the change added the field. */
  before: string | null;
  /** Null: the change removed the field. */
  after: string | null;
  /** The JSON Schema of `before` where it differs from that of `after`, for the OpenAPI documents of earlier versions.
   *  Required if the change removed the field. */
  schema?: JsonSchema;
};

/** One parameter before and after a change, for the OpenAPI documents of earlier versions. */
export type ParamChange = {
  before: string;
  after: string;
  /** The JSON Schema of `before`, made from that of `after`. */
  schema(after: JsonSchema): JsonSchema;
  /** The value of `before` that means the same as a value of `after`. */
  value(after: unknown): unknown;
  /** Requests that took `after` before the change too. */
  both?: ReadonlySet<string>;
};

/** One breaking change of the API. The core knows only the newest shapes; this holds all that is needed to serve the
 * shape before the change. Pure: arguments are never modified. */
export type VersionChange = {
  /** The version that made the change: callers of earlier versions keep the old shape. */
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
  /** Every field whose form changed, for the changelog and for comparing two versions of an object. A test checks
   * `downgradeResponse` against it. */
  fields: readonly FieldChange[];
  /** Every parameter of `affects.requests` whose form changed. */
  params?: readonly ParamChange[];
  /** Returns an object of one of the affected kinds as it was before this change. */
  downgradeResponse(object: Wire): Wire;
  /** Converts parameters from before this change. All values of a form are strings. Throws `parameter_invalid` with
   * the old name. */
  upgradeRequest?(parameters: Wire, request: { route: string; isForm: boolean }): Wire;
  /** The name that a parameter had before this change (`card[number]`). */
  downgradeParam?(param: string): string;
};

/** A change in what a call does, from a version on, without a new shape. Handlers query it by name. */
export type BehaviourChange = {
  name: "mandate_data_required" | "authorisations_expire" | "event_bodies_have_object";
  /** The version that made the change: callers of earlier versions keep the old behaviour. */
  date: Version;
  /** For the changelog. */
  title: string;
  description: string;
  affects: VersionChange["affects"] & {
    /** The body of every delivery changed, whatever object it has. */
    deliveries?: true;
  };
};

/** Copies `object` with `key` replaced, at its position, by other fields. */
export function replaceField(object: Wire, key: string, fields: Wire): Wire {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      name === key ? Object.entries(fields) : [[name, value]],
    ),
  );
}
