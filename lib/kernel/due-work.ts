import type { Id } from "./ids.ts";
import { log } from "./log.ts";
import type { Mode } from "./mode.ts";

/** Whose work it is: that of one account in one mode. */
export type Owner = { accountId: Id<"acct">; mode: Mode };

export const ownerKey = ({ accountId, mode }: Owner): string => `${accountId} ${mode}`;

export type Rotation = {
  /** The owner that was served last. The next claim starts after it. */
  last: Owner | null;
  /** Until then (milliseconds since 1970) only the owners of the longest due rows have work. */
  lookAgainMs?: number;
};

/** A turn is the next few due rows of one owner. */
export type TurnsParams = {
  rotation: Rotation;
  /** At most so many owners get a turn. */
  turns: number;
  /** At most so many rows in a turn. */
  perTurn: number;
  /** Owners that get none now (`ownerKey`). */
  passOver: ReadonlySet<string>;
};

/** Rows of a table of which something is due, by their account's clock. */
export type DueQueue<Item> = {
  /** Leases the next turns for `leaseMs`. Costs the same however many rows of an owner are due. Returns no row
   *  when nothing is due, except of owners that are passed over. Skips rows that another worker is leasing. */
  claimTurns(params: TurnsParams & { leaseMs: number }): Promise<Item[]>;
  /** Leases at most `limit` due rows of an account, of both modes. */
  claimOf(accountId: Id<"acct">, params: { limit: number; leaseMs: number }): Promise<Item[]>;
};

/** Something that is due, leased by this process. `run` does it, never throws, and is called once. */
export type DueTask = Owner & { id: string; run(): Promise<void> };

/** A kind of work that falls due by itself. Any number of processes may do it at once. */
export type DueWork = {
  name: string;
  claimTurns(params: TurnsParams): Promise<DueTask[]>;
  claimOf(accountId: Id<"acct">, limit: number): Promise<DueTask[]>;
};

/** How many rows of one owner are worked on at the same time. They are leased together and started at once, so none
 *  of them waits while its lease runs. */
export const ROWS_PER_TURN = 4;

/**
 * Declares a kind of due work. `finish` does what is due of one row; when it throws, `failure` is logged and the
 * row is due again at the end of its lease (`leaseMs`), so it must be safe to repeat.
 */
export function defineDueWork<Item extends Owner & { id: string }>(kind: {
  name: string;
  queue: DueQueue<Item>;
  leaseMs: () => number;
  finish: (item: Item) => Promise<void>;
  failure: string;
}): DueWork {
  const { name, queue, leaseMs } = kind;
  const toTask = (item: Item): DueTask => ({
    accountId: item.accountId,
    mode: item.mode,
    id: item.id,
    async run() {
      try {
        await kind.finish(item);
      } catch (error) {
        log.warn(kind.failure, { error, object: item.id, account: item.accountId });
      }
    },
  });
  return {
    name,
    claimTurns: async (params) =>
      (await queue.claimTurns({ ...params, leaseMs: leaseMs() })).map(toTask),
    claimOf: async (accountId, limit) =>
      (await queue.claimOf(accountId, { limit, leaseMs: leaseMs() })).map(toTask),
  };
}

/** Does what is due of one account until nothing is, or until `isOver`. Returns whether nothing was left. */
export async function finishDue(
  work: DueWork,
  accountId: Id<"acct">,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  while (!isOver()) {
    const tasks = await work.claimOf(accountId, ROWS_PER_TURN);
    if (tasks.length === 0) return true;
    await Promise.all(tasks.map((task) => task.run()));
  }
  return false;
}
