import type { Mandate, MandateDetail, MandateListItem } from "#lib/domain/mandates/index.ts";
import type { PaymentListItem } from "#lib/domain/payments/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { ActionsView } from "./actions.ts";
import { eventWithDeliveriesView, paymentListItemView } from "./payments.ts";
import { customerRefView, iso, requestListItemView, type SliceView } from "./shared.ts";

export function mandateListItemView(item: MandateListItem) {
  return {
    id: item.id,
    status: item.status,
    scheme: item.scheme,
    reference: item.reference,
    /** The last characters of the account or card number. */
    source: {
      method: item.method ?? "card",
      brand: item.cardBrand,
      last4: item.bankLast4 ?? item.cardLast4,
      country: item.bankCountry,
    },
    customer: customerRefView(item),
    acceptedAt: item.acceptedAt.toISOString(),
    expiresAt: iso(item.expiresAt),
    createdAt: item.createdAt.toISOString(),
  };
}

export type MandateListItemView = ReturnType<typeof mandateListItemView>;
export type MandateListView = SliceView & { mandates: MandateListItemView[] };

/** The screen of a mandate, without the object's JSON. */
export function mandateView(
  { mandate, events }: MandateDetail,
  related: {
    payments: readonly PaymentListItem[];
    requests: readonly RequestListItem[];
    actions: ActionsView<"mandate">;
  },
) {
  const { payments, requests, actions } = related;
  return {
    ...mandateListItemView(mandate),
    allowedActions: actions,
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
    events: events.map(eventWithDeliveriesView),
    requests: requests.map(requestListItemView),
  };
}

export type MandateView = ReturnType<typeof mandateView>;

/** A mandate after its revocation. */
export function mandateRevokedView({ id, status }: Mandate) {
  return { id, status };
}

export type MandateRevokedView = ReturnType<typeof mandateRevokedView>;
