import type { Acceptance } from "#lib/domain/mandates/index.ts";
import type { RailLease } from "#lib/domain/rail-leases/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  CaptureMode,
  CheckResult,
  CredentialUse,
  Exemption,
  ExemptionOutcome,
  Initiator,
  PaymentMethodName,
  PaymentOutcomeName,
  PaymentStatus,
  PaymentStep,
  Sca,
} from "#lib/kernel/vocabulary/payments.ts";
import type { Decline } from "#lib/rails/index.ts";

/** The card's data at the time of the charge. */
export type ChargedCard = {
  brand: string;
  last4: string;
  bin: string;
  issuer: string;
  country: string;
  funding: string;
  fingerprint: string;
};

/** Data that only bank payments have. */
export type BankPayment = {
  /** Null until the payer has chosen a bank. */
  bankId: string | null;
  payer: { name: string | null; country: string | null };
  reference: string;
  endToEndId: string;
  /** Whether the payer has opened the bank's page. */
  opened: boolean;
};

/** Acquirer response of a card payment; a fact that was not reported is null. */
export type AcquirerResponse = {
  eci: string | null;
  liabilityShift: boolean | null;
  avsResult: CheckResult | null;
  cvcResult: CheckResult | null;
  arn: string | null;
};

export type Payment = {
  id: Id<"pay">;
  accountId: Id<"acct">;
  mode: Mode;
  status: PaymentStatus;
  amountMinor: bigint;
  amountCapturedMinor: bigint;
  /** Sum of the refunds that have succeeded or still can. */
  amountRefundedMinor: bigint;
  /** The operation begun at the rail and not yet recorded as done. No other can begin meanwhile. */
  step: PaymentStep | null;
  /** The amount of the capture that was begun. */
  captureMinor: bigint | null;
  currency: string;
  method: PaymentMethodName;
  capture: CaptureMode;
  customerId: Id<"cus"> | null;
  paymentMethodId: Id<"pm"> | null;
  /** The token that the rail charges if no payment method is stored. Never shown. */
  railToken: string | null;
  /** Set for bank payments only. */
  bankPayment: BankPayment | null;
  storedCredential: CredentialUse;
  /** `merchant`: charged under a mandate while the payer is absent, so a challenge is impossible. */
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
  /** Null until the acquirer has told a fact. */
  acquirerResponse: AcquirerResponse | null;
  /** Null until known. */
  outcome: PaymentOutcomeName | null;
  disputed: boolean;
  mandateId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  /** The declined payment that this one retries without the payer. */
  retryOf: Id<"pay"> | null;
  settlementId: string | null;
  metadata: Record<string, string>;
  requestId: Id<"req"> | null;
  /** The rail's reference; null until the rail has answered once. */
  railReference: string | null;
  /** When to ask the rail for the status next. */
  railCheckAt: Date | null;
  /** Whether an authorisation expires if it is not captured. */
  expiresUncaptured: boolean;
  /** When the payer's time to confirm, or the time to capture, ends; null if it does not end. */
  expiresAt: Date | null;
  createdAt: Date;
};

/** Validated input of `createPayment`, in the newest API version. */
export type NewPayment = {
  amountMinor: bigint;
  currency: string;
  method: PaymentMethodName;
  paymentMethod: string | null;
  /** The code from the payer's bank app. */
  blikCode?: string | null | undefined;
  /** How the payer agreed to the debit. */
  mandateData?: Acceptance | null | undefined;
  /** Whether a debit without a live mandate is refused if `mandateData` is missing. */
  needsMandateData?: boolean | undefined;
  /** Whether an authorisation expires if it is not captured. */
  expiresUncaptured?: boolean | undefined;
  customer: string | null;
  capture: CaptureMode;
  exemption: Exemption | null;
  description: string | null;
  statementDescriptor: string | null;
  returnUrl: string | null;
  metadata: Record<string, string> | undefined;
};

/** Validated input of `createBankPayment`. */
export type NewBankPayment = {
  amountMinor: bigint;
  currency: string;
  payer: BankPayment["payer"];
  bankId: string | null;
  /** Text on the payer's bank statement; generated if null. */
  reference: string | null;
  description: string | null;
  returnUrl: string | null;
  metadata: Record<string, string> | undefined;
};

/** A payment and the lease that permits calls to its rail. */
export type HeldPayment = { payment: Payment; lease: RailLease };
