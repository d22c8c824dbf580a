import { setTimeout as sleep } from "node:timers/promises";
import { whyNotStart } from "#lib/domain/installation/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";

/**
 * Resolves when this process may serve the database: with null, or with the reason why it never may. Waits for the
 * migrations, as for a database that does not answer.
 */
export async function mayStart(): Promise<string | null> {
  for (;;) {
    try {
      const refusal = await whyNotStart();
      if (refusal === null) return null;
      if (refusal.final) return refusal.why;
      logTrouble("this process waits for the database", new Error(refusal.why));
    } catch (error) {
      logTrouble("the start could not be checked", error);
    }
    await sleep(SECOND_MS);
  }
}
