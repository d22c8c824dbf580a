import { countText } from "#components/format/locale.ts";
import type { ClockPreviewView } from "#lib/dashboard/views/sandbox.ts";

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const MOST_S = 366 * DAY_S;

export const UNITS = { minutes: MINUTE_S, hours: HOUR_S, days: DAY_S } as const;
export type Unit = keyof typeof UNITS;

const plural = (count: number, noun: string) =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** `1 day`, `7 days 3 hours`, `20 minutes`: a distance of the clock as its two largest parts. */
export function distanceLabel(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const parts = [
    [Math.floor(seconds / DAY_S), "day"],
    [Math.floor((seconds % DAY_S) / HOUR_S), "hour"],
    [Math.floor((seconds % HOUR_S) / MINUTE_S), "minute"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return plural(seconds, "second");
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, noun]) => plural(count, noun))
    .join(" ");
}

/** `+7 d`, `+3 h`: the short form of a distance. */
export function shortDistance(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds >= DAY_S) return `+${Math.floor(seconds / DAY_S)} d`;
  if (seconds >= HOUR_S) return `+${Math.floor(seconds / HOUR_S)} h`;
  return `+${Math.max(1, Math.floor(seconds / MINUTE_S))} min`;
}

/** The typed distance in seconds, or null if the clock cannot advance by it. */
export function secondsOf(text: string, unit: Unit): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const seconds = Number(text) * UNITS[unit];
  return seconds >= 1 && seconds <= MOST_S ? seconds : null;
}

/** Work due until then, as far as it is scheduled now: `2 daily settlements are made`. */
export function dueLabel(due: ClockPreviewView["due"]): string[] {
  const { cutOffs, arrivals, payments, refunds, payouts, approvals } = due;
  const { disputes, mandates, subscriptions } = due;
  const say = (count: number, noun: string, one: string, more: string) =>
    count > 0 ? [`${plural(count, noun)} ${count === 1 ? one : more}`] : [];
  return [
    ...say(payments, "payment", "gets its outcome or expires", "get their outcome or expire"),
    ...say(refunds, "refund", "is confirmed by the bank", "are confirmed by the bank"),
    ...say(payouts, "payout", "is sent, settled or returned", "are sent, settled or returned"),
    ...say(
      approvals,
      "payout",
      "is canceled unless someone approves it",
      "are canceled unless someone approves them",
    ),
    ...say(
      disputes,
      "dispute",
      "reaches its deadline or decision",
      "reach their deadline or decision",
    ),
    ...say(
      mandates,
      "mandate",
      "is accepted by the bank or expires",
      "are accepted by banks or expire",
    ),
    ...say(subscriptions, "subscription", "renews or retries a payment", "renew or retry payments"),
    ...say(cutOffs, "daily settlement", "is made", "are made"),
    ...say(arrivals, "settlement", "arrives at the bank", "arrive at the bank"),
  ];
}
