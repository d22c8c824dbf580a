import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import * as store from "./store.ts";

type Subject = Pick<Context, "accountId" | "mode"> & { requestId?: Context["requestId"] | null };

/**
 * The context of what is done for an account by itself (a worker, a payer at a hosted page), by the
 * account's own clock. What it causes names the request that asked for it, where there was one. Takes
 * no lock. Throws when there is no such account.
 */
export async function systemContext(subject: Subject, name: string): Promise<Context> {
  const facts = await store.findContextFacts(subject.accountId);
  if (!facts) throw new Error(`${subject.accountId} does not exist`);
  return {
    accountId: subject.accountId,
    mode: subject.mode,
    requestId: subject.requestId ?? newId("req"),
    actor: { type: "system", name },
    merchantCountry: facts.country,
    clockAheadMs: subject.mode === "test" ? facts.testClockAheadMs : 0,
  };
}
