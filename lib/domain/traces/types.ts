import type { Announcement } from "#lib/domain/events/index.ts";
import type { KeyState } from "#lib/domain/idempotency/index.ts";
import type { Transfer } from "#lib/domain/ledger/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";

/** What a rail was asked to do for an object, whose id is the rail's own idempotency key. */
export type RailCall = {
  objectId: string;
  asked: "authorise" | "capture" | "refund" | "pay_out" | "set_up_mandate";
  amountMinor: bigint | null;
  currency: string | null;
  /** What became of the object, in the words of its own states. */
  status: string;
  /** The rail's reason where it refused. */
  code: string | null;
  /** The rail's name for it; null until it has answered. */
  reference: string | null;
  askedAt: Date;
  /** When its answer was recorded; null while there is none. */
  answeredAt: Date | null;
  /** When the rail is asked again what became of it. */
  askAgainAt: Date | null;
};

/** A request with what is kept of its idempotency key, for 24 hours. */
export type TracedRequest = RequestListItem & { key: KeyState | null };

/** All that one id is part of, from the request that began it to the last delivery. */
export type Trace = {
  /** The objects it is about, the first of them the one that the others came of. */
  objectIds: string[];
  requests: TracedRequest[];
  railCalls: RailCall[];
  transfers: Transfer[];
  announcements: Announcement[];
};
