import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { invalid } from "#lib/kernel/errors.ts";

const FAMILIES = new Set(Object.keys(EVENT_TYPES).map((type) => type.split(".")[0]));
const MAX_ENTRIES = 100;

/** An endpoint's list of events without repetitions. Throws `parameter_invalid` for `events` when it
 *  is empty or has an entry that is no event type, no `family.*` and not `*`. */
export function parseSubscriptions(events: readonly string[]): string[] {
  if (events.length === 0) throw invalid("events", 'Name at least one event type, or "*" for all.');
  if (events.length > MAX_ENTRIES) throw invalid("events", `At most ${MAX_ENTRIES} are possible.`);
  for (const entry of events) {
    if (!isSubscription(entry)) {
      throw invalid("events", `There is no event type "${entry.slice(0, 100)}".`);
    }
  }
  return [...new Set(events)];
}

/** Whether `entry` is an event type, a `family.*` or `*`. */
export function isSubscription(entry: string): boolean {
  if (entry === "*" || Object.hasOwn(EVENT_TYPES, entry)) return true;
  return entry.endsWith(".*") && FAMILIES.has(entry.slice(0, -2));
}
