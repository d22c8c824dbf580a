import { listenForNotifications } from "#lib/domain/events/index.ts";
import {
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
import { createClaims } from "./claims.ts";
import { createEndpointLoad } from "./endpoint-load.ts";
import { type DispatchLimits, LEASE_MS, LIMITS, MOST_WITH_SLOW } from "./limits.ts";
import { backOff, createPace } from "./pace.ts";
import { createRecorder } from "./recorder.ts";
import { createSender } from "./sender.ts";

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

/**
 * Sends due deliveries: claims, signs, posts, records. Notifications wake it, and it polls every 250 ms. `stop` claims nothing more,
 * waits for the attempts under way and records them; what a killed worker had claimed is sent by another once the lease ends.
 */
export function startDispatch(
  options: {
    /** For tests: renders the body of an event. */
    renderEventBody?: RenderEventBody;
    limits?: Partial<DispatchLimits>;
    leaseMs?: number;
    steps?: DispatchSteps;
  } = {},
): Loop {
  const { leaseMs = LEASE_MS, steps = STEPS } = options;
  const render = options.renderEventBody ?? renderEventBody;
  const limits = { ...LIMITS, ...options.limits };
  const poster = createPoster({ allowPrivate: env.webhookAllowPrivate });
  const load = createEndpointLoad(limits.perEndpoint);
  let stopped = false;

  const recorder = createRecorder(steps.record, (written) => {
    for (const each of written) load.recorded(each);
    if (claims.crowded && free() >= limits.batch / 2) pace.endPause();
    pace.wake();
  });
  const sender = createSender({
    prepare: (leased) => steps.prepare(leased, render),
    send: (delivery) => steps.send(delivery, poster.post),
    load,
    onAttempt: recorder.add,
    onSlow: () => pace.wake(),
  });
  const slots = () => Math.min(limits.inFlight + sender.slow, MOST_WITH_SLOW * limits.inFlight);
  // Attempts that are not recorded take slots too: another worker would send them again.
  const free = () => slots() - sender.busy - recorder.unwritten;
  const claims = createClaims({
    lease: steps.lease,
    ...{ leaseMs, limits, load, slots, free },
    isStopped: () => stopped,
    onLeased: sender.take,
  });
  const pace = createPace({
    round: async () => {
      const round = await claims.round();
      // Do not lease more than can be prepared.
      return { ...round, pauseMs: Math.max(round.pauseMs, backOff(sender.unprepared)) };
    },
    mayRun: () => free() > 0,
    onFailure: (error) => {
      claims.failed();
      logTrouble("deliveries could not be claimed", error);
    },
  });

  const unlisten = listenForNotifications(pace.wake);
  pace.wake();
  return {
    stop: async () => {
      stopped = true;
      await pace.stop();
      await sender.settled();
      await recorder.settled();
      await Promise.all([unlisten(), poster.close()]);
    },
  };
}
