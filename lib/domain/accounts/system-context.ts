import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import * as store from "./store.ts";

type Subject = Pick<Context, "accountId" | "mode"> & { requestId?: Context["requestId"] | null };

/**
 * The context for work that no key or member asks for directly (a worker, a payer on a hosted page), with the account's
 * own clock. Keeps the id of the causing request, if any. Takes no lock. Throws if the account does not exist.
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
