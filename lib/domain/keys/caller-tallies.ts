import { HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** What one process saw of one caller of a key in one minute. */
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

/** Told apart by one process, of one key, in one hour. */
export const MOST_CALLERS = 40;
export const OTHER = "other";
const LONGEST_CLIENT = 80;

/**
 * Who calls with which key, added up in memory until it is written. The callers of a key are bounded: a
 * program that names itself anew with every request makes one row `other`, not a row a request.
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

  /** Everything noted since the last time. */
  take(): CallerTally[] {
    const taken = [...this.#tallies.values()];
    this.#tallies = new Map();
    return taken;
  }

  /** What could not be written is noted again. */
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

/** The beginning of what a program calls itself, without what cannot be shown. */
function readable(client: string): string {
  return client
    .slice(0, LONGEST_CLIENT)
    .replace(/[^\x20-\x7e]/g, "?")
    .trim();
}
