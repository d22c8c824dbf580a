import type { Arrival } from "#lib/domain/webhooks/index.ts";
import type { Id } from "#lib/kernel/ids.ts";

type Queue = { rows: Arrival[]; sinceMs: number };
type Endpoints = Map<Id<"we">, Queue>;

export type Waiting = ReturnType<typeof createWaiting>;

/** New deliveries that were read and wait for a slot, by account and endpoint. */
export function createWaiting(now = () => performance.now()) {
  const accounts = new Map<Id<"acct">, Endpoints>();
  const sizes = new Map<Id<"acct">, number>();
  let size = 0;

  const count = (account: Id<"acct">, by: number) => {
    size += by;
    const left = (sizes.get(account) ?? 0) + by;
    if (left > 0) sizes.set(account, left);
    else {
      sizes.delete(account);
      accounts.delete(account);
    }
  };
  /** The account's next row whose endpoint has room. Its endpoints take turns. */
  const nextOf = (account: Id<"acct">, hasRoom: (endpoint: Id<"we">) => boolean) => {
    const endpoints = accounts.get(account)!;
    for (const [endpoint, queue] of endpoints) {
      if (!hasRoom(endpoint)) continue;
      const row = queue.rows.shift()!;
      endpoints.delete(endpoint);
      if (queue.rows.length > 0) endpoints.set(endpoint, { rows: queue.rows, sinceMs: now() });
      count(account, -1);
      return row;
    }
    return undefined;
  };
  const remove = (account: Id<"acct">, endpoint: Id<"we">, rows: Arrival[]) => {
    if (rows.length > 0) accounts.get(account)!.get(endpoint)!.rows = rows;
    else accounts.get(account)!.delete(endpoint);
  };

  return {
    get size() {
      return size;
    },
    of: (account: Id<"acct">) => sizes.get(account) ?? 0,
    add(row: Arrival): void {
      const { accountId, endpointId } = row;
      const endpoints = accounts.get(accountId) ?? new Map();
      accounts.set(accountId, endpoints);
      const queue = endpoints.get(endpointId);
      if (queue) queue.rows.push(row);
      else endpoints.set(endpointId, { rows: [row], sinceMs: now() });
      count(accountId, 1);
    },
    /** Takes up to `most` rows. Accounts take turns, as long as `mayHave` says that one may have another row, and so do
     *  the endpoints of an account. `taken` is told of each row before the next is chosen. */
    take(
      most: number,
      rules: {
        mayHave: (account: Id<"acct">) => boolean;
        hasRoom: (endpoint: Id<"we">) => boolean;
        taken: (row: Arrival) => void;
      },
    ): Arrival[] {
      const rows: Arrival[] = [];
      for (let before = -1; before < rows.length && rows.length < most; ) {
        before = rows.length;
        for (const account of [...accounts.keys()]) {
          if (rows.length >= most) break;
          const row = rules.mayHave(account) ? nextOf(account, rules.hasRoom) : undefined;
          if (!row) continue;
          rows.push(row);
          rules.taken(row);
        }
      }
      return rows;
    },
    /** Removes and returns the rows of endpoints that took none for `ms`. */
    takeStuck(ms: number, mayHave: (account: Id<"acct">) => boolean): Arrival[] {
      const before = now() - ms;
      const stuck: Arrival[] = [];
      for (const [account, endpoints] of [...accounts]) {
        if (!mayHave(account)) continue;
        for (const [endpoint, { rows, sinceMs }] of [...endpoints]) {
          if (sinceMs > before) continue;
          stuck.push(...rows);
          remove(account, endpoint, []);
          count(account, -rows.length);
        }
      }
      return stuck;
    },
    /** Removes and returns the rows of the given lanes. */
    takeLanes(lanes: readonly number[]): Arrival[] {
      const found: Arrival[] = [];
      for (const [account, endpoints] of [...accounts]) {
        for (const [endpoint, { rows }] of [...endpoints]) {
          const theirs = rows.filter(({ lane }) => lanes.includes(lane));
          if (theirs.length === 0) continue;
          found.push(...theirs);
          remove(account, endpoint, rows.filter(({ lane }) => !lanes.includes(lane)));
          count(account, -theirs.length);
        }
      }
      return found;
    },
  };
}
