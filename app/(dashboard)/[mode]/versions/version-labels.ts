import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";

type Use = VersionsView["use"][number];
export type Window = "day" | "week" | "month";

export function sumOf(use: readonly Use[], window: Window): number {
  return use.reduce((sum, one) => sum + one[window], 0);
}

/** Requests that a change of the pin affects, and those that it does not because they name a version. */
export function atStake({ use }: Pick<VersionsView, "use">) {
  const pinned = use.filter(({ named }) => !named);
  const day = pinned.filter((one) => one.day > 0);
  return {
    requests: sumOf(pinned, "day"),
    keys: new Set(day.map(({ keyId }) => keyId)).size,
    named: sumOf(
      use.filter(({ named }) => named),
      "day",
    ),
  };
}

/** The share of the last week's requests in versions older than the newest. */
export function movedFinding({ use, versions }: Pick<VersionsView, "use" | "versions">): string {
  const newest = versions[0]?.version ?? "";
  const all = sumOf(use, "week");
  if (all === 0) return "No requests in the last 7 days";
  const older =
    all -
    sumOf(
      use.filter(({ version }) => version === newest),
      "week",
    );
  if (older === 0) return `All ${plural(all, "request")} of the last 7 days used ${newest}`;
  return `${countText(older)} of ${plural(all, "request")} in the last 7 days used a version older than ${newest}`;
}

export type KeyShare = { name: string; named: boolean; requests: number };

/** Users of a version in the last 30 days by key, most frequent first, and separately if the requests named it. */
export function keysOf(view: VersionsView, version: string): KeyShare[] {
  const names = new Map(view.keys.map(({ id, name }) => [id, name]));
  const shares = new Map<string, KeyShare>();
  for (const one of view.use) {
    if (one.version !== version) continue;
    const slot = `${one.keyId} ${one.named}`;
    const name = names.get(one.keyId) ?? one.keyId;
    const share = shares.get(slot) ?? { name, named: one.named, requests: 0 };
    shares.set(slot, { ...share, requests: share.requests + one.month });
  }
  return [...shares.values()].sort((a, b) => b.requests - a.requests);
}

type Change = {
  date: string;
  affects: { objects: string[]; deliveries?: boolean };
  touches: { requests: string[]; responses: string[] };
};

/** The changes between two versions, in either order. */
export function changesBetween<C extends Change>(changes: readonly C[], a: string, b: string): C[] {
  const [older, newer] = a < b ? [a, b] : [b, a];
  return changes.filter(({ date }) => date > older && date <= newer);
}

export type TouchedCall = { route: string; requests: number; writes: boolean };

/** Calls of the last 30 days that rely on the pin and whose parameters or answers a change alters, most frequent first. */
export function touchedCalls(use: readonly Use[], { touches }: Change): TouchedCall[] {
  const sums = new Map<string, number>();
  for (const { route, named, month } of use) {
    const touched = touches.requests.includes(route) || touches.responses.includes(route);
    if (!named && touched) sums.set(route, (sums.get(route) ?? 0) + month);
  }
  return [...sums]
    .map(([route, requests]) => ({ route, requests, writes: touches.requests.includes(route) }))
    .sort((a, b) => b.requests - a.requests);
}

/** Event types of an endpoint whose deliveries a change alters. */
export function touchedEvents(events: readonly string[], { affects }: Change): string[] {
  const { objects, deliveries = false } = affects;
  const holds = (event: string) =>
    event === "*" ? objects.length > 0 : objects.includes(event.split(".")[0]!);
  return events.filter((event) => deliveries || holds(event));
}

/** `the newest`, `one version behind the newest`. */
export function distanceLabel(versions: readonly { version: string }[], pin: string): string {
  const behind = versions.findIndex(({ version }) => version === pin);
  if (behind <= 0) return "The newest version";
  return behind === 1 ? "One version behind the newest" : `${behind} versions behind the newest`;
}
