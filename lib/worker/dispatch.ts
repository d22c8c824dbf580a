import { listenForPokes } from "#lib/domain/events/index.ts";
import {
  claimDueDeliveries,
  createPoster,
  DEADLINE_MS,
  type RenderEventBody,
  recordAttempts,
  sendDelivery,
} from "#lib/domain/webhooks/index.ts";
import { env } from "#lib/kernel/env.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";
import { createRecorder } from "./recorder.ts";
import type { Loop } from "./repeat.ts";

/** Longer than the deadline of an attempt and the writing of its record: no lease runs out at work. */
const LEASE_MS = 3 * DEADLINE_MS;
const POLL_MS = 250;
/** Retries need no haste, so not every poke looks for them. */
const RETRIES_EVERY_MS = 250;
/** Every so often the whole history is looked through, so that no due delivery is ever forgotten. */
const FULL_SEARCH_EVERY_MS = 5_000;
/** The longest pause while the database does not answer. */
const LONGEST_PAUSE_MS = 2_000;
const USUAL_DAYS_BACK = 1;
const ALL_DAYS_BACK = 32;

export type DispatchLimits = {
  /** Attempts at one time in this worker, those not yet written down included. */
  inFlight: number;
  batch: number;
  perEndpoint: number;
  perFailingEndpoint: number;
};

const LIMITS: DispatchLimits = {
  inFlight: 1_024,
  batch: 256,
  perEndpoint: 64,
  perFailingEndpoint: 4,
};

/** The steps of a delivery. Tests stand in between them. */
export type DispatchSteps = {
  claim: typeof claimDueDeliveries;
  send: typeof sendDelivery;
  record: typeof recordAttempts;
};

const STEPS: DispatchSteps = {
  claim: claimDueDeliveries,
  send: sendDelivery,
  record: recordAttempts,
};

/**
 * Sends what is due: claims, signs, posts, records. Hears of new deliveries by notification and
 * polls as well. `stop` claims nothing more, lets attempts under way end and records them; what a
 * killed worker had claimed is sent by another once the lease ends.
 */
export function startDispatch(options: {
  renderEventBody: RenderEventBody;
  limits?: Partial<DispatchLimits>;
  leaseMs?: number;
  steps?: DispatchSteps;
}): Loop {
  const limits = { ...LIMITS, ...options.limits };
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const steps = options.steps ?? STEPS;
  const poster = createPoster({ allowPrivate: env.webhookAllowPrivate });
  const inFlight = new Set<Promise<void>>();
  const last = { retries: Number.NEGATIVE_INFINITY, fullSearch: Number.NEGATIVE_INFINITY };
  const trouble = { failures: 0, until: Number.NEGATIVE_INFINITY };
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  const recorder = createRecorder(steps.record, () => wake());
  // What cannot be written down must not pile up: whoever sends on regardless sends it all again.
  const room = () => limits.inFlight - inFlight.size - recorder.unwritten;

  const claim = async (status: "pending" | "retrying", daysBack: number): Promise<number> => {
    const limit = Math.min(limits.batch, room());
    if (stopped || limit <= 0) return 0;
    const { perEndpoint, perFailingEndpoint } = limits;
    const args = { status, limit, perEndpoint, perFailingEndpoint, daysBack, leaseMs };
    const claimed = await steps.claim(args, options.renderEventBody);
    for (const delivery of claimed) {
      const sending = steps.send(delivery, poster.post).then((record) => {
        inFlight.delete(sending);
        recorder.add(record);
      });
      inFlight.add(sending);
    }
    return claimed.length;
  };

  const round = async () => {
    do {
      wanted = false;
      const started = performance.now();
      const full = started - last.fullSearch >= FULL_SEARCH_EVERY_MS;
      const daysBack = full ? ALL_DAYS_BACK : USUAL_DAYS_BACK;
      const first = await claim("pending", daysBack);
      if (full || started - last.retries >= RETRIES_EVERY_MS) {
        await claim("retrying", daysBack);
        last.retries = started;
      }
      if (full) last.fullSearch = started;
      if (first >= limits.batch) wanted = true;
    } while (wanted && !stopped && room() > 0);
  };

  const wake = () => {
    wanted = true;
    if (stopped || running || performance.now() < trouble.until) return;
    running = round()
      .then(() => {
        trouble.failures = 0;
      })
      .catch((error) => {
        logTrouble("deliveries could not be claimed", error);
        wanted = false;
        const pauseMs = backOffMs(++trouble.failures, POLL_MS, LONGEST_PAUSE_MS);
        trouble.until = performance.now() + pauseMs;
      })
      .finally(() => {
        running = undefined;
        if (wanted && room() > 0) wake();
      });
  };

  const unlisten = listenForPokes(wake);
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
      await Promise.all(inFlight);
      await recorder.settled();
      await Promise.all([unlisten(), poster.close()]);
    },
  };
}
