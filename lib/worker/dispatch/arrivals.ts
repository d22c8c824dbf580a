import { type Arrival, moveToQueue, type TakenDeliveries } from "#lib/domain/webhooks/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { createArrivalsReader, PAGE } from "./arrivals-reader.ts";
import type { EndpointLoad } from "./endpoint-load.ts";
import { createHand } from "./hand.ts";
import { createLanes } from "./lanes.ts";
import { MANY_ROWS, MOST_OF_AN_ACCOUNT } from "./limits.ts";
import type { Round } from "./pace.ts";
import { Waiting } from "./waiting.ts";

/** No more is read while so many rows wait for a slot. */
const MOST_WAITING = 8_192;
/** The shortest pause between two reads: what is committed meanwhile is read together. A read that takes longer is followed by a
 *  pause as long, because a batch costs as much as dozens of rows. */
const BETWEEN_READS_MS = 5;
/** The same after a read of many rows. Each read also passes over the rows of transactions that the last one could not rule out. */
const BETWEEN_READS_OF_MANY_MS = 25;
/** An endpoint that had no room for so long has its rows moved to the queue. */
const STUCK_AFTER_MS = SECOND_MS;

export type Arrivals = {
  /** Reads once and sends what has a slot. */
  round(): Promise<Round>;
  /** Sends waiting rows that have a slot now. */
  send(): void;
  /** The row was recorded or moved; or neither, if it `failed`, and is to be read again. */
  done(id: Id<"dlv">, failed?: boolean): void;
  /** Lanes of this worker. */
  lanes(): number;
  /** Rows that wait for a slot. */
  waiting(): number;
  close(): Promise<void>;
};

type Options = {
  idleMs: number;
  load: EndpointLoad;
  slots: () => number;
  free: () => number;
  isStopped: () => boolean;
  onTaken: (taken: TakenDeliveries) => void;
  /** Rows were moved to the queue, where they are due. */
  onMoved: () => void;
};

/**
 * New deliveries on their way from `new_deliveries` to their first attempt. Reads the rows of this worker's lanes in the
 * order of commits, remembers which ones it has in hand, and sends them as slots and endpoints allow. Writes nothing before
 * an attempt, so a killed worker's rows are simply read by the next owner of its lanes.
 */
export function createArrivals(options: Options): Arrivals {
  const { load, free } = options;
  const waiting = new Waiting();
  const hand = createHand();
  const reader = createArrivalsReader((account) => waiting.of(account));
  const lanes = createLanes({
    idleMs: options.idleMs,
    isBusy: hand.isUnderWay,
    onTaken: reader.readAgain,
    onLeft: (left) => hand.drop(waiting.takeLanes(left)),
  });
  const add = (rows: readonly Arrival[]) => {
    for (const row of rows) if (hand.take(row)) waiting.add(row);
  };
  const mayHave = (account: Id<"acct">) =>
    (load.accounts.get(account) ?? 0) < Math.ceil(options.slots() * MOST_OF_AN_ACCOUNT);

  const send = () => {
    const room = free();
    if (options.isStopped() || room <= 0 || waiting.size === 0) return;
    const isFull = load.fullness();
    const taken = (row: Arrival) => {
      load.taken(row);
      hand.begin(row);
    };
    const hasRoom = (endpoint: Id<"we">) => !isFull(endpoint);
    const rows = waiting.take(Math.min(room, PAGE), { mayHave, hasRoom, taken });
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
      hand.drop(stuck);
    }
  };

  return {
    async round() {
      const idle = { pauseMs: BETWEEN_READS_MS, again: false };
      if (options.isStopped()) return idle;
      const started = performance.now();
      const { session, lanes: mine } = await lanes.held();
      const isRoom = waiting.size < MOST_WAITING;
      const { found, more } = isRoom
        ? await hand.whileReading(() => reader.read(session, mine, add))
        : { found: 0, more: false };
      await moveStuck();
      send();
      const betweenMs = found < MANY_ROWS ? BETWEEN_READS_MS : BETWEEN_READS_OF_MANY_MS;
      const pauseMs = Math.max(betweenMs, performance.now() - started);
      return { pauseMs: more ? 0 : pauseMs, again: found > 0 };
    },
    send,
    done(id, failed = false) {
      if (hand.end(id) && failed) reader.readAgainSoon();
    },
    lanes: lanes.count,
    waiting: () => waiting.size,
    close: lanes.close,
  };
}
