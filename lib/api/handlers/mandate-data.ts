import type { Acceptance } from "#lib/domain/mandates/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";

type MandateData = { accepted_at?: string | undefined; accepted_ip?: string | undefined };

/** How far a merchant's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** `mandate_data` of a request as the domain takes it; null if absent. Throws `parameter_invalid` if the payer has not
 *  agreed yet: such a mandate proves nothing. */
export function toAcceptance(ctx: Context, given: MandateData | undefined): Acceptance | null {
  if (!given) return null;
  const { accepted_at: moment, accepted_ip: acceptedIp = null } = given;
  if (moment === undefined) return { acceptedAt: null, acceptedIp };
  const acceptedMs = Date.parse(moment);
  if (acceptedMs > businessNowMs(ctx) + CLOCK_SKEW_MS) {
    throw invalid("mandate_data[accepted_at]", "Must not be in the future.");
  }
  return { acceptedAt: dateFromMs(acceptedMs), acceptedIp };
}
