import type { Id } from "#lib/kernel/ids.ts";

/** An endpoint that has not answered for so long is silent. Together with `MOST_OF_SILENT` this holds up
 *  nobody who answers in time: with fewer than one answer in so long, eight under way are enough for
 *  every answer to come within the ten seconds it may take. */
const SILENT_AFTER_MS = 2_000;
const MOST_OF_SILENT = 8;

type Waiting = { inFlight: number; answeredMs: number };
type Delivery = { accountId: Id<"acct">; endpointId: Id<"we"> };

/**
 * Knows of which endpoints nothing more need be claimed: those that have all they may have under way from
 * this worker, and those that have a few and are silent. Whoever hangs gets a few connections that way, and
 * not as many as one who answers: each costs a handshake, and the others' deliveries wait for it.
 */
export function createWaiting(perEndpoint: number, now = () => performance.now()) {
  const endpoints = new Map<Id<"we">, Waiting>();
  const accounts = new Map<Id<"acct">, number>();
  return {
    /** How many deliveries of each account are under way. */
    accounts: accounts as ReadonlyMap<Id<"acct">, number>,
    sent({ accountId, endpointId }: Delivery): void {
      accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
      const one = endpoints.get(endpointId);
      if (one) one.inFlight++;
      else endpoints.set(endpointId, { inFlight: 1, answeredMs: Number.NEGATIVE_INFINITY });
    },
    /** A status line came. */
    answered(endpoint: Id<"we">): void {
      endpoints.get(endpoint)!.answeredMs = now();
    },
    /** An attempt is over and written down. Not before: until it is known that an endpoint fails, it may have as
     *  much as the others, and would get all of it at once when its first attempts run out of time. */
    over({ accountId, endpointId }: Delivery): void {
      const left = accounts.get(accountId)! - 1;
      if (left > 0) accounts.set(accountId, left);
      else accounts.delete(accountId);
      endpoints.get(endpointId)!.inFlight--;
    },
    /** Which endpoints to pass over now. */
    full(): Array<Id<"we">> {
      const silentSince = now() - SILENT_AFTER_MS;
      const found: Array<Id<"we">> = [];
      for (const [endpoint, { inFlight, answeredMs }] of endpoints) {
        const most = answeredMs < silentSince ? Math.min(MOST_OF_SILENT, perEndpoint) : perEndpoint;
        if (inFlight >= most) found.push(endpoint);
        else if (inFlight === 0 && answeredMs < silentSince) endpoints.delete(endpoint);
      }
      return found;
    },
  };
}
