import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type AttemptRecord,
  type PreparedDelivery,
  partOf,
  type TakenDeliveries,
  type TakenDelivery,
} from "#lib/domain/webhooks/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import type { EndpointLoad } from "./endpoint-load.ts";

/** A whole batch sent in one go would leave the database without work for as long as that takes. */
const SENT_PER_TURN = 32;

/** An attempt that takes longer waits for its endpoint and costs next to nothing. */
const SLOW_AFTER_MS = SECOND_MS;

export type Sender = {
  /** Prepares and sends what was leased, in the order of the calls. Does not wait for either. */
  take(leased: TakenDeliveries): void;
  /** Deliveries leased but not sent, and attempts under way. */
  readonly busy: number;
  /** Attempts under way for longer than a second. */
  readonly slow: number;
  /** Batches in a row that could not be prepared. */
  readonly unprepared: number;
  /** Resolves when everything taken so far has been attempted. */
  settled(): Promise<void>;
};

/** Sends leased deliveries side by side and hands each attempt to `onAttempt`. Deliveries that cannot be prepared are dropped: their
 *  lease ends, and whoever leases them next tries again. */
export function createSender(options: {
  prepare: (leased: TakenDeliveries) => Promise<PreparedDelivery[]>;
  /** Never rejects: a failure is an attempt too. */
  send: (delivery: PreparedDelivery) => Promise<AttemptRecord>;
  load: EndpointLoad;
  onAttempt: (record: AttemptRecord) => void;
  /** A delivery is not sent: it was set aside, or `failed` to be prepared. */
  onDropped: (delivery: TakenDelivery, failed: boolean) => void;
  /** Attempts turned out slow, and their slots are free. */
  onSlow: () => void;
}): Sender {
  const { load } = options;
  const inFlight = new Set<Promise<void>>();
  let unsent = 0;
  let slow = 0;
  let unprepared = 0;
  /** Resolves when everything that was taken so far has been sent. */
  let sent: Promise<void> = Promise.resolve();

  const prepare = async (leased: TakenDeliveries): Promise<PreparedDelivery[]> => {
    let claimed: PreparedDelivery[] = [];
    let failed = false;
    try {
      claimed = await options.prepare(leased);
      unprepared = 0;
    } catch (error) {
      failed = true;
      unprepared++;
      logTrouble("deliveries could not be prepared", error, { deliveries: leased.rows.length });
    }
    const sendable = new Set(claimed.map(({ id }) => id));
    for (const each of leased.rows) {
      if (sendable.has(each.id)) continue;
      unsent--;
      options.onDropped(each, failed);
    }
    return claimed;
  };

  const sendOne = (delivery: PreparedDelivery, ended: () => void) => {
    const sending = options.send(delivery).then((record) => {
      inFlight.delete(sending);
      if (record.status !== null) load.answered(delivery.endpointId, record);
      ended();
      options.onAttempt(record);
    });
    inFlight.add(sending);
  };

  /** Yields after every few requests, so that answers and the database are served in between. */
  const sendAll = async (claimed: readonly PreparedDelivery[]): Promise<void> => {
    if (claimed.length === 0) return;
    let left = claimed.length;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slow += left;
      options.onSlow();
    }, SLOW_AFTER_MS);
    const ended = () => {
      left--;
      if (isSlow) slow--;
      else if (left === 0) clearTimeout(timer);
    };
    for (const [index, delivery] of claimed.entries()) {
      if (index > 0 && index % SENT_PER_TURN === 0) await nextTurn();
      unsent--;
      sendOne(delivery, ended);
    }
  };

  return {
    take({ leaseId, rows }) {
      unsent += rows.length;
      // The database answered that there are none.
      if (rows.length === 0) unprepared = 0;
      // Each part by itself, because the database may fail one alone.
      for (const own of Map.groupBy(rows, partOf).values()) {
        // The next batch is leased while this one is prepared. Batches are sent in their order all the same.
        const prepared = prepare({ leaseId, rows: own });
        sent = sent.then(async () => await sendAll(await prepared));
      }
    },
    get busy() {
      return unsent + inFlight.size;
    },
    get slow() {
      return slow;
    },
    get unprepared() {
      return unprepared;
    },
    settled: async () => {
      await sent;
      await Promise.all(inFlight);
    },
  };
}
