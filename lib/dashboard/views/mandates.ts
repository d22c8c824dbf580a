import type { Mandate, MandateDetail, MandateListItem } from "#lib/domain/mandates/index.ts";
import type { PaymentListItem } from "#lib/domain/payments/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import { announcementView, paymentListItemView } from "./payments.ts";
import { customerRefView, iso, requestListItemView, type SliceView } from "./shared.ts";

export function mandateListItemView(line: MandateListItem) {
  return {
    id: line.id,
    status: line.status,
    scheme: line.scheme,
    reference: line.reference,
    /** The last characters of the account or card number. */
    source: {
      method: line.method ?? "card",
      brand: line.cardBrand,
      last4: line.bankLast4 ?? line.cardLast4,
      country: line.bankCountry,
    },
    customer: customerRefView(line),
    acceptedAt: line.acceptedAt.toISOString(),
    expiresAt: iso(line.expiresAt),
    createdAt: line.createdAt.toISOString(),
  };
}

export type MandateListItemView = ReturnType<typeof mandateListItemView>;
export type MandateListView = SliceView & { mandates: MandateListItemView[] };

/** The screen of a mandate, without the object's JSON. */
export function mandateView(
  { mandate, announcements }: MandateDetail,
  payments: readonly PaymentListItem[],
  requests: readonly RequestListItem[],
) {
  return {
    ...mandateListItemView(mandate),
    acceptedIp: mandate.acceptedIp,
    failureCode: mandate.failureCode,
    revocation:
      mandate.revocationSource === null
        ? null
        : { source: mandate.revocationSource, code: mandate.revocationCode },
    railReference: mandate.railReference,
    paymentMethodId: mandate.paymentMethodId,
    bankCode: mandate.bankCode,
    updatedAt: mandate.updatedAt.toISOString(),
    payments: payments.map(paymentListItemView),
    events: announcements.map(announcementView),
    requests: requests.map(requestListItemView),
  };
}

export type MandateView = ReturnType<typeof mandateView>;

/** A mandate after its revocation. */
export function mandateRevokedView({ id, status }: Mandate) {
  return { id, status };
}

export type MandateRevokedView = ReturnType<typeof mandateRevokedView>;
