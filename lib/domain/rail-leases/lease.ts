import { nowMs } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { guardedRail, type Rail, takeoverMs } from "#lib/rails/index.ts";
import * as store from "./store.ts";

/** An object about which rails are called: a payment, refund, payout or mandate. */
export type Leased = { accountId: Id<"acct">; mode: Mode; id: string };

/** The right to call a rail about one object. At most one request or worker holds it at a time. */
export type RailLease = {
  readonly of: Leased;
  /** Unique per lease, so that a late holder cannot end or extend the next one. */
  readonly holder: string;
  /** From when on others may take it over. */
  endsAtMs: number;
};

/** Another process holds the lease or took it over; the rail was not called. */
export class LeaseHeldError extends ApiError {
  constructor() {
    super(
      "idempotency_in_progress",
      "Another request is asking the acquirer about this object. Wait and retry with the same Idempotency-Key.",
      { param: "Idempotency-Key" },
    );
  }
}

/** Returns a new lease; stores nothing. The statement that writes the object's row must store it (`leaseRow`,
 *  `leaseColumns`). */
export function newLease({ accountId, mode, id }: Leased): RailLease {
  return { of: { accountId, mode, id }, holder: newId("req"), endsAtMs: nowMs() + takeoverMs() };
}

/** Takes the lease of an object. Throws `LeaseHeldError` while another process holds it. Locks the row for one
 *  statement. */
async function takeLease(of: Leased): Promise<RailLease> {
  const lease = newLease(of);
  if (!(await store.take(lease, nowMs()))) throw new LeaseHeldError();
  return lease;
}

/** Ends a lease early. Does nothing if it was taken over or has ended. Ignores errors, because the lease ends by
 *  itself. */
export async function releaseLease(lease: RailLease): Promise<void> {
  await store.release(lease).catch(() => {});
}

/** Takes the lease of an object, does the work and ends the lease. Does nothing while another process holds it. */
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
 * Takes the lease of an object if a rail must still be called about it (`isOpen`). Returns the object as read under the
 * lease; `lease` is null if it is not open. Throws `LeaseHeldError`.
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

/** Returns the rail for a leased object. Before each call it extends the lease if the call could outlast it, and throws
 *  `LeaseHeldError` instead of calling if another process took the lease over. */
export function railUnder(lease: RailLease): Rail {
  return guardedRail(lease.of.mode, () => keep(lease));
}

/** A rail call takes at most a third of `takeoverMs`, so half of it is always enough. */
async function keep(lease: RailLease): Promise<void> {
  const ms = nowMs();
  if (lease.endsAtMs - ms >= takeoverMs() / 2) return;
  const endsAtMs = ms + takeoverMs();
  if (!(await store.prolong(lease, endsAtMs))) throw new LeaseHeldError();
  lease.endsAtMs = endsAtMs;
}
