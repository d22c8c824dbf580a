import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type {
  MandateScheme,
  MandateStatus,
  RevocationSource,
} from "#lib/kernel/vocabulary/mandates.ts";

/** The party that ended a mandate, and the scheme's code, if any. */
export type Revocation = { source: RevocationSource; code: string | null };

export type Mandate = {
  id: Id<"mdt">;
  accountId: Id<"acct">;
  mode: Mode;
  status: MandateStatus;
  scheme: MandateScheme;
  /** The reference at the payer's bank and on the payer's statement. */
  reference: string;
  customerId: Id<"cus"> | null;
  paymentMethodId: Id<"pm">;
  acceptedAt: Date;
  acceptedIp: string | null;
  /** The bank's code for the rejection. */
  failureCode: string | null;
  revocation: Revocation | null;
  railReference: string | null;
  /** When it expires if it is not used again; null if it does not expire. */
  expiresAt: Date | null;
  railCheckAt: Date | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

/** When and from where the payer agreed, as stated by the merchant. */
export type Acceptance = {
  /** Default: now. */
  acceptedAt?: Date | null | undefined;
  acceptedIp?: string | null | undefined;
};

/** Filters of the mandate list; all that are set must match. */
export type MandateFilter = {
  statuses?: readonly MandateStatus[] | undefined;
  schemes?: readonly MandateScheme[] | undefined;
  created?: Period | undefined;
  /** An id, a reference, an e-mail or a name. */
  search?: string | undefined;
};

/** One row of the mandate list, with its customer and payment method. */
export type MandateListItem = Pick<
  Mandate,
  "id" | "status" | "scheme" | "reference" | "acceptedAt" | "expiresAt" | "createdAt"
> & {
  paymentMethodId: Id<"pm">;
  method: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  bankLast4: string | null;
  bankCountry: string | null;
  customerId: Id<"cus"> | null;
  customerName: string | null;
  customerEmail: string | null;
};

export type MandateFacts = MandateListItem &
  Pick<Mandate, "acceptedIp" | "failureCode" | "railReference"> & {
    revocationSource: string | null;
    revocationCode: string | null;
    bankCode: string | null;
    updatedAt: Date;
  };
