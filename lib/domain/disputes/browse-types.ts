import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { DisputeStatus } from "./dispute-state.ts";
import type { Dispute } from "./types.ts";

/** What the list of disputes is narrowed to; what is left out does not matter. */
export type DisputeFilter = {
  statuses?: readonly DisputeStatus[] | undefined;
  reasons?: readonly Dispute["reason"][] | undefined;
  currencies?: readonly string[] | undefined;
  /** When the answer is due. */
  due?: Period | undefined;
  created?: Period | undefined;
  /** A dispute's or payment's id, a customer's e-mail address or name, or a card's last four digits. */
  search?: string | undefined;
};

/** A dispute as one line of a list, with the payment that was taken back. */
export type DisputeListItem = Dispute & {
  updatedAt: Date;
  paymentAmountMinor: bigint;
  paymentDescription: string | null;
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
  customerId: Id<"cus"> | null;
  customerName: string | null;
  customerEmail: string | null;
};

/** A dispute with what its page tells of the payment besides. */
export type DisputeFacts = DisputeListItem & {
  paymentStatus: string;
  paymentCreatedAt: Date;
  paymentSca: string | null;
};

/** How many disputes stand where. */
export type StatusCounts = Record<DisputeStatus, number>;

/** What of one currency waits for an answer. */
export type DisputesDue = {
  currency: string;
  count: number;
  amountMinor: bigint;
  /** The nearest deadline. */
  dueBy: Date;
};
