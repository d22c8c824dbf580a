import type { AcquirerResponse } from "#lib/domain/payments/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type {
  DisputeReason,
  DisputeStatus,
  EVIDENCE_FIELDS,
  FileType,
} from "#lib/kernel/vocabulary/disputes.ts";

export type Evidence = Partial<Record<(typeof EVIDENCE_FIELDS)[number], string>>;

export type Dispute = {
  id: Id<"dp">;
  accountId: Id<"acct">;
  mode: Mode;
  paymentId: Id<"pay">;
  status: DisputeStatus;
  amountMinor: bigint;
  currency: string;
  /** The acquirer's fee, charged whether won or lost. */
  feeMinor: bigint;
  reason: DisputeReason;
  networkReasonCode: string | null;
  evidence: Evidence;
  /** Its files, in the order in which they were added. Frozen with the evidence. */
  evidenceFiles: Id<"dpf">[];
  evidenceDueBy: Date;
  railCheckAt: Date | null;
  createdAt: Date;
};

/** An evidence file without its content. */
export type DisputeFile = {
  id: Id<"dpf">;
  accountId: Id<"acct">;
  mode: Mode;
  disputeId: Id<"dp">;
  name: string;
  type: FileType;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  actorType: string;
  actorId: string;
  actorName: string | null;
  createdAt: Date;
};

/** Filters of the dispute list; all that are set must match. */
export type DisputeFilter = {
  statuses?: readonly DisputeStatus[] | undefined;
  reasons?: readonly Dispute["reason"][] | undefined;
  currencies?: readonly string[] | undefined;
  /** When the response is due. */
  due?: Period | undefined;
  created?: Period | undefined;
  tags?: readonly string[] | undefined;
  /** A dispute's or payment's id, a customer's e-mail address or name, or a card's last four digits. */
  search?: string | undefined;
};

/** One row of the dispute list, with its payment. */
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

/** A dispute with the payment facts that its page shows. */
export type DisputeFacts = DisputeListItem & {
  paymentStatus: string;
  paymentCreatedAt: Date;
  paymentSca: string | null;
  acquirerResponse: AcquirerResponse | null;
  /** The member who answers it; a user's id. */
  assignedTo: string | null;
  assigneeName: string | null;
};

/** The disputes of one currency that need a response. */
export type DisputesDue = {
  currency: string;
  count: number;
  amountMinor: bigint;
  /** The nearest deadline. */
  dueBy: Date;
};
