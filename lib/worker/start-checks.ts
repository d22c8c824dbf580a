import { setTimeout as sleep } from "node:timers/promises";
import { heldSince, whyNotStart } from "#lib/domain/installation/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";

/**
 * Resolves when this process may serve the database: with null, or with the reason why it never may. Waits for the
 * migrations, as for a database that does not answer.
 */
export async function mayStart(): Promise<string | null> {
  let told = false;
  for (;;) {
    try {
      const refusal = await whyNotStart();
      if (refusal === null) return null;
      if (refusal.final) return refusal.why;
      if (!told) log.warn("this process waits", { why: refusal.why });
      told = true;
    } catch (error) {
      logTrouble("the start could not be checked", error);
    }
    await sleep(SECOND_MS);
  }
}

/** Why a worker does nothing although it runs, for operators; null once it may work. */
export const HELD =
  "this copy was restored, and workers send nothing until an operator says that it lives: npm run -s restore -- --release";

/** Resolves when this copy of the installation is not held, or when `isStopped`. */
export async function untilReleased(isStopped: () => boolean): Promise<void> {
  let told = false;
  while (!isStopped()) {
    try {
      if ((await heldSince()) === null) return;
      if (!told) log.warn("the worker waits", { why: HELD });
      told = true;
    } catch (error) {
      logTrouble("whether this copy is held could not be read", error);
    }
    await sleep(SECOND_MS);
  }
}
