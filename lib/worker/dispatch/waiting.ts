import type { Arrival } from "#lib/domain/webhooks/index.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Rows of one endpoint, and when it last took one. */
type Queue = { rows: Arrival[]; sinceMs: number };
type Account = { endpoints: Map<Id<"we">, Queue>; size: number };

export type Rules = {
  /** Whether the account may have another row under way. */
  mayHave: (account: Id<"acct">) => boolean;
  hasRoom: (endpoint: Id<"we">) => boolean;
  /** Called for each row before the next is chosen. */
  taken: (row: Arrival) => void;
};

/** New deliveries that were read and wait for a slot, by account and endpoint. */
export class Waiting {
  readonly #accounts = new Map<Id<"acct">, Account>();
  readonly #now: () => number;
  #size = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  of(account: Id<"acct">): number {
    return this.#accounts.get(account)?.size ?? 0;
  }

  add(row: Arrival): void {
    const { accountId, endpointId } = row;
    const account: Account = this.#accounts.get(accountId) ?? { endpoints: new Map(), size: 0 };
    this.#accounts.set(accountId, account);
    const queue = account.endpoints.get(endpointId);
    if (queue) queue.rows.push(row);
    else account.endpoints.set(endpointId, { rows: [row], sinceMs: this.#now() });
    account.size++;
    this.#size++;
  }

  /** Takes up to `most` rows. Accounts take turns, and so do the endpoints of an account. */
  take(most: number, rules: Rules): Arrival[] {
    const rows: Arrival[] = [];
    for (let before = -1; before < rows.length && rows.length < most; ) {
      before = rows.length;
      for (const account of [...this.#accounts.keys()]) {
        if (rows.length >= most) break;
        const row = rules.mayHave(account) ? this.#nextOf(account, rules.hasRoom) : undefined;
        if (!row) continue;
        rows.push(row);
        rules.taken(row);
      }
    }
    return rows;
  }

  /** Removes and returns the rows of endpoints that took none for `ms`. */
  takeStuck(ms: number, mayHave: Rules["mayHave"]): Arrival[] {
    const before = this.#now() - ms;
    return this.#remove((account, { sinceMs }) => sinceMs <= before && mayHave(account));
  }

  /** Removes and returns the rows of the given lanes. */
  takeLanes(lanes: readonly number[]): Arrival[] {
    return this.#remove((_, { rows }) => lanes.includes(rows[0]!.lane));
  }

  /** The account's next row whose endpoint has room. */
  #nextOf(accountId: Id<"acct">, hasRoom: Rules["hasRoom"]): Arrival | undefined {
    const { endpoints } = this.#accounts.get(accountId)!;
    for (const [endpoint, { rows }] of endpoints) {
      if (!hasRoom(endpoint)) continue;
      const row = rows.shift()!;
      // Last in the next turn.
      endpoints.delete(endpoint);
      if (rows.length > 0) endpoints.set(endpoint, { rows, sinceMs: this.#now() });
      this.#count(accountId, 1);
      return row;
    }
    return undefined;
  }

  #remove(chosen: (account: Id<"acct">, queue: Queue) => boolean): Arrival[] {
    const removed: Arrival[] = [];
    for (const [accountId, { endpoints }] of [...this.#accounts]) {
      for (const [endpoint, queue] of [...endpoints]) {
        if (!chosen(accountId, queue)) continue;
        endpoints.delete(endpoint);
        removed.push(...queue.rows);
        this.#count(accountId, queue.rows.length);
      }
    }
    return removed;
  }

  #count(accountId: Id<"acct">, fewer: number): void {
    const account = this.#accounts.get(accountId)!;
    account.size -= fewer;
    this.#size -= fewer;
    if (account.size === 0) this.#accounts.delete(accountId);
  }
}
