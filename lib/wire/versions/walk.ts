import { NEWEST_VERSION, RELEASED_VERSIONS, type Version } from "#lib/kernel/versions.ts";
import type { VersionChange, Wire } from "./change.ts";
import { captureWord } from "./changes/2025-10-01-capture-word.ts";
import { flatRedirect } from "./changes/2025-10-01-flat-redirect.ts";
import { listCursor } from "./changes/2025-10-01-list-cursor.ts";
import { declineDetails } from "./changes/2026-04-01-decline-details.ts";
import { refundFailure } from "./changes/2026-04-01-refund-failure.ts";

/** Every breaking change, newest first. Among those of one date the last made comes first. */
export const CHANGES: readonly VersionChange[] = [
  refundFailure,
  declineDetails,
  captureWord,
  flatRedirect,
  listCursor,
];

const LATER_THAN = new Map<string, readonly VersionChange[]>(
  RELEASED_VERSIONS.map((version) => [version, CHANGES.filter(({ date }) => date > version)]),
);

/** Changes that a caller of `version` must not see, newest first. */
export function changesAfter(version: Version): readonly VersionChange[] {
  return LATER_THAN.get(version) ?? [];
}

/** The version to show with an object that was stored in `version`: the newest if no shape has changed since. */
export function shapeVersionOf(version: string): string {
  return LATER_THAN.get(version)?.length === 0 ? NEWEST_VERSION : version;
}

/** A response in `version`'s shape, nested objects included. Returns the same object for the newest version, and for
 * those with the same shapes unless it holds an event; never modifies its argument. */
export function downgrade<T>(wire: T, version: Version): T {
  const changes = changesAfter(version);
  if (changes.length === 0 && (version === NEWEST_VERSION || !holdsEvent(wire))) return wire;
  let result: unknown = wire;
  for (const change of changes) result = walk(result, change);
  return stampEvents(result, version) as T;
}

/** Maps with keys of merchants or receivers; their values are never objects of the API. */
const FOREIGN: ReadonlySet<string> = new Set(["metadata", "request_headers", "response_headers"]);

function walk(value: unknown, change: VersionChange): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  if (!isWire(value)) return value;
  const copy: Wire = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      FOREIGN.has(name) ? inner : walk(inner, change),
    ]),
  );
  const affected = typeof copy.object === "string" && change.affects.objects.includes(copy.object);
  return affected ? change.downgradeResponse(copy) : copy;
}

function holdsEvent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsEvent);
  if (!isWire(value)) return false;
  if (value.object === "event") return true;
  for (const name in value) {
    if (!FOREIGN.has(name) && holdsEvent(value[name])) return true;
  }
  return false;
}

/** An event has the version of its `data` (service.md §2), also inside another object. */
function stampEvents(value: unknown, version: Version): unknown {
  if (Array.isArray(value)) return value.map((item) => stampEvents(item, version));
  if (!isWire(value)) return value;
  if (value.object === "event") return { ...value, version };
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      FOREIGN.has(name) ? inner : stampEvents(inner, version),
    ]),
  );
}

function isWire(value: unknown): value is Wire {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Converts parameters of a request in `version` to the newest version. Throws `parameter_invalid` with the name that
 * the parameter has in `version`. */
export function upgradeRequest(
  route: string,
  parameters: Wire,
  version: Version,
  isForm = false,
): Wire {
  const changes = changesAfter(version);
  let result = parameters;
  for (let i = changes.length - 1; i >= 0; i--) {
    const change = changes[i]!;
    if (change.upgradeRequest && change.affects.requests.includes(route)) {
      result = change.upgradeRequest(result, { route, isForm });
    }
  }
  return result;
}

/** The name in `version` of a parameter of the newest version. */
export function downgradeParam(route: string, param: string, version: Version): string {
  let result = param;
  for (const change of changesAfter(version)) {
    if (change.downgradeParam && change.affects.requests.includes(route)) {
      result = change.downgradeParam(result);
    }
  }
  return result;
}
