import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { MandateStatus } from "./mandate-state.ts";
import type { Mandate, MandateScheme } from "./types.ts";

/** What the list of mandates is narrowed to; what is left out does not matter. */
export type MandateFilter = {
  statuses?: readonly MandateStatus[] | undefined;
  schemes?: readonly MandateScheme[] | undefined;
  created?: Period | undefined;
  /** An id, a reference, an e-mail or a name. */
  search?: string | undefined;
};

/** A mandate as a line of a list, with whose it is and what it debits. */
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
