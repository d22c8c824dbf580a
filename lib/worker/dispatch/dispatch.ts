import { listenForNotifications } from "#lib/domain/events/index.ts";
import {
  areParted,
  createPoster,
  leaseDueDeliveries,
  prepareDeliveries,
  type RenderEventBody,
  recordAttempts,
  sendDelivery,
} from "#lib/domain/webhooks/index.ts";
import { env } from "#lib/kernel/env.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import { renderEventBody } from "#lib/wire/index.ts";
import type { Loop } from "../repeat.ts";
import { createArrivals } from "./arrivals.ts";
import { createClaims } from "./claims.ts";
import { createEndpointLoad } from "./endpoint-load.ts";
import { type DispatchLimits, LEASE_MS, LIMITS, MOST_WITH_SLOW } from "./limits.ts";
import { backOff, createPace, type Round } from "./pace.ts";
import { publishFigures } from "./readings.ts";
import { createRecorders } from "./recorder.ts";
import { createSender } from "./sender.ts";
import { traceAttempt } from "./trace-attempt.ts";

/** The steps of a delivery. Tests replace them to watch or fail one. */
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

type Options = {
  /** For tests: renders the body of an event. */
  renderEventBody?: RenderEventBody;
  limits?: Partial<DispatchLimits>;
  leaseMs?: number;
  /** A worker that does nothing for so long loses its lanes. */
  idleMs?: number;
  steps?: DispatchSteps;
};

/**
 * Sends deliveries: takes, signs, posts, records. New ones come from this worker's lanes, and everything else from the queue.
 * Notifications wake it, and it polls every 250 ms, an empty queue every second. `stop` takes nothing more, waits for the attempts
 * under way and records them; what a killed worker had under way is sent by another, at once from its lanes and after the lease from
 * the queue. A worker that hangs loses its lanes after `idleMs`.
 */
export function startDispatch(options: Options = {}): Loop {
  const { leaseMs = LEASE_MS, idleMs = LEASE_MS, steps = STEPS } = options;
  const render = options.renderEventBody ?? renderEventBody;
  const limits = { ...LIMITS, ...options.limits };
  const poster = createPoster({ allowPrivate: env.webhookAllowPrivate });
  const load = createEndpointLoad(limits.perEndpoint);
  let stopped = false;

  const recorder = createRecorders(steps.record, (written) => {
    figures.add(written);
    for (const each of written) {
      load.recorded(each);
      arrivals.done(each.deliveryId);
    }
    arrivals.send();
    arriving.wake();
    if (claims.crowded && free() >= limits.batch / 2) claiming.endPause();
    // Slots are free, or an endpoint of the queue has room again.
    if (claims.crowded || written.some(({ leaseId }) => leaseId !== null)) claiming.wake();
  });
  const sender = createSender({
    prepare: (taken) => steps.prepare(taken, render),
    send: (delivery) => traceAttempt(delivery, () => steps.send(delivery, poster.post)),
    load,
    onAttempt: recorder.add,
    onDropped: (delivery, failed) => {
      load.recorded(delivery);
      arrivals.done(delivery.id, failed);
    },
    onSlow: () => wakeAll(),
  });
  const slots = () => Math.min(limits.inFlight + sender.slow, MOST_WITH_SLOW * limits.inFlight);
  // Attempts that are not recorded take slots too: another worker would send them again.
  const free = () => slots() - sender.busy - recorder.unwritten;
  const isStopped = () => stopped;
  const claims = createClaims({
    lease: steps.lease,
    ...{ leaseMs, limits, load, slots, free, isStopped },
    onLeased: sender.take,
  });
  const arrivals = createArrivals({
    ...{ idleMs, load, slots, free, isStopped },
    onTaken: sender.take,
    onMoved: () => claiming.wake(),
  });
  // Do not take more than can be prepared.
  const asPrepared = (round: Round) => ({
    ...round,
    pauseMs: Math.max(round.pauseMs, backOff(sender.unprepared)),
  });
  const claiming = createPace({
    round: async () => asPrepared(await claims.round()),
    ...{ mayRun: () => free() > 0, isSeldom: () => claims.quiet || areParted() },
    onFailure: (error) => {
      claims.failed();
      logTrouble("deliveries could not be claimed", error);
    },
  });
  const arriving = createPace({
    round: async () => asPrepared(await arrivals.round()),
    ...{ mayRun: () => true, isSeldom: areParted },
    onFailure: (error) => logTrouble("new deliveries could not be read", error),
  });

  const wakeAll = () => {
    for (const pace of [arriving, claiming]) pace.wake();
  };
  const figures = publishFigures(arrivals, () => sender.busy + recorder.unwritten);
  const unlisten = listenForNotifications(({ queue }) => (queue ? wakeAll() : arriving.wake()));
  wakeAll();
  return {
    stop: async () => {
      stopped = true;
      await Promise.all([claiming.stop(), arriving.stop()]);
      await sender.settled();
      await recorder.settled();
      await Promise.all([unlisten(), poster.close(), arrivals.close(), figures.withdraw()]);
    },
  };
}
