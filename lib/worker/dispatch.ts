import { setImmediate as nextTurn } from "node:timers/promises";
import { listenForNotifications } from "#lib/domain/events/index.ts";
import {
  type ClaimedDelivery,
  createPoster,
  DEADLINE_MS,
  type LeasedDeliveries,
  leaseDueDeliveries,
  newQueuePlace,
  prepareDeliveries,
  type RenderEventBody,
  recordAttempts,
  sendDelivery,
} from "#lib/domain/webhooks/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";
import { renderEventBody } from "#lib/wire/index.ts";
import { createRecorder } from "./recorder.ts";
import type { Loop } from "./repeat.ts";
import { createWaiting } from "./waiting.ts";

/** Longer than the deadline of an attempt and the writing of its record: no lease runs out at work. */
const LEASE_MS = 3 * DEADLINE_MS;
const POLL_MS = 250;
/** The shortest pause after a claim that found less than it might have: what falls due meanwhile is
 *  claimed together. Claims that take longer are followed by a pause as long; one alone is not, since
 *  that was the disk, and who waited for it need not wait as long again. */
const BETWEEN_CLAIMS_MS = 5;
/** Where a claim took every place there was, more is due. The next one waits until half a batch of places is
 *  free, or for so long: a claim costs as much as many rows in it. */
const CROWDED_MS = 40;
/** Retries need no haste, so not every poke looks for them. */
const RETRIES_EVERY_MS = 250;
/** Every so often the whole history is looked through, so that no due delivery is ever forgotten. */
const FULL_SEARCH_EVERY_MS = 5_000;
/** The longest pause while the database does not answer. */
const LONGEST_PAUSE_MS = 2_000;

/** Sending a whole batch in one go would leave the database without work for as long as that takes. */
const SENT_AT_ONCE = 32;

/** An attempt that takes longer than this waits for its receiver and costs next to nothing. */
const SLOW_AFTER_MS = SECOND_MS;
/** So many times as many attempts may be in flight at most, slow ones included. */
const MOST_WITH_SLOW = 2;

/** The share of the places that one account may take: the others' deliveries find a place at once. */
const MOST_OF_AN_ACCOUNT = 3 / 4;

export type DispatchLimits = {
  /** Attempts at one time in this worker, those not yet written down included. Slow ones do not count:
   *  receivers that hang must not take the places of the others before it is known that they do. */
  inFlight: number;
  batch: number;
  perEndpoint: number;
  perFailingEndpoint: number;
};

const LIMITS: DispatchLimits = {
  inFlight: 1_024,
  batch: 512,
  perEndpoint: 64,
  perFailingEndpoint: 4,
};

/** The steps of a delivery. Tests stand in between them. */
export type DispatchSteps = {
  lease: typeof leaseDueDeliveries;
  prepare: typeof prepareDeliveries;
  send: typeof sendDelivery;
  record: typeof recordAttempts;
};

const STEPS: DispatchSteps = {
  lease: leaseDueDeliveries,
  prepare: prepareDeliveries,
  send: sendDelivery,
  record: recordAttempts,
};

/**
 * Sends what is due: claims, signs, posts, records. Hears of new deliveries by notification and
 * polls as well. `stop` claims nothing more, lets attempts under way end and records them; what a
 * killed worker had claimed is sent by another once the lease ends.
 */
export function startDispatch(
  options: {
    /** For tests: how an event becomes the body that an endpoint gets. */
    renderEventBody?: RenderEventBody;
    limits?: Partial<DispatchLimits>;
    leaseMs?: number;
    steps?: DispatchSteps;
  } = {},
): Loop {
  const limits = { ...LIMITS, ...options.limits };
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const steps = options.steps ?? STEPS;
  const poster = createPoster({ allowPrivate: env.webhookAllowPrivate });
  const waiting = createWaiting(limits.perEndpoint);
  const place = newQueuePlace();
  const inFlight = new Set<Promise<void>>();
  /** Deliveries that are leased and not sent yet. */
  let unsent = 0;
  /** Resolves when all that are leased so far have been sent. */
  let sent: Promise<void> = Promise.resolve();
  const last = {
    retries: Number.NEGATIVE_INFINITY,
    fullSearch: Number.NEGATIVE_INFINITY,
    tookMs: 0,
    /** Whether the last claim took every place. */
    crowded: false,
  };
  const trouble = { failures: 0, unprepared: 0 };
  let slow = 0;
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;
  let pausing: NodeJS.Timeout | undefined;

  const recorder = createRecorder(steps.record, (written) => {
    for (const each of written) waiting.over(each);
    if (last.crowded && room() >= limits.batch / 2) endPause();
    wake();
  });
  // What cannot be written down must not pile up: whoever sends on regardless sends it all again.
  const places = () => Math.min(limits.inFlight + slow, MOST_WITH_SLOW * limits.inFlight);
  const room = () => places() - unsent - inFlight.size - recorder.unwritten;

  const claim = async (status: "pending" | "retrying", whole: boolean): Promise<number> => {
    const limit = Math.min(limits.batch, room());
    if (stopped || limit <= 0) return 0;
    const { perEndpoint, perFailingEndpoint } = limits;
    const passOver = waiting.full();
    const most = Math.ceil(places() * MOST_OF_AN_ACCOUNT);
    const accounts = { most, underWay: waiting.accounts };
    const caps = { limit, perEndpoint, perFailingEndpoint, passOver, accounts };
    const args = { status, ...caps, whole, place, leaseMs };
    const leased = await steps.lease(args);
    unsent += leased.rows.length;
    for (const each of leased.rows) waiting.sent(each);
    // The next are leased while these are prepared. They are sent in their order all the same.
    const prepared = prepare(leased);
    sent = sent.then(async () => await sendAll(await prepared));
    return leased.rows.length;
  };

  /** What cannot be prepared is sent by whoever leases it next. */
  const prepare = async (leased: LeasedDeliveries): Promise<ClaimedDelivery[]> => {
    let claimed: ClaimedDelivery[] = [];
    try {
      claimed = await steps.prepare(leased, options.renderEventBody ?? renderEventBody);
      trouble.unprepared = 0;
    } catch (error) {
      trouble.unprepared++;
      logTrouble("deliveries could not be prepared", error, { deliveries: leased.rows.length });
    }
    const sendable = new Set(claimed.map(({ id }) => id));
    for (const each of leased.rows) {
      if (sendable.has(each.id)) continue;
      unsent--;
      waiting.over(each);
    }
    return claimed;
  };

  /** A few at a time: what answers meanwhile, and the database, is heard in between. */
  const sendAll = async (claimed: readonly ClaimedDelivery[]): Promise<void> => {
    if (claimed.length === 0) return;
    let left = claimed.length;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slow += left;
      wake();
    }, SLOW_AFTER_MS);
    const over = () => {
      left--;
      if (isSlow) slow--;
      else if (left === 0) clearTimeout(timer);
    };
    for (const [index, delivery] of claimed.entries()) {
      if (index > 0 && index % SENT_AT_ONCE === 0) await nextTurn();
      unsent--;
      sendOne(delivery, over);
    }
  };

  const sendOne = (delivery: ClaimedDelivery, over: () => void) => {
    const sending = steps.send(delivery, poster.post).then((record) => {
      inFlight.delete(sending);
      if (record.status !== null) waiting.answered(delivery.endpointId);
      over();
      recorder.add(record);
    });
    inFlight.add(sending);
  };

  /** Claims once, and answers after how long to claim again. */
  const round = async (): Promise<number> => {
    wanted = false;
    const started = performance.now();
    const whole = started - last.fullSearch >= FULL_SEARCH_EVERY_MS;
    const places = room();
    const first = await claim("pending", whole);
    last.crowded = first > 0 && first >= places;
    if (whole || started - last.retries >= RETRIES_EVERY_MS) {
      await claim("retrying", whole);
      last.retries = started;
    }
    if (whole) last.fullSearch = started;
    if (first >= limits.batch) {
      wanted = true;
      return 0;
    }
    if (last.crowded) {
      wanted = true;
      return CROWDED_MS;
    }
    const tookMs = performance.now() - started;
    const pauseMs = Math.min(tookMs, last.tookMs);
    last.tookMs = tookMs;
    return Math.max(pauseMs, BETWEEN_CLAIMS_MS);
  };

  const backOff = (failures: number) =>
    failures === 0 ? 0 : backOffMs(failures, POLL_MS, LONGEST_PAUSE_MS);
  const pause = (ms: number) => {
    pausing = setTimeout(() => {
      pausing = undefined;
      if (wanted) wake();
    }, ms);
  };
  const endPause = () => {
    clearTimeout(pausing);
    pausing = undefined;
  };
  const wake = () => {
    wanted = true;
    if (stopped || running || pausing || room() <= 0) return;
    running = round()
      .then((pauseMs) => {
        trouble.failures = 0;
        // Nor is more leased than can be prepared.
        pause(Math.max(pauseMs, backOff(trouble.unprepared)));
      })
      .catch((error) => {
        last.crowded = false;
        logTrouble("deliveries could not be claimed", error);
        pause(backOff(++trouble.failures));
      })
      .finally(() => {
        running = undefined;
      });
  };

  const unlisten = listenForNotifications(wake);
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      endPause();
      await running;
      endPause();
      await sent;
      await Promise.all(inFlight);
      await recorder.settled();
      await Promise.all([unlisten(), poster.close()]);
    },
  };
}
