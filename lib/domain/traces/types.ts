import type { Announcement } from "#lib/domain/events/index.ts";
import type { KeyState } from "#lib/domain/idempotency/index.ts";
import type { Transfer } from "#lib/domain/ledger/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";

/** A call to a rail about an object. The object's id is the idempotency key at the rail. */
export type RailCall = {
  objectId: string;
  asked: "authorise" | "capture" | "refund" | "pay_out" | "set_up_mandate";
  amountMinor: bigint | null;
  currency: string | null;
  /** The object's status. */
  status: string;
  /** The rail's code for a decline or failure. */
  code: string | null;
  /** The rail's reference; null until it has answered. */
  reference: string | null;
  askedAt: Date;
  /** When the answer was recorded; null until then. */
  answeredAt: Date | null;
  /** When the rail is asked for the outcome again. */
  askAgainAt: Date | null;
};

/** A request with the state of its idempotency key, kept 24 hours. */
export type TracedRequest = RequestListItem & { key: KeyState | null };

/** Everything that belongs to one id, from the first request to the last delivery. */
export type Trace = {
  /** The objects, oldest first: the others belong to the first. */
  objectIds: string[];
  requests: TracedRequest[];
  railCalls: RailCall[];
  transfers: Transfer[];
  announcements: Announcement[];
};
