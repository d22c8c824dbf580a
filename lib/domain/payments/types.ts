import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Decline, ExemptionOutcome, Sca } from "#lib/rails/index.ts";
import type { PaymentStatus, PaymentStep } from "./payment-state.ts";

/** Rails by the name that requests select them by (decisions §3). */
export type PaymentMethodName =
  | "card"
  | "apple_pay"
  | "google_pay"
  | "ideal"
  | "bancontact"
  | "eps"
  | "p24"
  | "blik"
  | "bacs_debit"
  | "sepa_debit"
  | "sepa_instant";

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
  storedCredential: "first" | "subsequent";
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
  expiresAt: Date | null;
  createdAt: Date;
};

/** What a merchant asks for, already validated and in the newest version's terms. */
export type NewPayment = {
  amountMinor: bigint;
  currency: string;
  method: PaymentMethodName;
  paymentMethod: string | null;
  customer: string | null;
  capture: "automatic" | "manual";
  exemption: Exemption | null;
  description: string | null;
  statementDescriptor: string | null;
  returnUrl: string | null;
  metadata: Record<string, string> | undefined;
};
