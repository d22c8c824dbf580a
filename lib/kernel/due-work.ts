import type { Id } from "./ids.ts";
import { log } from "./log.ts";
import type { Mode } from "./mode.ts";

/** The owner of due work: one account in one mode. */
export type Owner = { accountId: Id<"acct">; mode: Mode };

export const ownerKey = ({ accountId, mode }: Owner): string => `${accountId} ${mode}`;

export type Rotation = {
  /** The owner that was served last. The next claim starts after it. */
  last: Owner | null;
  /** Until then (ms since 1970) only the owners of the longest due rows are known to have work. */
  lookAgainMs?: number;
};

/** A turn is the next few due rows of one owner. */
export type TurnsParams = {
  rotation: Rotation;
  /** Owners that get a turn, at most. */
  turns: number;
  /** Rows in a turn, at most. */
  perTurn: number;
  /** Owners to skip (`ownerKey`). */
  passOver: ReadonlySet<string>;
};

/** Due rows of a table, by their account's clock. */
export type DueQueue<Item> = {
  /** Leases the next turns for `leaseMs`, at a cost independent of the length of an owner's queue. Returns none only when
   *  nothing is due except for skipped owners. Skips rows that another worker is leasing. */
  claimTurns(params: TurnsParams & { leaseMs: number }): Promise<Item[]>;
  /** Leases at most `limit` due rows of an account, of both modes. */
  claimOf(accountId: Id<"acct">, params: { limit: number; leaseMs: number }): Promise<Item[]>;
};

/** One due row, leased by this process. Call `run` once; it never throws. */
export type DueTask = Owner & { id: string; run(): Promise<void> };

/** A kind of due work. Any number of processes may do it in parallel. */
export type DueWork = {
  name: string;
  claimTurns(params: TurnsParams): Promise<DueTask[]>;
  claimOf(accountId: Id<"acct">, limit: number): Promise<DueTask[]>;
};

/** Rows of one owner worked on in parallel. They are leased and started together, so none waits while its lease runs. */
export const ROWS_PER_TURN = 4;

/**
 * Declares a kind of due work. `finish` handles one row and must be safe to repeat: when it throws, `failure` is logged
 * and the row is due again when its lease (`leaseMs`) ends.
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

/** Does the due work of one account until nothing is due or `isOver` returns true. Returns whether nothing was left. */
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
