import { DAY_MS, HOUR_MS, isClockTrusted, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { writeBehind } from "#lib/kernel/write-behind.ts";
import { addUse, deleteOldMinutes, type Tally } from "./store.ts";
import * as callersStore from "./usage-store.ts";
import { deleteOldVersionUse } from "./usage-store.ts";

/** Requests of one caller of a key in one minute, counted by one process. */
export type CallerTally = {
  accountId: Id<"acct">;
  keyId: Id<"key">;
  minuteMs: number;
  address: string;
  client: string;
  version: string;
  requests: number;
  errors: number;
  lastMs: number;
};

type Use = {
  accountId: Id<"acct">;
  keyId: Id<"key">;
  address: string | null;
  client: string | null;
  version: string | null;
  isError: boolean;
  atMs: number;
};

/** Callers that one process distinguishes per key and hour. */
export const MOST_CALLERS = 40;
export const OTHER = "other";
const LONGEST_CLIENT = 80;

/**
 * Counts requests by key and caller in memory until they are written. The callers per key are bounded: a program with
 * a new user agent in every request is counted as `other` and does not create a row per request.
 */
export class CallerTallies {
  #tallies = new Map<string, CallerTally>();
  #known = new Map<string, Set<string>>();
  #hour = 0;

  /** Adds one request. */
  note({ accountId, keyId, atMs, isError, ...from }: Use): void {
    const version = from.version ?? "";
    const [address, client] = this.#bounded(
      keyId,
      atMs,
      from.address ?? "",
      readable(from.client ?? ""),
      version,
    );
    const minuteMs = atMs - (atMs % MINUTE_MS);
    const counted = { requests: 1, errors: isError ? 1 : 0, lastMs: atMs };
    this.#add({ accountId, keyId, minuteMs, address, client, version, ...counted });
  }

  /** Everything counted since the last call. */
  take(): CallerTally[] {
    const taken = [...this.#tallies.values()];
    this.#tallies = new Map();
    return taken;
  }

  /** Counts again what could not be written. */
  putBack(taken: readonly CallerTally[]): void {
    for (const tally of taken) this.#add(tally);
  }

  #bounded(keyId: string, atMs: number, address: string, client: string, version: string) {
    const hour = Math.floor(atMs / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#known.clear();
    }
    const known = this.#known.get(keyId) ?? new Set<string>();
    this.#known.set(keyId, known);
    const name = `${address} ${version} ${client}`;
    if (!known.has(name)) {
      if (known.size >= MOST_CALLERS) return [OTHER, OTHER] as const;
      known.add(name);
    }
    return [address, client] as const;
  }

  #add(one: CallerTally): void {
    const slot = `${one.keyId} ${one.minuteMs} ${one.address} ${one.version} ${one.client}`;
    const sum = this.#tallies.get(slot);
    if (!sum) {
      this.#tallies.set(slot, { ...one });
      return;
    }
    sum.requests += one.requests;
    sum.errors += one.errors;
    sum.lastMs = Math.max(sum.lastMs, one.lastMs);
  }
}

/** The first 80 characters of a user agent, with unprintable ones replaced. */
function readable(client: string): string {
  return client
    .slice(0, LONGEST_CLIENT)
    .replace(/[^\x20-\x7e]/g, "?")
    .trim();
}

/**
 * Write-behind counters per key: added up in memory and written in one statement about once a second. A crash loses at
 * most one second of counts; a failed write is retried with the next one. Counts of several processes add up.
 */
const FLUSH_EVERY_MS = SECOND_MS;
const MINUTES_KEPT_MS = 2 * HOUR_MS;
const HOURS_KEPT_MS = 32 * DAY_MS;
const PRUNE_EVERY_MS = 10 * MINUTE_MS;

let tallies = new Map<string, Tally>();
const callers = new CallerTallies();
let prunedMs = 0;
const behind = writeBehind({
  everyMs: FLUSH_EVERY_MS,
  retryMs: FLUSH_EVERY_MS,
  write: writeOut,
  complaint: "could not write key counters; will retry",
});

/** Counts one request of a key. Never waits and never fails. */
export function countKeyUse(use: {
  accountId: Id<"acct">;
  keyId: Id<"key">;
  isError: boolean;
  address: string | null;
  /** The caller's user agent. */
  client?: string | null;
  /** The API version of the response. */
  version: string | null;
  /** Whether the version came from the request's header. */
  named?: boolean;
  /** The route's name in the contract. */
  route?: string;
}): void {
  const { isError, client = null, named = false, route = "other", ...who } = use;
  const lastMs = nowMs();
  const minuteMs = lastMs - (lastMs % MINUTE_MS);
  add({ ...who, named, route, minuteMs, lastMs, requests: 1, errors: isError ? 1 : 0 });
  callers.note({ ...who, client, isError, atMs: lastMs });
  behind.soon();
}

/** Writes all counts, after any write in progress. Call it before the process ends. Throws what the database throws; the
 *  counts are kept then. */
export async function flushKeyUse(): Promise<void> {
  await behind.now();
}

async function writeOut(): Promise<void> {
  if (tallies.size > 0) await writeTallies();
  // Written separately: if this fails, the counts above are still written exactly once.
  const noted = callers.take();
  if (noted.length === 0) return;
  try {
    const isKnown = ({ address }: CallerTally) => address !== "" && address !== OTHER;
    await callersStore.addAddresses(noted.filter(isKnown));
    await callersStore.addCallers(noted);
  } catch (error) {
    callers.putBack(noted);
    throw error;
  }
  await pruneSometimes();
}

async function writeTallies(): Promise<void> {
  const batch = tallies;
  tallies = new Map();
  try {
    await addUse([...batch.values()]);
  } catch (error) {
    for (const tally of batch.values()) add(tally);
    throw error;
  }
}

function add(one: Tally): void {
  const slot = `${one.keyId} ${one.minuteMs} ${one.route} ${one.version} ${one.named}`;
  const sum = tallies.get(slot);
  if (!sum) {
    tallies.set(slot, { ...one });
    return;
  }
  sum.requests += one.requests;
  sum.errors += one.errors;
  if (one.lastMs < sum.lastMs) return;
  sum.lastMs = one.lastMs;
  sum.address = one.address;
}

async function pruneSometimes(): Promise<void> {
  if (nowMs() - prunedMs < PRUNE_EVERY_MS || !isClockTrusted()) return;
  prunedMs = nowMs();
  await deleteOldMinutes(MINUTES_KEPT_MS);
  await deleteOldVersionUse(HOURS_KEPT_MS);
  await callersStore.deleteOldCallers("minute", MINUTES_KEPT_MS);
  await callersStore.deleteOldCallers("hour", HOURS_KEPT_MS);
  await callersStore.deleteOldAddresses(env.keptDays.keyAddresses * DAY_MS);
}
