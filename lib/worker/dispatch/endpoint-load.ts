import type { Id } from "#lib/kernel/ids.ts";

/** An endpoint that has not answered for this long is silent. Together with `MOST_OF_SILENT` this delays no endpoint that answers
 *  in time: with fewer than one answer per 2 s, eight attempts under way are enough for every answer to come within its 10 s. */
const SILENT_AFTER_MS = 2_000;
const MOST_OF_SILENT = 8;

type Load = { inFlight: number; answeredMs: number };
type Delivery = { accountId: Id<"acct">; endpointId: Id<"we"> };
type Attempt = { leaseId: string | null; failure: object | null };

/** Whether the endpoint has room before the attempt is recorded: if it accepted a new delivery. Attempts from the queue keep their
 *  place, because a claim counts it, and dropped deliveries have no attempt. */
const isOver = ({ leaseId, failure }: Partial<Attempt>) => leaseId === null && failure === null;

export type EndpointLoad = ReturnType<typeof createEndpointLoad>;

/**
 * Counts the deliveries that this worker has under way per endpoint and account, and names the endpoints that get no more: those at
 * their limit, and silent ones with a few under way. An endpoint that hangs gets fewer connections than one that answers: each costs
 * a handshake, and other deliveries wait for it.
 */
export function createEndpointLoad(perEndpoint: number, now = () => performance.now()) {
  const endpoints = new Map<Id<"we">, Load>();
  const accounts = new Map<Id<"acct">, number>();
  const mostOf = ({ answeredMs }: Load, silentSince: number) =>
    answeredMs < silentSince ? Math.min(MOST_OF_SILENT, perEndpoint) : perEndpoint;
  return {
    /** Deliveries under way per account. */
    accounts: accounts as ReadonlyMap<Id<"acct">, number>,
    /** A delivery was taken. */
    taken({ accountId, endpointId }: Delivery): void {
      accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
      const one = endpoints.get(endpointId);
      if (one) one.inFlight++;
      else endpoints.set(endpointId, { inFlight: 1, answeredMs: Number.NEGATIVE_INFINITY });
    },
    /** A status line came. An endpoint that accepted a new delivery has room for another at once. */
    answered(endpoint: Id<"we">, attempt?: Attempt): void {
      const one = endpoints.get(endpoint)!;
      one.answeredMs = now();
      if (attempt && isOver(attempt)) one.inFlight--;
    },
    /** An attempt is recorded, or a delivery was dropped. An endpoint that failed has room only then: until it is known to fail
     *  it may have as many as the others, and would get all of them when its first attempts time out. */
    recorded(delivery: Delivery & Partial<Attempt>): void {
      const { accountId, endpointId } = delivery;
      const left = accounts.get(accountId)! - 1;
      if (left > 0) accounts.set(accountId, left);
      else accounts.delete(accountId);
      if (!isOver(delivery)) endpoints.get(endpointId)!.inFlight--;
    },
    /** Tells of an endpoint whether it gets nothing more now. */
    fullness(): (endpoint: Id<"we">) => boolean {
      const silentSince = now() - SILENT_AFTER_MS;
      return (endpoint) => {
        const one = endpoints.get(endpoint);
        return one !== undefined && one.inFlight >= mostOf(one, silentSince);
      };
    },
    /** The endpoints that get nothing more now. */
    full(): Array<Id<"we">> {
      const silentSince = now() - SILENT_AFTER_MS;
      const found: Array<Id<"we">> = [];
      for (const [endpoint, one] of endpoints) {
        if (one.inFlight >= mostOf(one, silentSince)) found.push(endpoint);
        else if (one.inFlight === 0 && one.answeredMs < silentSince) endpoints.delete(endpoint);
      }
      return found;
    },
  };
}
