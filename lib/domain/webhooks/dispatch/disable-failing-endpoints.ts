import { type Tx, transact } from "#db/transact.ts";
import { type MailContent, queueMailIn } from "#lib/domain/mail/index.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { disabledMail, failingMail } from "./failing-mail.ts";
import { DISABLE_AFTER_MS, WARN_AFTER_HOURS } from "./failing-rules.ts";
import * as store from "./failing-store.ts";

const REASON = "No delivery succeeded for 72 hours.";

/**
 * Disables every endpoint whose deliveries have all failed for 72 hours and go on failing, holds what
 * was coming to it and writes the e-mail to its owners: all of it in one transaction. Each is
 * answered once, over all workers and crashes.
 */
export async function disableFailingEndpoints(): Promise<
  Array<{ accountId: Id<"acct">; endpointId: Id<"we"> }>
> {
  const ms = nowMs();
  return await transact(async (tx) => {
    const disabled = await store.disableFailing(tx, {
      now: dateFromMs(ms),
      since: dateFromMs(ms - DISABLE_AFTER_MS),
      afterMs: DISABLE_AFTER_MS,
      reason: REASON,
    });
    for (const { held, ...endpoint } of disabled) {
      await tell(tx, "endpoint_disabled", endpoint, disabledMail(endpoint, held));
    }
    return disabled.map(({ accountId, endpointId }) => ({ accountId, endpointId }));
  });
}

/**
 * Writes an e-mail to the owners of endpoints that had no success for 24 and for 48 hours: each once
 * per stretch of failing; who comes late tells the later one only. Answers how many endpoints.
 */
export async function warnOfFailingEndpoints(): Promise<number> {
  const ms = nowMs();
  return await transact(async (tx) => {
    let warned = 0;
    for (const hours of WARN_AFTER_HOURS.toReversed()) {
      const failing = await store.markWarned(tx, {
        hours,
        since: dateFromMs(ms - hours * HOUR_MS),
      });
      for (const endpoint of failing) {
        await tell(tx, `endpoint_failing_${hours}h`, endpoint, failingMail(endpoint, hours));
      }
      warned += failing.length;
    }
    return warned;
  });
}

async function tell(
  tx: Tx,
  kind: string,
  { accountId, endpointId, mode, failingSince }: store.FailingEndpoint,
  content: MailContent,
): Promise<void> {
  // The same endpoint may fail again another time: that is another fact.
  const fact = `${kind} ${endpointId} ${failingSince.getTime()}`;
  await queueMailIn(tx, { accountId, mode, kind, fact, content });
}
