import {
  type leaseDueDeliveries,
  newQueuePlace,
  type TakenDeliveries,
} from "#lib/domain/webhooks/index.ts";
import type { ClaimedStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import type { EndpointLoad } from "./endpoint-load.ts";
import { type DispatchLimits, MOST_OF_AN_ACCOUNT } from "./limits.ts";
import type { Round } from "./pace.ts";

/** The shortest pause after a claim that found fewer than it might have: what falls due meanwhile is claimed together. A claim that
 *  takes longer is followed by a pause as long, unless the one before was quick: then the disk was slow once, and deliveries that
 *  waited for it need not wait as long again. */
const BETWEEN_CLAIMS_MS = 5;
/** After a claim that filled every slot more is due. Wait until half a batch of slots is free, or this long: one claim costs as much
 *  as dozens of rows. */
const CROWDED_MS = 40;
/** Retries are minutes apart, so most rounds do not look for them. */
const RETRIES_EVERY_MS = 250;
/** How often the whole history is searched, so that no due delivery is ever forgotten. */
const FULL_SEARCH_EVERY_MS = 5_000;

export type Claims = {
  /** Claims once: first attempts, and every 250 ms retries. */
  round(): Promise<Round>;
  /** The last claim filled every slot. */
  readonly crowded: boolean;
  /** The last claims, of first attempts and of retries, found nothing. Each opens every day of the history, so an empty queue is
   *  polled seldom. */
  readonly quiet: boolean;
  /** A round failed. */
  failed(): void;
};

/** Decides when to look for what, and leases it. `slots` are all that may be in use, `free` those that are not. */
export function createClaims(options: {
  lease: typeof leaseDueDeliveries;
  leaseMs: number;
  limits: DispatchLimits;
  load: EndpointLoad;
  slots: () => number;
  free: () => number;
  isStopped: () => boolean;
  onLeased: (leased: TakenDeliveries) => void;
}): Claims {
  const { limits, load, slots, free } = options;
  const place = newQueuePlace();
  const last = {
    retries: Number.NEGATIVE_INFINITY,
    fullSearch: Number.NEGATIVE_INFINITY,
    tookMs: 0,
    crowded: false,
    first: 0,
    retried: 0,
  };

  const claim = async (status: ClaimedStatus, whole: boolean): Promise<number> => {
    const limit = Math.min(limits.batch, free());
    if (options.isStopped() || limit <= 0) return 0;
    const { perEndpoint, perFailingEndpoint } = limits;
    const most = Math.ceil(slots() * MOST_OF_AN_ACCOUNT);
    const leased = await options.lease({
      ...{ status, limit, perEndpoint, perFailingEndpoint, whole, place },
      passOver: load.full(),
      accounts: { most, underWay: load.accounts },
      leaseMs: options.leaseMs,
    });
    for (const each of leased.rows) load.taken(each);
    options.onLeased(leased);
    return leased.rows.length;
  };

  return {
    async round() {
      const started = performance.now();
      const whole = started - last.fullSearch >= FULL_SEARCH_EVERY_MS;
      const room = free();
      const first = await claim("pending", whole);
      last.first = first;
      last.crowded = first > 0 && first >= room;
      if (whole || started - last.retries >= RETRIES_EVERY_MS) {
        last.retried = await claim("retrying", whole);
        last.retries = started;
      }
      if (whole) last.fullSearch = started;
      if (first >= limits.batch) return { pauseMs: 0, again: true };
      if (last.crowded) return { pauseMs: CROWDED_MS, again: true };
      const tookMs = performance.now() - started;
      const pauseMs = Math.min(tookMs, last.tookMs);
      last.tookMs = tookMs;
      return { pauseMs: Math.max(pauseMs, BETWEEN_CLAIMS_MS), again: false };
    },
    get crowded() {
      return last.crowded;
    },
    get quiet() {
      return last.first + last.retried === 0;
    },
    failed() {
      last.crowded = false;
    },
  };
}
