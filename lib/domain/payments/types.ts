import type { Acceptance } from "#lib/domain/mandates/index.ts";
import type { PaymentMethodName } from "#lib/domain/payment-methods/index.ts";
import type { RailLease } from "#lib/domain/rail-leases/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Decline, ExemptionOutcome, Initiator, Sca } from "#lib/rails/index.ts";
import type { PaymentStatus, PaymentStep } from "./payment-state.ts";

export type Exemption = "low_value" | "trusted_beneficiary" | "transaction_risk_analysis";

export type PaymentOutcomeName = "approved" | "declined" | "authentication_failed" | "abandoned";

/** The card as it was when it was charged. */
export type ChargedCard = {
  brand: string;
  last4: string;
  bin: string;
  issuer: string;
  country: string;
  funding: string;
  fingerprint: string;
};

/** What a payment has that its payer makes from their bank app. */
export type BankPayment = {
  /** Null until the payer has chosen. */
  bankId: string | null;
  payer: { name: string | null; country: string | null };
  reference: string;
  endToEndId: string;
  /** Whether the payer has come to the bank's page. */
  opened: boolean;
};

export type Payment = {
  id: Id<"pay">;
  accountId: Id<"acct">;
  mode: Mode;
  status: PaymentStatus;
  amountMinor: bigint;
  amountCapturedMinor: bigint;
  /** Refunds that settled or still may. */
  amountRefundedMinor: bigint;
  /** What was begun at the rail and is not recorded as done yet: nothing else can begin. */
  step: PaymentStep | null;
  /** How much a capture asks for. */
  captureMinor: bigint | null;
  currency: string;
  method: PaymentMethodName;
  capture: "automatic" | "manual";
  customerId: Id<"cus"> | null;
  paymentMethodId: Id<"pm"> | null;
  /** What the rail charges where no payment method is kept. Never shown. */
  railToken: string | null;
  /** Set for bank payments only. */
  bankPayment: BankPayment | null;
  storedCredential: "first" | "subsequent";
  /** A merchant may charge under the payer's mandate, while nobody is there to be challenged. */
  initiator: Initiator;
  description: string | null;
  statementDescriptor: string | null;
  returnUrl: string | null;
  redirectUrl: string | null;
  settles: string | null;
  sca: Sca | null;
  exemption: Exemption | null;
  exemptionOutcome: ExemptionOutcome | null;
  decline: Decline | null;
  card: ChargedCard | null;
  /** What the network, or the payer's authentication before it, made of it; null until it is known. */
  outcome: PaymentOutcomeName | null;
  disputed: boolean;
  mandateId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  settlementId: string | null;
  metadata: Record<string, string>;
  requestId: Id<"req"> | null;
  /** The rail's own name for it; null until the rail has answered once. */
  railReference: string | null;
  /** When to ask the rail (again) what became of it. */
  railCheckAt: Date | null;
  /** Whether an authorisation that is not captured expires. */
  expiresUncaptured: boolean;
  /** Until when the payer may confirm it, or until when it may be captured; null without an end. */
  expiresAt: Date | null;
  createdAt: Date;
};

/** What a merchant asks for, already validated and in the newest version's terms. */
export type NewPayment = {
  amountMinor: bigint;
  currency: string;
  method: PaymentMethodName;
  paymentMethod: string | null;
  /** What a payer by BLIK has from their bank's app. */
  blikCode?: string | null | undefined;
  /** The payer's agreement to a debit, where the merchant says more of it. */
  mandateData?: Acceptance | null | undefined;
  /** Whether a debit without a live mandate is refused when `mandateData` is left out. */
  needsMandateData?: boolean | undefined;
  /** Whether an authorisation that is not captured expires. */
  expiresUncaptured?: boolean | undefined;
  customer: string | null;
  capture: "automatic" | "manual";
  exemption: Exemption | null;
  description: string | null;
  statementDescriptor: string | null;
  returnUrl: string | null;
  metadata: Record<string, string> | undefined;
};

/** A bank payment as a merchant asks for it. */
export type NewBankPayment = {
  amountMinor: bigint;
  currency: string;
  payer: BankPayment["payer"];
  bankId: string | null;
  /** What the payer's statement says; one is made up when left out. */
  reference: string | null;
  description: string | null;
  returnUrl: string | null;
  metadata: Record<string, string> | undefined;
};

/** A payment, and the lease under which its rail may be called. */
export type HeldPayment = { payment: Payment; lease: RailLease };
