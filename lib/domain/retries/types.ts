import type { RowJob } from "#lib/domain/row-jobs/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { SubscriptionStatus } from "#lib/kernel/vocabulary/billing.ts";
import type {
  AdviceCode,
  PaymentOutcomeName,
  PaymentStatus,
} from "#lib/kernel/vocabulary/payments.ts";
import type { RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";

/** The facts that decide whether a payment can be retried without its payer. */
export type RetryFacts = {
  id: Id<"pay">;
  status: PaymentStatus;
  outcome: PaymentOutcomeName | null;
  amountMinor: bigint;
  amountCapturedMinor: bigint;
  currency: string;
  declineCode: string | null;
  networkCode: string | null;
  adviceCode: AdviceCode | null;
  cardBrand: string | null;
  createdAt: Date;
  /** Whether its payment method can still be charged, and its customer is not deleted; null without a payment method. */
  methodIsActive: boolean | null;
  /** The payment method's live mandate: the payer's permission to be charged while absent. */
  mandateId: Id<"mdt"> | null;
  /** Set for the payment of a subscription's invoice. */
  invoice: {
    isOpen: boolean;
    isCollecting: boolean;
    isLatestTry: boolean;
    subscription: SubscriptionStatus;
  } | null;
  /** The most decisive later payment of the same sale. */
  later: { id: Id<"pay">; status: PaymentStatus } | null;
  /** Whether the reports know a later success of its retry chain. */
  isRecovered: boolean;
  /** Identifies its card (or bank account): payments with the same one share limits of tries. */
  triedWith: string | null;
  /** When the same card (or bank account), amount and currency was tried in the last 30 days, and was declined or is being
   *  retried now; this one included. */
  triedAt: readonly Date[];
};

/** `by`: the later payment that is the reason. */
export type RetryVerdict =
  | { may: true }
  | { may: false; refusal: RetryRefusal; by: Id<"pay"> | null };

export type CurrencyTotal = { currency: string; count: number; amountMinor: bigint };

/** The payments that a job would retry, and those that it would not. */
export type RetryPreview = {
  /** The declined payments that were looked at. */
  checked: number;
  /** Whether there are more declined payments than a job takes; the newest are taken. */
  hasMore: boolean;
  retryable: CurrencyTotal[];
  refused: Array<{ refusal: RetryRefusal; totals: CurrencyTotal[] }>;
};

export type RetryJob = RowJob & { id: Id<"rtj">; createdBy: string };

/** One payment of a job. `result` is the status of its retry now. */
export type RetryItem = {
  paymentId: Id<"pay">;
  amountMinor: bigint;
  currency: string;
  state: RowState;
  refusal: RetryRefusal | null;
  retryId: Id<"pay"> | null;
  result: PaymentStatus | null;
  declineCode: string | null;
};

export type RetryTotal = CurrencyTotal & {
  state: RowState;
  result: PaymentStatus | null;
};
