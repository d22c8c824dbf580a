import { setImmediate as yieldToOthers } from "node:timers/promises";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import type { Version } from "#lib/kernel/versions.ts";
import { wireAt } from "#lib/wire/index.ts";
import * as store from "./store.ts";

/** A field that two versions write differently, over all compared events. */
export type ShadowRow = {
  /** The kind of object that has the field (`object` of the wire shape). */
  object: string;
  /** The path within that object, with dots; `[]` is every entry of a list. */
  path: string;
  kind: "added" | "removed" | "changed";
  /** Events with this difference. */
  count: number;
  /** One example: the object and the field's value in both versions. */
  sample: { objectId: string; before: unknown; after: unknown };
};

export type ShadowDiff = {
  since: Date;
  /** Events rendered in both versions. */
  events: number;
  /** The week has more events than were compared. */
  isCapped: boolean;
  /** Events with at least one difference. */
  differing: number;
  /** Most frequent first. */
  rows: ShadowRow[];
};

const WEEK_MS = 7 * DAY_MS;
const MOST_EVENTS = 10_000;
const PAGE = 500;

/**
 * Renders the objects in the account's events of the last week, newest first and at most 10,000, in two versions and
 * compares them field by field: the effect of changing the pin. Reads page by page and yields to other work in
 * between. Takes no lock.
 */
export async function shadowDiff(
  ctx: Context,
  { from, to }: { from: Version; to: Version },
): Promise<ShadowDiff> {
  const since = dateFromMs(nowMs() - WEEK_MS);
  const tally = new ShadowTally();
  let before: store.RecentEvent["id"] | null = null;
  while (tally.events < MOST_EVENTS) {
    const bounds = { oldest: idLowerBound("evt", since.getTime()), before };
    const page = await store.listRecent(ctx, bounds, PAGE);
    for (const { objectId, data } of page)
      tally.add(objectId, wireAt(data, from), wireAt(data, to));
    before = page.at(-1)?.id ?? before;
    if (page.length < PAGE) return { since, isCapped: false, ...tally.result() };
    await yieldToOthers();
  }
  return { since, isCapped: true, ...tally.result() };
}

type Wire = Record<string, unknown>;
type Place = { object: string; path: string };

/** Fields of the merchant that no version changes. */
const WHOLE: ReadonlySet<string> = new Set(["metadata"]);

/** Counts differences over all objects. */
export class ShadowTally {
  #rows = new Map<string, ShadowRow>();
  #differing = 0;
  events = 0;

  add(objectId: string, before: Wire, after: Wire): void {
    this.events += 1;
    // The same object: the two versions have one shape of this kind.
    if (before === after) return;
    const seen = new Set<string>();
    this.#compare({ object: kindOf(after) ?? "", path: "" }, before, after, objectId, seen);
    if (seen.size > 0) this.#differing += 1;
  }

  result(): Pick<ShadowDiff, "events" | "differing" | "rows"> {
    const rows = [...this.#rows.values()].sort((a, b) => b.count - a.count);
    return { events: this.events, differing: this.#differing, rows };
  }

  #compare(place: Place, before: unknown, after: unknown, id: string, seen: Set<string>): void {
    if (before === after) return;
    if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      const entry = { ...place, path: `${place.path}[]` };
      for (const [index, one] of before.entries()) {
        this.#compare(within(entry, after[index]), one, after[index], id, seen);
      }
      return;
    }
    if (isWire(before) && isWire(after)) {
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
        this.#field(place, name, before, after, id, seen);
      }
      return;
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      this.#note(place, "changed", before, after, id, seen);
    }
  }

  #field(place: Place, name: string, before: Wire, after: Wire, id: string, seen: Set<string>) {
    const inner = { ...place, path: place.path ? `${place.path}.${name}` : name };
    if (!(name in after)) this.#note(inner, "removed", before[name], undefined, id, seen);
    else if (!(name in before)) this.#note(inner, "added", undefined, after[name], id, seen);
    else if (!WHOLE.has(name)) {
      this.#compare(within(inner, after[name]), before[name], after[name], id, seen);
    }
  }

  #note(
    { object, path }: Place,
    kind: ShadowRow["kind"],
    before: unknown,
    after: unknown,
    objectId: string,
    seen: Set<string>,
  ): void {
    const slot = `${object} ${kind} ${path}`;
    const row = this.#rows.get(slot);
    const sample = { objectId, before: before ?? null, after: after ?? null };
    if (!row) this.#rows.set(slot, { object, path, kind, count: 1, sample });
    else {
      if (!seen.has(slot)) row.count += 1;
      // Prefer an example with a value.
      if (row.sample.before === null && row.sample.after === null) row.sample = sample;
    }
    seen.add(slot);
  }
}

/** An embedded API object starts a new path. */
function within(place: Place, value: unknown): Place {
  const kind = kindOf(value);
  return kind === null ? place : { object: kind, path: "" };
}

function kindOf(value: unknown): string | null {
  const kind = isWire(value) ? value.object : null;
  return typeof kind === "string" ? kind : null;
}

function isWire(value: unknown): value is Wire {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
