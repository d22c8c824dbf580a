import type { Version } from "#lib/kernel/versions.ts";
import type { BehaviourChange } from "./change.ts";
import { authorisationsExpire } from "./changes/2026-12-01-authorisation-expiry.ts";
import { eventBodiesHaveObject } from "./changes/2026-12-01-event-object.ts";
import { mandateDataRequired } from "./changes/2026-12-01-mandate-data.ts";

/** Every change of behaviour, newest first. */
export const BEHAVIOURS: readonly BehaviourChange[] = [
  eventBodiesHaveObject,
  mandateDataRequired,
  authorisationsExpire,
];

/** Whether a change of behaviour is part of a version. */
export function behaves(name: BehaviourChange["name"], version: Version): boolean {
  return BEHAVIOURS.some((change) => change.name === name && change.date <= version);
}
