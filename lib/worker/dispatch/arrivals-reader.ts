import {
  type Arrival,
  type LaneSession,
  newArrivalsPlace,
  readArrivals,
  readArrivalsOf,
} from "#lib/domain/webhooks/index.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Rows per read. */
export const PAGE = 512;
/** An account with more rows waiting is read separately, so that it delays no other. */
const MOST_WAITING_OF_AN_ACCOUNT = 1_024;
/** Everything is read again this often, so that no row is ever forgotten. */
const READ_AGAIN_EVERY_MS = 5_000;

/**
 * Reads the new deliveries of some lanes: those committed since the last read, and those of accounts that are behind.
 * `waitingOf` says how many rows of an account wait already. Rows can be returned again after `readAgain`.
 */
export function createArrivalsReader(waitingOf: (account: Id<"acct">) => number) {
  /** Accounts that are read separately, with the last id read. */
  const behind = new Map<Id<"acct">, string>();
  let place = newArrivalsPlace();
  let dueMs = 0;

  const readAgain = () => {
    place = newArrivalsPlace();
    behind.clear();
    dueMs = performance.now() + READ_AGAIN_EVERY_MS;
  };
  const readNext = async (session: LaneSession, lanes: readonly number[]) => {
    const from = place;
    const args = { lanes, except: [...behind.keys()], limit: PAGE };
    const { rows, next } = await readArrivals(session, from, args);
    // Lanes may have been taken meanwhile: then everything is read again.
    if (place === from) place = next;
    return rows;
  };
  const readBehind = async (session: LaneSession, lanes: readonly number[]) => {
    const found: Arrival[] = [];
    for (const [accountId, after] of behind) {
      if (waitingOf(accountId) > MOST_WAITING_OF_AN_ACCOUNT - PAGE) continue;
      const rows = await readArrivalsOf(session, { accountId, after, lanes, limit: PAGE });
      found.push(...rows);
      if (rows.length === PAGE) behind.set(accountId, rows.at(-1)!.id);
      else readAgain();
    }
    return found;
  };

  return {
    readAgain,
    /** Reads everything again at the next read. */
    readAgainSoon: () => {
      dueMs = 0;
    },
    /** Reads the next rows. `add` is called with them before the accounts that are behind are determined. */
    async read(
      session: LaneSession,
      lanes: readonly number[],
      add: (rows: readonly Arrival[]) => void,
    ): Promise<{ found: number; more: boolean }> {
      if (behind.size === 0 && !place.page && performance.now() >= dueMs) readAgain();
      add(await readBehind(session, lanes));
      const rows = await readNext(session, lanes);
      add(rows);
      for (const account of new Set(rows.map(({ accountId }) => accountId))) {
        if (waitingOf(account) > MOST_WAITING_OF_AN_ACCOUNT && !behind.has(account)) {
          behind.set(account, "");
        }
      }
      return { found: rows.length, more: place.page !== null };
    },
  };
}
