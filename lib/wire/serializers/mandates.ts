import type { Mandate } from "#lib/domain/mandates/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { MandateWire } from "../contract/mandates.ts";

export function toMandateWire(mandate: Mandate): MandateWire {
  return {
    id: mandate.id,
    object: "mandate",
    livemode: mandate.mode === "live",
    created: toIsoSeconds(mandate.createdAt),
    metadata: mandate.metadata,
    status: mandate.status,
    scheme: mandate.scheme,
    reference: mandate.reference,
    customer: mandate.customerId,
    payment_method: mandate.paymentMethodId,
    accepted_at: toIsoSeconds(mandate.acceptedAt),
    accepted_ip: mandate.acceptedIp,
    failure_code: mandate.failureCode,
    revocation: mandate.revocation && { ...mandate.revocation },
    expires_at: mandate.expiresAt && toIsoSeconds(mandate.expiresAt),
  };
}
