import type { Acceptance } from "#lib/domain/mandates/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

type MandateData = { accepted_at?: string | undefined; accepted_ip?: string | undefined };

/** `mandate_data` of a request as the domain takes it; null if absent. */
export function toAcceptance(given: MandateData | undefined): Acceptance | null {
  if (!given) return null;
  const { accepted_at: moment, accepted_ip: acceptedIp = null } = given;
  return { acceptedAt: moment === undefined ? null : dateFromMs(Date.parse(moment)), acceptedIp };
}
