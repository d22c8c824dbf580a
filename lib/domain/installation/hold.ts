import { now } from "#lib/kernel/clock.ts";
import { findHold, saveHold } from "./store.ts";

/** Since when this copy of the installation is held; null if it is not. */
export const heldSince = findHold;

/**
 * Holds this copy: workers that start do nothing for accounts until `releaseInstallation`. A restored copy must not send the
 * webhooks, mails and payouts that the other copy may have sent since.
 */
export async function holdInstallation(): Promise<void> {
  await saveHold(now());
}

/** Says that this copy lives. Waiting workers begin within a second. */
export async function releaseInstallation(): Promise<void> {
  await saveHold(null);
}
