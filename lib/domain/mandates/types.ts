import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { MandateStatus } from "./mandate-state.ts";

export const MANDATE_SCHEMES = ["bacs", "sepa_core", "card"] as const;
export type MandateScheme = (typeof MANDATE_SCHEMES)[number];

/** Who ended a mandate, and the scheme's own code for it where there is one. */
export type Revocation = { source: "payer" | "bank" | "merchant"; code: string | null };

export type Mandate = {
  id: Id<"mdt">;
  accountId: Id<"acct">;
  mode: Mode;
  status: MandateStatus;
  scheme: MandateScheme;
  /** What the payer's bank and statement know it by. */
  reference: string;
  customerId: Id<"cus"> | null;
  paymentMethodId: Id<"pm">;
  acceptedAt: Date;
  acceptedIp: string | null;
  /** The bank's code for why it would not take it. */
  failureCode: string | null;
  revocation: Revocation | null;
  railReference: string | null;
  /** When it ends if it is not used again; null when it does not end by itself. */
  expiresAt: Date | null;
  railCheckAt: Date | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

/** A payer's agreement, as the merchant holds it. */
export type Acceptance = {
  /** The present when left out. */
  acceptedAt?: Date | null | undefined;
  acceptedIp?: string | null | undefined;
};
