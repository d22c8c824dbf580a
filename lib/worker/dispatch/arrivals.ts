import type { Session } from "#db/session.ts";
import {
  type Arrival,
  moveToQueue,
  newArrivalsPlace,
  readArrivals,
  readArrivalsOf,
  type TakenDeliveries,
} from "#lib/domain/webhooks/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { EndpointLoad } from "./endpoint-load.ts";
import { createLanes } from "./lanes.ts";
import { MOST_OF_AN_ACCOUNT } from "./limits.ts";
import type { Round } from "./pace.ts";
import { createWaiting } from "./waiting.ts";

/** Rows per read. */
const PAGE = 512;
/** No more is read while so many rows wait for a slot. */
const MOST_WAITING = 8_192;
/** An account with more waiting rows is read separately, so that it delays no other. */
const MOST_WAITING_OF_AN_ACCOUNT = 1_024;
/** The shortest pause between two reads: what is committed meanwhile is read together. */
const BETWEEN_READS_MS = 5;
/** An endpoint that had no room for so long has its rows moved to the queue. */
const STUCK_AFTER_MS = SECOND_MS;
/** Everything is read again this often, so that no row is ever forgotten. */
const READ_AGAIN_EVERY_MS = 5_000;

export type Arrivals = {
  /** Reads once and sends what has a slot. */
  round(): Promise<Round>;
  /** Sends waiting rows that have a slot now. */
  send(): void;
  /** Rows were recorded or moved; `again` if they were neither, and are to be read again. */
  done(id: Id<"dlv">, again?: boolean): void;
  close(): Promise<void>;
};

/**
 * New deliveries on their way from `new_deliveries` to their first attempt. Reads the rows of this worker's lanes in the
 * order of commits, remembers which ones it has in hand, and sends them as slots and endpoints allow. Writes nothing before
 * an attempt, so a killed worker's rows are simply read by the next owner of its lanes.
 */
export function createArrivals(options: {
  load: EndpointLoad;
  slots: () => number;
  free: () => number;
  isStopped: () => boolean;
  onTaken: (taken: TakenDeliveries) => void;
  /** Rows were moved to the queue, where they are due. */
  onMoved: () => void;
}): Arrivals {
  const { load, slots, free } = options;
  const waiting = createWaiting();
  /** Rows that were read and are not recorded yet, with their lane. */
  const inHand = new Map<Id<"dlv">, number>();
  const underWay = new Map<number, number>();
  /** Accounts that are read separately, with the last id read. */
  const behind = new Map<Id<"acct">, string>();
  let place = newArrivalsPlace();
  let readAgainAtMs = 0;

  const readAgain = () => {
    place = newArrivalsPlace();
    readAgainAtMs = performance.now() + READ_AGAIN_EVERY_MS;
  };
  const forget = (rows: readonly Arrival[]) => {
    for (const { id } of rows) inHand.delete(id);
  };
  const countLane = (lane: number, by: number) =>
    underWay.set(lane, (underWay.get(lane) ?? 0) + by);
  const lanes = createLanes({
    isBusy: (lane) => (underWay.get(lane) ?? 0) > 0,
    onTaken: readAgain,
    onLeft: (left) => forget(waiting.takeLanes(left)),
  });

  const add = (rows: readonly Arrival[]) => {
    for (const row of rows) {
      if (inHand.has(row.id)) continue;
      inHand.set(row.id, row.lane);
      waiting.add(row);
    }
  };
  const readNext = async (session: Session, mine: readonly number[]) => {
    if (waiting.size >= MOST_WAITING) return { found: false, more: false };
    const from = place;
    const args = { lanes: mine, except: [...behind.keys()], limit: PAGE };
    const { rows, next } = await readArrivals(session, from, args);
    // Lanes may have been taken meanwhile: then everything is read again.
    if (place === from) place = next;
    add(rows);
    for (const { accountId } of rows) {
      if (waiting.of(accountId) > MOST_WAITING_OF_AN_ACCOUNT && !behind.has(accountId)) {
        behind.set(accountId, "");
      }
    }
    return { found: rows.length > 0, more: next.page !== null };
  };
  /** Continues with the accounts that are behind and have few rows waiting. */
  const readBehind = async (session: Session, mine: readonly number[]) => {
    for (const [accountId, after] of behind) {
      if (waiting.of(accountId) > MOST_WAITING_OF_AN_ACCOUNT - PAGE) continue;
      const rows = await readArrivalsOf(session, { accountId, after, lanes: mine, limit: PAGE });
      add(rows);
      if (rows.length === PAGE) behind.set(accountId, rows.at(-1)!.id);
      else {
        behind.delete(accountId);
        readAgain();
      }
    }
  };
  const mayHave = (account: Id<"acct">) =>
    (load.accounts.get(account) ?? 0) < Math.ceil(slots() * MOST_OF_AN_ACCOUNT);

  const send = () => {
    const room = free();
    if (options.isStopped() || room <= 0 || waiting.size === 0) return;
    const isFull = load.fullness();
    // `onTaken` counts the rows as the load of their endpoint and account.
    const rows = waiting.take(Math.min(room, PAGE), {
      mayHave,
      hasRoom: (endpoint) => !isFull(endpoint),
      taken: (row) => {
        load.taken(row);
        countLane(row.lane, 1);
      },
    });
    if (rows.length > 0) options.onTaken({ leaseId: null, rows });
  };
  const moveStuck = async () => {
    const stuck = free() > 0 ? waiting.takeStuck(STUCK_AFTER_MS, mayHave) : [];
    if (stuck.length === 0) return;
    try {
      await moveToQueue(stuck);
      options.onMoved();
    } finally {
      // If they could not be moved, they are read again.
      forget(stuck);
    }
  };

  return {
    async round() {
      if (options.isStopped()) return { pauseMs: 0, again: false };
      const { session, lanes: mine } = await lanes.held();
      if (behind.size === 0 && !place.page && performance.now() >= readAgainAtMs) readAgain();
      await readBehind(session, mine);
      const { found, more } = await readNext(session, mine);
      await moveStuck();
      send();
      return { pauseMs: more ? 0 : BETWEEN_READS_MS, again: found };
    },
    send,
    done(id, again = false) {
      const lane = inHand.get(id);
      if (lane === undefined) return;
      inHand.delete(id);
      countLane(lane, -1);
      if (again) readAgainAtMs = 0;
    },
    close: lanes.close,
  };
}
