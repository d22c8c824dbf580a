import { nowMs } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { guardedRail, type Rail, takeoverMs } from "#lib/rails/index.ts";
import * as store from "./store.ts";

/** What rails are asked about: a payment, refund, payout or mandate. */
export type Leased = { accountId: Id<"acct">; mode: Mode; id: string };

/** The right to call a rail about one object. At most one call or worker holds it at a time. */
export type RailLease = {
  readonly of: Leased;
  /** Differs for every lease, so that a late holder cannot end or prolong the next one. */
  readonly holder: string;
  /** When others may take it over. */
  endsAtMs: number;
};

/** Somebody else holds the lease, or took it over: nothing was asked of the rail. */
export class LeaseHeldError extends ApiError {
  constructor() {
    super(
      "idempotency_in_progress",
      "Another call is asking the acquirer about this object. Wait and retry with the same Idempotency-Key.",
      { param: "Idempotency-Key" },
    );
  }
}

/** A lease that is not stored yet. The statement that writes the object's row has to store it (`leaseRow`,
 *  `leaseColumns`). */
export function newLease({ accountId, mode, id }: Leased): RailLease {
  return { of: { accountId, mode, id }, holder: newId("req"), endsAtMs: nowMs() + takeoverMs() };
}

/** Takes the lease of an object. Throws `LeaseHeldError` while somebody else holds it. Locks the row for one
 *  statement. */
async function takeLease(of: Leased): Promise<RailLease> {
  const lease = newLease(of);
  if (!(await store.take(lease, nowMs()))) throw new LeaseHeldError();
  return lease;
}

/** Ends a lease early. Does nothing when it was taken over or the outcome's statement has ended it. A failure
 *  is ignored: the lease ends by itself. */
export async function releaseLease(lease: RailLease): Promise<void> {
  await store.release(lease).catch(() => {});
}

/** Takes the lease of an object, does the work and ends the lease. Does nothing while somebody else holds it. */
export async function underLease(
  of: Leased,
  work: (lease: RailLease) => Promise<void>,
): Promise<void> {
  const lease = newLease(of);
  if (!(await store.take(lease, nowMs()))) return;
  try {
    await work(lease);
  } finally {
    await releaseLease(lease);
  }
}

/**
 * Takes the lease of an object if a rail still has to be called about it (`isOpen`). Answers the object as it was
 * read under the lease; with `lease` null when it is not open (any more). Throws `LeaseHeldError`.
 */
export async function takeIfOpen<T extends Leased>(
  read: () => Promise<T>,
  isOpen: (object: T) => boolean,
): Promise<{ object: T; lease: RailLease | null }> {
  const seen = await read();
  if (!isOpen(seen)) return { object: seen, lease: null };
  const lease = await takeLease(seen);
  const object = await read();
  if (isOpen(object)) return { object, lease };
  await releaseLease(lease);
  return { object, lease: null };
}

/** The rail of a leased object. Each call to it first makes sure that the lease lasts longer than the call may
 *  take, and prolongs it if necessary. Throws `LeaseHeldError` instead of calling when somebody took it over. */
export function railUnder(lease: RailLease): Rail {
  return guardedRail(lease.of.mode, () => keep(lease));
}

/** A rail call takes at most a third of `takeoverMs`. Half of it is time to spare. */
async function keep(lease: RailLease): Promise<void> {
  const ms = nowMs();
  if (lease.endsAtMs - ms >= takeoverMs() / 2) return;
  const endsAtMs = ms + takeoverMs();
  if (!(await store.prolong(lease, endsAtMs))) throw new LeaseHeldError();
  lease.endsAtMs = endsAtMs;
}
