import { DEADLINE_MS } from "#lib/domain/webhooks/index.ts";

/** Longer than the deadline of an attempt and the writing of its record together, so that no lease ends during an attempt. */
export const LEASE_MS = 3 * DEADLINE_MS;

/** The share of the slots that one account may take, so that another account's delivery finds a slot without waiting. */
export const MOST_OF_AN_ACCOUNT = 3 / 4;

/** Slow attempts included, at most this many times `inFlight` attempts may be under way. */
export const MOST_WITH_SLOW = 2;

/** A read or a record of so many rows means that more come soon. The next one then waits longer, because one statement of many
 *  rows costs less than several of few. */
export const MANY_ROWS = 16;

export type DispatchLimits = {
  /** Attempts of this worker under way or not yet recorded. Attempts that are slow do not count: endpoints that hang must not take
   *  the slots of the others before they are known to hang. */
  inFlight: number;
  /** Deliveries per claim. */
  batch: number;
  perEndpoint: number;
  perFailingEndpoint: number;
};

export const LIMITS: DispatchLimits = {
  inFlight: 1_024,
  batch: 512,
  perEndpoint: 64,
  perFailingEndpoint: 4,
};
