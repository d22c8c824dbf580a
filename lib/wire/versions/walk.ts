import {
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  UPCOMING_VERSION,
  type Version,
} from "#lib/kernel/versions.ts";
import type { VersionChange, Wire } from "./change.ts";
import { captureWord } from "./changes/2025-10-01-capture-word.ts";
import { flatRedirect } from "./changes/2025-10-01-flat-redirect.ts";
import { listCursor } from "./changes/2025-10-01-list-cursor.ts";
import { declineDetails } from "./changes/2026-04-01-decline-details.ts";
import { refundFailure } from "./changes/2026-04-01-refund-failure.ts";

/** Every breaking change, newest first. Of one date, the later in time stands first. */
export const CHANGES: readonly VersionChange[] = [
  refundFailure,
  declineDetails,
  captureWord,
  flatRedirect,
  listCursor,
];

const LATER_THAN = new Map<string, readonly VersionChange[]>(
  [...RELEASED_VERSIONS, UPCOMING_VERSION].map((version) => [
    version,
    CHANGES.filter(({ date }) => date > version),
  ]),
);

/** What a caller of `version` must not notice, newest first. */
function changesAfter(version: Version): readonly VersionChange[] {
  return LATER_THAN.get(version) ?? [];
}

/** A response in the newest shape as `version` knows it, nested objects included. The same object
 *  for the newest version; never altered in place. */
export function downgrade<T>(wire: T, version: Version): T {
  const changes = changesAfter(version);
  if (changes.length === 0 && version === NEWEST_VERSION) return wire;
  let result: unknown = wire;
  for (const change of changes) result = walk(result, change);
  return stampEvents(result, version) as T;
}

/** Pairs that others named: whatever stands there is no object of ours. */
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

/** An event says which version its `data` is in (service.md §2), so it follows the walk, also where
 *  it stands inside another object. */
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

/** Parameters of a request in `version` in the newest words. Throws `parameter_invalid`, naming the
 *  parameter as `version` does. */
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

/** The name that the newest version's parameter has in `version`. */
export function downgradeParam(route: string, param: string, version: Version): string {
  let result = param;
  for (const change of changesAfter(version)) {
    if (change.downgradeParam && change.affects.requests.includes(route)) {
      result = change.downgradeParam(result);
    }
  }
  return result;
}
